export { openAuthenticator } from './credentials/authenticator.ts'
export { smppConsole } from './credentials/console.ts'
export { createSmppCredential } from './credentials/manage.ts'
export { takeFromRate } from './credentials/rate.ts'
export { sealedSmpp } from './credentials/sealed.ts'
export { deliveryJobs } from './deliveries/jobs.ts'
export { smppPersonSources } from './deliveries/person.ts'
export { receiptTextOf } from './deliveries/receipt.ts'
export {
  type Deliveries,
  deliverIncoming,
  startDeliveries,
} from './deliveries/start.ts'
export { dueDeliveries } from './deliveries/store.ts'
export type { AuthenticationProblem, Authenticator } from './model.ts'
export { smppServerJobs } from './server/jobs.ts'
export { smppPartsPersonSource } from './server/person.ts'
export { openSmppServer, type SmppPorts, type SmppServer } from './server/server.ts'
