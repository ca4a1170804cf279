export type { Reach } from './addresses.ts'
export { type Judgement, type Outbound, openOutbound } from './outbound.ts'
export { OutboundProblem } from './problem.ts'
export { readTarget } from './target.ts'
