export { adHocMax, ensureEndpoint, tellEndpoint } from './ad-hoc.ts'
export { airtimeBody, checkoutBody, deliveryReportJson, disbursed, incomingBody, withFlatArgs } from './bodies.ts'
export { webhooksConsole } from './console.ts'
export type { WebhooksContext } from './context.ts'
export { webhooksJobs } from './jobs.ts'
export { sampleBody } from './samples.ts'
export { sealedWebhooks } from './secrets.ts'
export {
  type About,
  type CallbackAttempt,
  type CallbackAttempt,
  listAttemptsAbout,
  listAttemptsAbout,
  listEventsAbout,
} from './store-about.ts'
export { listFailing } from './store-endpoints.ts'
export { eventPart } from './store-events.ts'
export { tell, webhooksTopic } from './tell.ts'
