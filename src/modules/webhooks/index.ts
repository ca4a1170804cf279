export { adHocMax, ensureEndpoint, publishToEndpoint } from './ad-hoc.ts'
export {
  airtimeBody,
  chatBody,
  chatStatusBody,
  checkoutBody,
  deliveryReportBody,
  deliveryReportJson,
  disbursed,
  inboundSmsBody,
  withFlatArgs,
  withStringIds,
} from './bodies.ts'
export { webhooksConsole } from './console.ts'
export type { WebhooksContext } from './context.ts'
export { webhooksJobs } from './jobs.ts'
export { webhooksPersonSources } from './person.ts'
export { deliverTold, type EventHandOff, handOffEvents, publishEvents } from './publish.ts'
export { webhooksRetention } from './retention.ts'
export { sampleBody } from './samples.ts'
export { sealedWebhooks } from './secrets.ts'
export { type CallbackAttempt, listAttemptsAbout, listEventsAbout } from './store-about.ts'
export { countFailing, listFailing } from './store-endpoints.ts'
export { eventPart, type Told } from './store-events.ts'
