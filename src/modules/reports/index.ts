export { listReportedDays } from './days.ts'
export { type CarrierFigures, readAccountFigures, readRecentFigures } from './recent.ts'
export { readTimeZone } from './rules.ts'
