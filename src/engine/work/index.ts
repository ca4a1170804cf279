export { type Jobs, startJobs } from './jobs.ts'
export { listWaitingWork } from './waiting.ts'
export { again, done, failed, type Lease, type Outcome, type Recorded, type Work, type WorkRow } from './work.ts'
export { startWorkers, type Workers } from './workers.ts'
