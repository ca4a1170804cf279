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
export type { WebhooksContext } from './endpoints.ts'
export { deliverPublished, type EventHandOff, handOffEvents, publishEvents } from './publish.ts'
export { sampleBody } from './samples.ts'
export { countFailing, listFailing } from './store-endpoints.ts'
export { eventPart, type PublishedEvents } from './store-events.ts'
export { type CallbackAttempt, listAttemptsAbout, listEventsAbout } from './store-history.ts'
