export { deleteOldAnswers, findAnswer, getAnswer, type IdempotencyKey, insertAnswers, readIdempotencyKey } from './idempotency.ts'
export { measureRequests } from './measure.ts'
export { pathOf } from './paths.ts'
export { createHttp } from './server.ts'
