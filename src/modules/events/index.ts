export { type Events, startEvents } from './gather.ts'
export { findEvents } from './store.ts'
