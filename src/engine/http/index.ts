export { type ControlSocket, controlPath, isControlPathTooLong, labelOf, listenControl } from './control.ts'
export { type Described, judgedByRules } from './described.ts'
export { createDraining, type Draining } from './draining.ts'
export { bodyTooLarge, invalidKey, keyReused, notNow, typeWanted, unsupportedType } from './errors.ts'
export { createHints } from './hints.ts'
export { type Area, consoleArea, type Hosts, openArea } from './hosts.ts'
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
export { idIn, notFound, originalMethod, pathOf, readAs } from './paths.ts'
export { createHttp } from './server.ts'
export { endWhenStalled } from './stalled.ts'
export type { XmlElement } from './xml.ts'
