export { refusalsConsole } from './console.ts'
export { startRefusals } from './gather.ts'
export { refusalsRetention } from './retention.ts'
export { countRefused } from './store.ts'
