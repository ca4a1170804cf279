export { deleteOldAnswers, findAnswer, getAnswer, type IdempotencyKey, insertAnswers, keyReused, readIdempotencyKey } from './idempotency.ts'
export { createHttp, type HttpOptions, pathOf } from './server.ts'
