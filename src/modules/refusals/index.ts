export { refusalsConsole } from './console.ts'
export { startRefusals } from './gather.ts'
export { refusalsJobs } from './jobs.ts'
export { countRefused } from './store.ts'
