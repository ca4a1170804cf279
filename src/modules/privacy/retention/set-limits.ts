import {
  type DataClass,
  dataClasses,
  type InstallationLimitsBody,
  type LimitsBody,
  type LimitValue,
} from '../../../contract/console/retention.ts'
import type { Queryable, Tx } from '../../../engine/db/index.ts'
import { refuse } from '../../../values/refusal.ts'
import type { RetentionContext } from './context.ts'
import { type ClassLimits, changeLimit, findProblem, generalOf, type Limit } from './rules.ts'
import {
  findOwnLimits,
  type LimitKind,
  lockLimits,
  type Policy,
  putLimit,
  readPolicy,
  type StoredLimits,
} from './store.ts'

/** The limits that apply to an account, or to rows without one. */
export interface Limits {
  readonly policy: Policy
  /** Null for the installation. */
  readonly own: StoredLimits | null
}

interface Change {
  readonly kind: LimitKind
  readonly dataClass: DataClass
  readonly limit: Limit
}

interface Changed extends Limits {
  readonly changes: readonly Change[]
}

/** Applies a new value, or throws if it is outside its range. */
function change(
  limits: ClassLimits,
  kind: LimitKind,
  dataClass: DataClass,
  limit: Limit,
  value: LimitValue,
  now: Date,
) {
  const days = value === 'default' ? undefined : value
  const max = kind === 'max' ? null : (limits.max.days ?? null)
  const problem = days === undefined ? null : findProblem(dataClass, days, max)
  if (problem !== null)
    throw refuse('invalid_limit', {
      hint: `${problem}; for no limit, use null (off on the command line), and for the default, use default`,
    })
  return changeLimit(limit, days, generalOf(limits, kind, now), now)
}

const valuesIn = (body: LimitsBody | undefined) =>
  dataClasses.flatMap((dataClass) => {
    const value = body?.[dataClass]
    return value === undefined ? [] : [{ dataClass, value }]
  })

/** The maximum is applied first, because it bounds the default. */
export function changeInstallation(policy: Policy, body: InstallationLimitsBody, now: Date): Changed {
  const changes: Change[] = []
  let next = policy
  for (const kind of ['max', 'default'] as const)
    for (const { dataClass, value } of valuesIn(body[kind])) {
      const limits = next[dataClass]
      const limit = change(limits, kind, dataClass, limits[kind], value, now)
      next = { ...next, [dataClass]: { ...limits, [kind]: limit } }
      changes.push({ kind, dataClass, limit })
    }
  return { policy: next, own: null, changes }
}

export function changeOwn({ policy, own }: Limits, body: LimitsBody, now: Date): Changed {
  const stored = own as StoredLimits
  const changes = valuesIn(body).map(({ dataClass, value }): Change => {
    const limit = change(policy[dataClass], 'own', dataClass, stored[dataClass], value, now)
    return { kind: 'own', dataClass, limit }
  })
  const changed = Object.fromEntries(changes.map(({ dataClass, limit }) => [dataClass, limit]))
  return { policy, own: { ...stored, ...changed }, changes }
}

export async function readLimits(db: Queryable, ctx: RetentionContext, accountId: number | null): Promise<Limits> {
  const policy = await readPolicy(db, ctx.config)
  return { policy, own: accountId === null ? null : await findOwnLimits(db, accountId) }
}

/** Changes limits, and returns them as they are then. */
export function setLimits(
  ctx: RetentionContext,
  accountId: number | null,
  changeThem: (limits: Limits, now: Date) => Changed,
): Promise<Limits> {
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx: Tx) => {
    await lockLimits(tx)
    const { changes, ...changed } = changeThem(await readLimits(tx, ctx, accountId), now)
    for (const { kind, dataClass, limit } of changes) await putLimit(tx, accountId, kind, dataClass, limit, now)
    return changed
  })
}
