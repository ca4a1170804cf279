import { sql } from 'kysely'
import type { Confirmed, Provider, Result, Submitted, TransferState } from '../../carriers/airtime/provider.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import type { Tx } from '../../engine/db/index.ts'
import { elapsedMs } from '../../engine/flow/elapsed.ts'
import { again, done, type Lease, type Outcome, type Work } from '../../engine/work/index.ts'
import { isActive } from '../accounts/index.ts'
import { holdProvider } from '../providers/index.ts'
import type { AirtimeContext } from './context.ts'
import { endTransfer } from './end.ts'
import { isHopeless, isLate, isSettled, nextCheck, orderOf, suits } from './rules.ts'
import {
  markConfirmed,
  markMoved,
  markOverdue,
  markSubmitted,
  markTried,
  readRow,
  type Transfer,
  type TransferRow,
  workColumns,
} from './store.ts'
import { workTopic } from './transfer.ts'

/** A payment order older than this is not sent, because another worker may have taken over. */
const staleMs = 5_000

const neverPaid: Result = { state: 'failed', reason: 'the provider could not be reached in time' }

/** An unreachable provider affects every transfer: log it this often. */
const warnEveryMs = 60_000

interface Disbursing extends AirtimeContext {
  /** The last warning about each provider, by name. */
  readonly warnedAt: Map<string, number>
}

/**
 * Processes a transfer from its acceptance to its end. The intent to pay is committed before the provider is called, so
 * that after any failure the provider is asked for the status. It is told to pay again only when it reports that it
 * never got the order. Transfers without a result after a day are listed for the operator.
 */
export function disburseWork(base: AirtimeContext): Work<TransferRow> {
  const ctx: Disbursing = { ...base, warnedAt: new Map() }
  return {
    name: 'airtime',
    table: workTopic,
    columns: workColumns,
    // A transfer that the provider may have paid is processed even if the account is suspended.
    only: sql`(w.state <> 'accepted' or ${isActive(sql`w.account_id`)})`,
    key: 'account_id',
    concurrency: 32,
    concurrencyPerKey: 16,
    retryAfterSeconds: [2, 10, 60, 300, 3_600],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run(row, lease) {
      const transfer = readRow(row)
      const found = ctx.providers.find(transfer.provider)
      const provider = found?.ready() ? found : null
      return transfer.state === 'accepted'
        ? begin(ctx, transfer, provider, lease)
        : checkStatus(ctx, transfer, provider, lease)
    },
    /** Never called: the retries do not end. */
    async giveUp() {},
  }
}

const later = ({ clock }: Disbursing, transfer: Transfer) => again(nextCheck(transfer, clock.now()))

/**
 * The row is leased, so it cannot have ended. If it changed anyway, this is rolled back and the transfer is processed
 * again.
 */
const end = (ctx: Disbursing, transfer: Transfer, result: Result, unchangedSince?: Transfer): Outcome =>
  done(async (tx: Tx) => {
    if ((await endTransfer(ctx, tx, transfer.id, result, unchangedSince)) === null)
      throw new Error('the transfer changed while it was ended')
  })

async function begin(ctx: Disbursing, transfer: Transfer, provider: Provider | null, lease: Lease): Promise<Outcome> {
  if (isLate(transfer, ctx.clock.now())) return end(ctx, transfer, neverPaid, transfer)
  if (provider === null) return later(ctx, transfer)
  const created = await speak(ctx, provider, 'create', transfer, () => provider.create(orderOf(transfer)))
  if (created instanceof ProviderFailure) {
    if (created.stage === 'refused') return end(ctx, transfer, { state: 'failed', reason: created.message }, transfer)
    return created.away && !lease.isOver() && (await move(ctx, transfer))
      ? again(ctx.clock.now())
      : later(ctx, transfer)
  }
  const [writtenAt, now] = [elapsedMs(), ctx.clock.now()]
  if (lease.isOver() || !(await markSubmitted(ctx.db, transfer, created.reference, now))) return later(ctx, transfer)
  const submitted = { providerReference: created.reference, submittedAt: now, triedAt: now }
  return pay(ctx, { ...transfer, ...submitted, state: 'submitted' }, provider, lease, { writtenAt, isRepeated: false })
}

/**
 * Gives a transfer of an unreachable provider to another one. Only before it is submitted: until then, nobody was told
 * to pay it. False when no other provider can take it.
 */
async function move(ctx: Disbursing, transfer: Transfer): Promise<boolean> {
  const { providers } = ctx
  if (!providers.isAway(transfer.provider)) return false
  const other = providers
    .wouldChoose(transfer.accountId, suits(transfer.productId))
    .find(({ name }) => !providers.isAway(name))
  if (other === undefined) return false
  return ctx.db.transaction(
    async (tx) => (await holdProvider(tx, other.name)) && (await markMoved(tx, transfer, other.name)),
  )
}

interface Payment {
  readonly writtenAt: number
  /**
   * The provider may already have the order: if it refuses this one, for example as a duplicate, that says nothing
   * about the first.
   */
  readonly isRepeated: boolean
}

/** Only after the intent to pay was committed. */
async function pay(
  ctx: Disbursing,
  transfer: Transfer,
  provider: Provider,
  lease: Lease,
  { writtenAt, isRepeated }: Payment,
): Promise<Outcome> {
  if (lease.isOver() || elapsedMs() - writtenAt > staleMs) return later(ctx, transfer)
  const confirmed = await speak<Confirmed>(ctx, provider, 'confirm', transfer, () =>
    provider.confirm(submittedOf(transfer)),
  )
  if (confirmed instanceof ProviderFailure) {
    return confirmed.stage !== 'refused' || isRepeated
      ? later(ctx, transfer)
      : end(ctx, transfer, { state: 'failed', reason: confirmed.message })
  }
  const { transferState, reference = null } = confirmed
  if (isResult(transferState) && !(isRepeated && transferState.state === 'failed'))
    return end(ctx, transfer, transferState)
  if (transferState.state === 'pending') await markConfirmed(ctx.db, transfer.id, reference, ctx.clock.now())
  return later(ctx, transfer)
}

/** Asks the provider for the status. */
async function checkStatus(
  ctx: Disbursing,
  transfer: Transfer,
  provider: Provider | null,
  lease: Lease,
): Promise<Outcome> {
  const asked =
    provider === null
      ? null
      : await speak<TransferState>(ctx, provider, 'ask', transfer, () => provider.ask(submittedOf(transfer)))
  const transferState: TransferState = asked === null || asked instanceof ProviderFailure ? { state: 'unknown' } : asked
  const now = ctx.clock.now()
  if (isResult(transferState)) return end(ctx, transfer, transferState)
  if (transferState.state === 'pending' && transfer.confirmedAt === null)
    await markConfirmed(ctx.db, transfer.id, null, now)
  if (transferState.state === 'unconfirmed' && transfer.confirmedAt === null) {
    if (!isLate(transfer, now) && provider !== null) return payAgain(ctx, transfer, provider, lease)
    if (isSettled(transfer.triedAt, now)) return end(ctx, transfer, neverPaid, transfer)
  }
  if (isLate(transfer, now) && (await markOverdue(ctx.db, transfer.id, now))) noteOverdue(ctx, transfer)
  return isHopeless(transfer, now) ? done() : later(ctx, transfer)
}

async function payAgain(ctx: Disbursing, transfer: Transfer, provider: Provider, lease: Lease): Promise<Outcome> {
  const [writtenAt, now] = [elapsedMs(), ctx.clock.now()]
  if (lease.isOver() || !(await markTried(ctx.db, transfer, now))) return later(ctx, transfer)
  return pay(ctx, { ...transfer, triedAt: now }, provider, lease, { writtenAt, isRepeated: true })
}

function noteOverdue(ctx: Disbursing, { id, accountId, provider }: Transfer): void {
  ctx.events.note(accountId, 'airtime.overdue', String(id), provider)
  ctx.log.warn(
    { transfer: id, account: accountId, provider },
    'an airtime transfer is overdue: see ngoma airtime list --overdue',
  )
}

const isResult = (transferState: TransferState): transferState is Result =>
  transferState.state === 'successful' || transferState.state === 'failed'

function submittedOf(transfer: Transfer): Submitted {
  const { providerReference: reference, submittedAt, triedAt } = transfer
  if (reference === null || submittedAt === null || triedAt === null)
    throw new Error('a transfer without a reference was never submitted')
  return { ...orderOf(transfer), reference, submittedAt, triedAt }
}

/** An unreachable or confused provider is not our fault: the transfer waits. */
async function speak<T>(
  ctx: Disbursing,
  { name }: Provider,
  step: 'create' | 'confirm' | 'ask',
  { id }: Transfer,
  run: () => Promise<T>,
): Promise<T | ProviderFailure> {
  const startedAt = performance.now()
  try {
    const answer = await run()
    ctx.providers.note(name, null)
    return answer
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    ctx.providers.note(name, error.away ? error.message : null)
    const level = step !== 'ask' && error.stage !== 'refused' ? levelFor(ctx, name) : 'info'
    ctx.log[level](
      { provider: name, step, transfer: id, away: error.away, why: error.message },
      'an airtime provider gave no usable answer',
    )
    return error
  } finally {
    ctx.airtimeMetrics.asked(name, step, (performance.now() - startedAt) / 1_000)
  }
}

function levelFor({ warnedAt, clock }: Disbursing, provider: string): 'warn' | 'debug' {
  const now = clock.now().getTime()
  if (now - (warnedAt.get(provider) ?? Number.NEGATIVE_INFINITY) < warnEveryMs) return 'debug'
  warnedAt.set(provider, now)
  return 'warn'
}
