export type { Reach } from './addresses.ts'
export { type Outbound, openOutbound, type UrlCheck } from './outbound.ts'
export { OutboundProblem } from './problem.ts'
export { readTarget } from './target.ts'
