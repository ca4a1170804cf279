export { deleteOldAnswers, findAnswer, getAnswer, type IdempotencyKey, insertAnswers, readIdempotencyKey } from './idempotency.ts'
export { createHttp, pathOf } from './server.ts'
