export { requestLogConsole } from './console.ts'
export { startRequestLog } from './gather.ts'
export { requestLogPersonSource } from './person.ts'
export { requestLogRetention } from './retention.ts'
