export { deleteOldAnswers, findAnswer, findUsedKeys, getAnswer, type IdempotencyKey, insertAnswers, nameOfKey, readIdempotencyKey } from './idempotency.ts'
export { pathOf } from './paths.ts'
export { createHttp } from './server.ts'
export type { XmlElement } from './xml.ts'
