import { isOutage } from '../../engine/db/index.ts'
import type { Lease } from '../../engine/work/index.ts'
import type { RetentionContext } from './context.ts'
import type { Days, Removal, RetentionRule } from './model.ts'
import { type Policy, readPolicy } from './policy.ts'
import { daysBefore, daysOf, isShorter, limitAt, longerOf, planRun } from './rules.ts'
import { findLastChange, listAccountLimits, listOwnLimits } from './store.ts'
import { addProgress, failRun, finishRun, listProgress, startRun } from './store-progress.ts'

/** Rows in one statement. A larger statement would block others. */
const stepRows = 1_000
/** Accounts in one page. */
const pageAccounts = 1_000
/** The job works a quarter of the time. */
const restFactor = 3
/** Shorter rests are added up, because timers are not that exact. */
const restMsMin = 20
const restMsMax = 30_000
/** How often a long removal checks whether somebody has changed the limits. */
const stepsBetweenChecks = 20

/** The run was interrupted, and the next one continues. */
class Interrupted extends Error {}
/** Somebody changed a limit during a long removal. */
class LimitsChanged extends Error {}
class ArchiveFailed extends Error {}

interface Run {
  readonly ctx: RetentionContext
  readonly now: Date
  readonly signal: AbortSignal
  readonly endsAtMs: number
  /** Time to rest before the next step. */
  owedMs: number
  archivedUntil: Date | null
  archiveProblem: string | null
}

/** Removes the rows of all rules whose limits have passed. One failing rule does not stop the others. */
export async function removeOldData(
  ctx: RetentionContext,
  lease: Pick<Lease, 'signal'>,
): Promise<'unfinished' | undefined> {
  const signal = AbortSignal.any([ctx.stopping, lease.signal])
  const now = ctx.clock.now()
  const endsAtMs = performance.now() + ctx.runMsMax
  const run: Run = { ctx, now, signal, endsAtMs, owedMs: 0, archivedUntil: null, archiveProblem: null }
  for (const rule of planRun(ctx.rules, await listProgress(ctx.db), now)) {
    if ((await runRule(run, rule)) === 'interrupted') return 'unfinished'
  }
  return undefined
}

async function runRule(run: Run, rule: RetentionRule): Promise<'done' | 'interrupted'> {
  const { ctx, now } = run
  for (;;) {
    const position = { place: await startRun(ctx.db, rule.name, now) }
    try {
      await applyRule(run, rule, position)
      await finishRun(ctx.db, rule.name, ctx.clock.now())
      return 'done'
    } catch (error) {
      if (error instanceof LimitsChanged) continue
      if (error instanceof Interrupted) return 'interrupted'
      // The periodic task repeats the run when the database is back.
      if (isOutage(error)) throw error
      const { message } = error as Error
      ctx.log.error({ err: error, rule: rule.name }, 'failed to remove old data')
      // An account that could not be archived is next again; one with another error is skipped until the run after that.
      const place = error instanceof ArchiveFailed ? Math.max(0, position.place - 1) : position.place
      await failRun(ctx.db, rule.name, message.slice(0, 500), place, ctx.clock.now())
      return 'done'
    }
  }
}

/** `place` is the account that is being handled, for the next run if this one fails. */
async function applyRule(run: Run, rule: RetentionRule, position: { place: number }): Promise<void> {
  const { ctx, now } = run
  const changed = await findLastChange(ctx.db)
  const policy = await readPolicy(ctx.db, ctx.config)
  const limits = policy[rule.dataClass]
  const general = daysOf(rule, limitAt(limits, null, now))
  const longest = rule.scope === 'installation' ? general : await findLongest(run, rule, policy)
  const remove = (accountId: number | null, days: Days) =>
    days === null ? null : removeRows(run, rule, { accountId, before: daysBefore(now, days) }, position.place, changed)
  await remove(null, longest)
  if (rule.scope === 'installation') return
  // Usually only a few accounts have a limit that is shorter than that of all others.
  const list = general === longest ? listOwnLimits : listAccountLimits
  for (;;) {
    const page = await list(ctx.db, rule.dataClass, position.place, pageAccounts)
    for (const { accountId, own } of page) {
      const days = daysOf(rule, limitAt(limits, own, now))
      position.place = accountId
      if (isShorter(days, longest)) await remove(accountId, days)
    }
    if (page.length < pageAccounts) return
    await addProgress(ctx.db, rule.name, 0, position.place)
  }
}

/** The longest time that any account keeps the rows of a rule, or an account without its own limit. */
async function findLongest({ ctx, now }: Run, rule: RetentionRule, policy: Policy): Promise<Days> {
  const limits = policy[rule.dataClass]
  let longest = daysOf(rule, limitAt(limits, null, now))
  for (let after = 0; ; ) {
    const page = await listOwnLimits(ctx.db, rule.dataClass, after, pageAccounts)
    for (const { own } of page) longest = longerOf(longest, daysOf(rule, limitAt(limits, own, now)))
    const last = page.at(-1)
    if (longest === null || last === undefined || page.length < pageAccounts) return longest
    after = last.accountId
  }
}

async function removeRows(
  run: Run,
  rule: RetentionRule,
  removal: Removal,
  place: number,
  changed: string | null,
): Promise<void> {
  const { ctx } = run
  if (!(await isArchived(run, rule, removal))) return
  for (let steps = 1; ; steps += 1) {
    if (run.signal.aborted || performance.now() >= run.endsAtMs) throw new Interrupted()
    const startedMs = performance.now()
    const removed = await rule.remove(removal, stepRows)
    run.owedMs += restFactor * (performance.now() - startedMs)
    // The account is not complete, so a run that resumes here must repeat it.
    if (removed > 0) await addProgress(ctx.db, rule.name, removed, removal.accountId === null ? place : place - 1)
    if (removed > 0) ctx.retentionMetrics.removed(rule.name, removed)
    await rest(run)
    if (removed === 0) return
    if (steps % stepsBetweenChecks === 0 && (await findLastChange(ctx.db)) !== changed) throw new LimitsChanged()
  }
}

async function rest(run: Run): Promise<void> {
  if (run.owedMs < restMsMin) return
  const ms = Math.min(run.owedMs, restMsMax)
  run.owedMs = 0
  await run.ctx.pause(ms, run.signal)
}

/** False if there is nothing to archive and to remove. Messages that could not be archived are never removed. */
async function isArchived(run: Run, rule: RetentionRule, removal: Removal): Promise<boolean> {
  const { archive } = run.ctx
  if (archive === null || rule.dataClass !== 'messages' || rule.atMostDays !== undefined) return true
  if (run.archivedUntil !== null && removal.before <= run.archivedUntil) return true
  if ((await rule.count(removal, 1)) === 0) return false
  if (run.archiveProblem === null) {
    try {
      await archive.archiveUntil(removal.before)
      run.archivedUntil = removal.before
      return true
    } catch (error) {
      if (isOutage(error)) throw error
      run.archiveProblem = (error as Error).message
    }
  }
  throw new ArchiveFailed(`the archive failed, so nothing was removed: ${run.archiveProblem}`)
}
