export { deleteOldAnswers, findAnswer, getAnswer, type IdempotencyKey, insertAnswers, readIdempotencyKey } from './idempotency.ts'
export { pathOf } from './paths.ts'
export { createHttp } from './server.ts'
export type { XmlElement } from './xml.ts'
