import type { Context } from '../../context.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { type ClassLimits, type DataClass, type Days, dataClasses } from './model.ts'
import { findInstallationLimits } from './store.ts'

/** Audit entries were kept this long before limits could be set. */
const logDays = 730

export type Policy = Readonly<Record<DataClass, ClassLimits>>

/** The defaults while operators have not set any. */
const builtInOf = ({ callbackDays }: Pick<Context['config'], 'callbackDays'>): Readonly<Record<DataClass, Days>> => ({
  texts: null,
  messages: null,
  events: callbackDays,
  logs: logDays,
})

/** The limits of the installation. */
export async function readPolicy(db: Queryable, config: Pick<Context['config'], 'callbackDays'>): Promise<Policy> {
  const stored = await findInstallationLimits(db)
  const builtIn = builtInOf(config)
  return byClass((dataClass) => ({
    default: stored.default[dataClass],
    max: stored.max[dataClass],
    builtIn: builtIn[dataClass],
  }))
}

/** One value for each class. */
export const byClass = <Value>(of: (dataClass: DataClass) => Value): Readonly<Record<DataClass, Value>> => {
  const [texts, messages, events, logs] = dataClasses.map(of) as [Value, Value, Value, Value]
  return { texts, messages, events, logs }
}
