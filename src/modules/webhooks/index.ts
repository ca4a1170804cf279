export { eventPart } from './store-events.ts'
export { tell, webhooksTopic } from './tell.ts'
