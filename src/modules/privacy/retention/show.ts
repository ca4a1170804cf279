import { type DataClass, dataClasses, type LimitValue } from '../../../contract/console/retention.ts'
import type { RetentionRule } from '../../table-data/index.ts'
import type { RetentionContext } from './context.ts'
import { daysBefore, daysMin, daysOf, generalOf, type Limit, limitAt, nextLimit } from './rules.ts'
import type { Limits } from './set-limits.ts'
import { findLastRun, listProgress } from './store-progress.ts'

/** Rows are counted up to this number. */
const countedMax = 10_000

const ownOf = ({ own }: Limits, dataClass: DataClass): Limit | null => own?.[dataClass] ?? null

function showClass(limits: Limits, dataClass: DataClass, now: Date) {
  const of = limits.policy[dataClass]
  const own = ownOf(limits, dataClass)
  const { days } = own ?? of.default
  const limit: LimitValue = days === undefined ? 'default' : days
  return {
    dataClass,
    limit,
    default: generalOf(of, own === null ? 'default' : 'own', now).now,
    min: daysMin[dataClass],
    max: of.max.days ?? null,
    days: limitAt(of, own, now),
    next: nextLimit(of, own, now),
  }
}

/** Counts the rows that the limits remove, now or when a shorter limit applies. */
async function countRows(rule: RetentionRule, limits: Limits, accountId: number | null, now: Date) {
  const { dataClass, name } = rule
  const of = limits.policy[dataClass]
  const own = ownOf(limits, dataClass)
  const at = nextLimit(of, own, now)?.at ?? now
  const days = daysOf(rule, limitAt(of, own, at))
  const rows = days === null ? 0 : await rule.count({ accountId, before: daysBefore(at, days) }, countedMax + 1)
  return { rule: name, dataClass, days, rows: Math.min(rows, countedMax), hasMore: rows > countedMax, at }
}

/** The limits, and the rows that they remove. */
export async function showLimits(ctx: RetentionContext, accountId: number | null, limits: Limits) {
  const now = ctx.clock.now()
  const rows: Awaited<ReturnType<typeof countRows>>[] = []
  for (const rule of ctx.rules)
    if (accountId === null || rule.scope === undefined) rows.push(await countRows(rule, limits, accountId, now))
  return { classes: dataClasses.map((dataClass) => showClass(limits, dataClass, now)), rows }
}

export async function showAccount(ctx: RetentionContext, accountId: number, limits: Limits) {
  const { finishedAt } = await findLastRun(ctx.db, namesOf(ctx))
  return { ...(await showLimits(ctx, accountId, limits)), lastRunAt: finishedAt }
}

export async function showInstallation(ctx: RetentionContext, limits: Limits) {
  const names = namesOf(ctx)
  const { finishedAt } = await findLastRun(ctx.db, names)
  const runs = (await listProgress(ctx.db))
    .filter(({ rule }) => names.includes(rule))
    .toSorted((a, b) => names.indexOf(a.rule) - names.indexOf(b.rule))
    .map((run) => ({
      rule: run.rule,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      removed: run.removed,
      removedTotal: run.removedTotal,
      error: run.error,
    }))
  return { ...(await showLimits(ctx, null, limits)), lastRunAt: finishedAt, runs }
}

const namesOf = ({ rules }: RetentionContext) => rules.map(({ name }) => name)
