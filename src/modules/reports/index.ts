export { type CarrierFigures, readAccountFigures, readRecentFigures } from './recent.ts'
export { listReportedDays } from './report.ts'
export { readTimeZone } from './rules.ts'
