import type { Context } from '../../context.ts'
import type { TimelineSource } from '../timeline/index.ts'

export interface NumbersContext extends Context {
  /** Everything that happened with a number. */
  readonly sources: readonly TimelineSource[]
}
