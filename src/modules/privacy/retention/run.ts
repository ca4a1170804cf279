import { sql } from 'kysely'
import { isOutage } from '../../../engine/db/index.ts'
import type { Lease } from '../../../engine/work/index.ts'
import type { Removal, RetentionRule } from '../../table-data/index.ts'
import type { ArchivePace } from './archive/context.ts'
import type { RetentionContext } from './context.ts'
import { type Days, daysBefore, daysOf, isShorter, limitAt, longerOf, planRun } from './rules.ts'
import { findRevision, listAccountLimits, listOwnLimits, type Policy, readPolicy } from './store.ts'
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

/** The time of a rule is over, or the program stops. The next run continues. */
class Interrupted extends Error {}
/** Somebody changed a limit during a long removal. */
class LimitsChanged extends Error {}
class ArchiveFailed extends Error {}

interface Run {
  readonly ctx: RetentionContext
  readonly now: Date
  readonly signal: AbortSignal
  /** When the time of the current rule is over. */
  endsAtMs: number
  /** Time to rest before the next step. */
  owedMs: number
  archivedUntil: Date | null
  archiveProblem: string | null
}

/** An account, by which a rule continues. */
interface Position {
  /** The account that is being handled. A run after an error continues behind it. */
  place: number
  /** The last account that is complete. */
  completed: number
}

/**
 * Removes the rows of all rules whose limits have passed. One failing rule does not stop the others. The time is
 * divided among the rules, so that a long removal does not delay the others.
 */
export async function removeOldData(
  ctx: RetentionContext,
  lease: Pick<Lease, 'signal'>,
): Promise<'unfinished' | undefined> {
  const signal = AbortSignal.any([ctx.stopping, lease.signal])
  const now = ctx.clock.now()
  const endsAtMs = performance.now() + ctx.runMsMax
  const run: Run = { ctx, now, signal, endsAtMs, owedMs: 0, archivedUntil: null, archiveProblem: null }
  await noteArchive(ctx)
  const rules = planRun(ctx.rules, await listProgress(ctx.db), now)
  let isUnfinished = false
  for (const [index, rule] of rules.entries()) {
    if (signal.aborted) return 'unfinished'
    const nowMs = performance.now()
    run.endsAtMs = nowMs + Math.max(0, endsAtMs - nowMs) / (rules.length - index)
    if ((await runRule(run, rule)) === 'interrupted') isUnfinished = true
  }
  return isUnfinished ? 'unfinished' : undefined
}

async function runRule(run: Run, rule: RetentionRule): Promise<'done' | 'interrupted'> {
  const { ctx, now } = run
  for (;;) {
    const place = await startRun(ctx.db, rule.name, now)
    const position = { place, completed: place }
    try {
      await applyRule(run, rule, position)
      await finishRun(ctx.db, rule.name, ctx.clock.now())
      return 'done'
    } catch (error) {
      if (error instanceof LimitsChanged || error instanceof Interrupted) {
        await addProgress(ctx.db, rule.name, 0, position.completed)
        if (error instanceof LimitsChanged) continue
        return 'interrupted'
      }
      // The periodic task repeats the run when the database is back.
      if (isOutage(error)) throw error
      const { message } = error as Error
      ctx.log.error({ err: error, rule: rule.name }, 'failed to remove old data')
      // An account that could not be archived is next again; one with another error is skipped until the run after that.
      const next = error instanceof ArchiveFailed ? position.completed : position.place
      await failRun(ctx.db, rule.name, message.slice(0, 500), next, ctx.clock.now())
      return 'done'
    }
  }
}

/** Notes whether rows are archived before they are removed. */
async function noteArchive({ db, archive }: RetentionContext): Promise<void> {
  const isUsed = archive !== null
  await sql`update archive_state set is_used = ${isUsed} where is_used <> ${isUsed}`.execute(db)
}

const isTimeOver = (run: Run) => performance.now() >= run.endsAtMs

async function applyRule(run: Run, rule: RetentionRule, position: Position): Promise<void> {
  const { ctx, now } = run
  const revision = await findRevision(ctx.db)
  const policy = await readPolicy(ctx.db, ctx.config)
  const limits = policy[rule.dataClass]
  const general = daysOf(rule, limitAt(limits, null, now))
  const longest = rule.scope === 'installation' ? general : await findLongest(run, rule, policy)
  const remove = (accountId: number | null, days: Days) =>
    days === null
      ? null
      : removeRows(run, rule, { accountId, before: daysBefore(now, days) }, position.completed, revision)
  await tidy(run, rule)
  await remove(null, longest)
  if (rule.scope === 'installation') return
  // Usually only a few accounts have a limit that is shorter than that of all others.
  const list = general === longest ? listOwnLimits : listAccountLimits
  let handled = 0
  for (;;) {
    const page = await list(ctx.db, rule.dataClass, position.completed, pageAccounts)
    for (const { accountId, own } of page) {
      const days = daysOf(rule, limitAt(limits, own, now))
      position.place = accountId
      if (isShorter(days, longest)) {
        // At least one account in each run, so that no run ends where it began.
        if (handled > 0 && isTimeOver(run)) throw new Interrupted()
        await remove(accountId, days)
        handled += 1
      }
      position.completed = accountId
    }
    if (page.length < pageAccounts) return
    await addProgress(ctx.db, rule.name, 0, position.completed)
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

async function tidy(run: Run, rule: RetentionRule): Promise<void> {
  while (!run.signal.aborted && !isTimeOver(run)) {
    const startedMs = performance.now()
    const isMore = (await rule.tidy?.(run.now)) ?? false
    await rest(run, performance.now() - startedMs)
    if (!isMore) return
  }
}

async function removeRows(
  run: Run,
  rule: RetentionRule,
  removal: Removal,
  completed: number,
  revision: number,
): Promise<void> {
  const { ctx } = run
  if (!(await isArchived(run, rule, removal))) return
  for (;;) {
    if (run.signal.aborted) throw new Interrupted()
    if ((await findRevision(ctx.db)) !== revision) throw new LimitsChanged()
    const startedMs = performance.now()
    const removed = await rule.remove(removal, stepRows)
    const endedMs = performance.now()
    if (removed > 0) {
      await addProgress(ctx.db, rule.name, removed, completed)
      ctx.retentionMetrics.removed(rule.name, removed)
    }
    await rest(run, endedMs - startedMs)
    if (removed === 0) return
    if (isTimeOver(run)) throw new Interrupted()
  }
}

async function rest(run: Run, workedMs: number): Promise<void> {
  run.owedMs += restFactor * workedMs
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
      await archive.archiveUntil(removal.before, paceOf(run))
      run.archivedUntil = removal.before
      return true
    } catch (error) {
      if (isOutage(error) || error instanceof Interrupted) throw error
      run.archiveProblem = (error as Error).message
    }
  }
  throw new ArchiveFailed(`the archive failed, so nothing was removed: ${run.archiveProblem}`)
}

/** Archived days stay archived, so each run archives at least one more. A day that is not complete is written again. */
function paceOf(run: Run): ArchivePace {
  let startedMs = performance.now()
  const page = async () => {
    if (run.signal.aborted) throw new Interrupted()
    await rest(run, performance.now() - startedMs)
    startedMs = performance.now()
  }
  return {
    page,
    async day() {
      await page()
      if (isTimeOver(run)) throw new Interrupted()
    },
  }
}
