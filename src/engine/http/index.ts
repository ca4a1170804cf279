export type { XmlElement } from '../../values/xml.ts'
export { createChangeStreams } from './change-streams.ts'
export { createDraining, type Draining } from './closing.ts'
export { type ControlSocket, controlPath, isControlPathTooLong, labelOf, listenControl } from './control.ts'
export { type Described, skipSchemaValidation } from './described.ts'
export { bodyTooLarge, invalidKey, keyReused, serviceUnavailable, typeWanted, unsupportedType } from './errors.ts'
export { type Area, accountArea, consoleArea, type Hosts, openArea } from './hosts.ts'
export {
  answerOnce,
  claimKey,
  deleteOldAnswers,
  findAnswer,
  findAnswerSince,
  findUsedKeys,
  getAnswer,
  type IdempotencyKey,
  insertAnswers,
  nameOfKey,
  type Once,
  readIdempotencyKey,
  renewKey,
  storeResponse,
} from './idempotency.ts'
export { idIn, notFound, originalMethod, pathOf, routeAs } from './paths.ts'
export { measureRequests } from './request-log.ts'
export { createHttp } from './server.ts'
export { endWhenStalled } from './unfinished.ts'
