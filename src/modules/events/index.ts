export { eventsConsole } from './console.ts'
export { type Events, startEvents } from './gather.ts'
export { eventsRetention } from './retention.ts'
export { eventsMark, findEvents } from './store.ts'
