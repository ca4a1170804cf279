export { deleteOldAnswers, getAnswer, type IdempotencyKey, insertAnswers, keyReused, readIdempotencyKey } from './idempotency.ts'
export { createHttp, type HttpOptions } from './server.ts'
