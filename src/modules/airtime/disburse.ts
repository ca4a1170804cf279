import { sql } from 'kysely'
import {
  type Confirmed,
  type Provider,
  ProviderError,
  type Result,
  type Standing,
  type Submitted,
} from '../../carriers/airtime/provider.ts'
import type { Tx } from '../../engine/db/index.ts'
import { again, done, type Lease, type Outcome, type Work } from '../../engine/work/index.ts'
import { isActive } from '../accounts/index.ts'
import type { AirtimeContext } from './context.ts'
import { endTransfer } from './end.ts'
import { isHopeless, isLate, isSettled, nextLook, orderOf, type Transfer } from './rules.ts'
import {
  markConfirmed,
  markOverdue,
  markSubmitted,
  markTried,
  readRow,
  type TransferRow,
  workColumns,
} from './store.ts'
import { workTopic } from './transfer.ts'

/**
 * An order to pay that was written down longer ago than this is not sent: somebody else may have taken over meanwhile.
 */
const staleMs = 5_000

const neverPaid: Result = { state: 'failed', reason: 'the provider could not be reached in time' }

/** A provider that is away is away for every transfer: that is said so often. */
const warnEveryMs = 60_000

interface Disbursing extends AirtimeContext {
  /** When it was last said that a provider does not take transfers, by its name. */
  readonly warnedAt: Map<string, number>
}

/**
 * Carries a transfer from its acceptance to its end. That it is about to be paid is committed before the provider is
 * told, so that whatever happens after is asked about, and it is told again only when it says that it was not told.
 * What has no end in a day is listed for the operator.
 */
export function disburseWork(base: AirtimeContext): Work<TransferRow> {
  const ctx: Disbursing = { ...base, warnedAt: new Map() }
  return {
    name: 'airtime',
    table: workTopic,
    columns: workColumns,
    // A transfer that the provider may have paid is followed to its end.
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
        : follow(ctx, transfer, provider, lease)
    },
    /** Never reached: there is always another look. */
    async giveUp() {},
  }
}

const later = ({ clock }: Disbursing, transfer: Transfer) => again(nextLook(transfer, clock.now()))

/**
 * The row is ours while this is written, and so it can't have ended; if it changed under us all the same, this is
 * undone and looked at again.
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
  if (created instanceof ProviderError) {
    return created.retryable
      ? later(ctx, transfer)
      : end(ctx, transfer, { state: 'failed', reason: created.reason }, transfer)
  }
  const [writtenAt, now] = [performance.now(), ctx.clock.now()]
  if (lease.isOver() || !(await markSubmitted(ctx.db, transfer.id, created.reference, now))) return later(ctx, transfer)
  const submitted: Transfer = {
    ...transfer,
    state: 'submitted',
    providerReference: created.reference,
    submittedAt: now,
    triedAt: now,
  }
  return pay(ctx, submitted, provider, lease, { writtenAt, isRepeated: false })
}

interface Payment {
  readonly writtenAt: number
  /**
   * The provider may have had the order before: that it refuses this one, as a duplicate for one, says nothing about
   * the other.
   */
  readonly isRepeated: boolean
}

/** Only after it was committed that this is about to happen. */
async function pay(
  ctx: Disbursing,
  transfer: Transfer,
  provider: Provider,
  lease: Lease,
  { writtenAt, isRepeated }: Payment,
): Promise<Outcome> {
  if (lease.isOver() || performance.now() - writtenAt > staleMs) return later(ctx, transfer)
  const confirmed = await speak<Confirmed>(ctx, provider, 'confirm', transfer, () =>
    provider.confirm(submittedOf(transfer)),
  )
  if (confirmed instanceof ProviderError) {
    return confirmed.retryable || isRepeated
      ? later(ctx, transfer)
      : end(ctx, transfer, { state: 'failed', reason: confirmed.reason })
  }
  const { standing, reference = null } = confirmed
  if (isResult(standing) && !(isRepeated && standing.state === 'failed')) return end(ctx, transfer, standing)
  if (standing.state === 'pending') await markConfirmed(ctx.db, transfer.id, reference, ctx.clock.now())
  return later(ctx, transfer)
}

/** Asks what became of it. */
async function follow(ctx: Disbursing, transfer: Transfer, provider: Provider | null, lease: Lease): Promise<Outcome> {
  const asked =
    provider === null
      ? null
      : await speak<Standing>(ctx, provider, 'ask', transfer, () => provider.ask(submittedOf(transfer)))
  const standing: Standing = asked === null || asked instanceof ProviderError ? { state: 'unknown' } : asked
  const now = ctx.clock.now()
  if (isResult(standing)) return end(ctx, transfer, standing)
  if (standing.state === 'pending' && transfer.confirmedAt === null) await markConfirmed(ctx.db, transfer.id, null, now)
  if (standing.state === 'unconfirmed' && transfer.confirmedAt === null) {
    if (!isLate(transfer, now) && provider !== null) return payAgain(ctx, transfer, provider, lease)
    if (isSettled(transfer.triedAt, now)) return end(ctx, transfer, neverPaid, transfer)
  }
  if (isLate(transfer, now) && (await markOverdue(ctx.db, transfer.id, now))) noteOverdue(ctx, transfer)
  return isHopeless(transfer, now) ? done() : later(ctx, transfer)
}

async function payAgain(ctx: Disbursing, transfer: Transfer, provider: Provider, lease: Lease): Promise<Outcome> {
  const [writtenAt, now] = [performance.now(), ctx.clock.now()]
  if (lease.isOver() || !(await markTried(ctx.db, transfer, now))) return later(ctx, transfer)
  return pay(ctx, { ...transfer, triedAt: now }, provider, lease, { writtenAt, isRepeated: true })
}

function noteOverdue(ctx: Disbursing, { id, accountId, provider }: Transfer): void {
  ctx.events.note(accountId, 'airtime.overdue', String(id), provider)
  ctx.log.warn(
    { transfer: id, account: accountId, provider },
    'a transfer of airtime is overdue: ngoma airtime list --overdue',
  )
}

const isResult = (standing: Standing): standing is Result =>
  standing.state === 'successful' || standing.state === 'failed'

function submittedOf(transfer: Transfer): Submitted {
  const { providerReference: reference, submittedAt, triedAt } = transfer
  if (reference === null || submittedAt === null || triedAt === null)
    throw new Error('a transfer without a reference was never submitted')
  return { ...orderOf(transfer), reference, submittedAt, triedAt }
}

/** That a provider is away, or can't be understood, is no fault of ours: it is what it says, for now. */
async function speak<T>(
  ctx: Disbursing,
  { name }: Provider,
  step: 'create' | 'confirm' | 'ask',
  { id }: Transfer,
  run: () => Promise<T>,
): Promise<T | ProviderError> {
  const startedAt = performance.now()
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const level = step !== 'ask' && error.retryable ? levelFor(ctx, name) : 'info'
    ctx.log[level](
      { provider: name, step, transfer: id, away: error.away, why: error.message },
      'a provider of airtime did not answer as hoped',
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
