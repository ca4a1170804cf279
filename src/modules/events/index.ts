export { eventsConsole } from './console.ts'
export { type Events, startEvents } from './gather.ts'
export { eventsJobs } from './jobs.ts'
export { eventsMark } from './store.ts'
