export { campaignsConsole } from './console.ts'
export { campaignsJobs } from './jobs.ts'
export { campaignsPersonSources } from './person.ts'
export { campaignsRetention } from './retention.ts'
