export { reportsConsole } from './console.ts'
export { listReportedDays } from './days.ts'
export { reportsJobs } from './jobs.ts'
export { readTimeZone } from './rules.ts'
