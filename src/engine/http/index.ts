export { type ControlSocket, controlPath, isControlPathTooLong, labelOf, listenControl } from './control.ts'
export { createHints, type Marks } from './hints.ts'
export { consoleArea, type Hosts, openArea } from './hosts.ts'
export {
  answerOnce,
  deleteOldAnswers,
  findAnswer,
  findUsedKeys,
  getAnswer,
  type IdempotencyKey,
  insertAnswers,
  nameOfKey,
  type Once,
  readIdempotencyKey,
} from './idempotency.ts'
export { measureRequests } from './measure.ts'
export { idIn, pathOf } from './paths.ts'
export { IdempotencyHeader, judgedByRules, ListQuery, listOf, Refused, refusals } from './schema.ts'
export { createHttp } from './server.ts'
export type { XmlElement } from './xml.ts'
