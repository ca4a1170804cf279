import type { PaymentMethod, PaymentProgress } from '../../carriers/payment/provider.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import type { Tx } from '../../engine/db/index.ts'
import { elapsedMs } from '../../engine/flow/elapsed.ts'
import { holdProvider } from '../providers/index.ts'
import type { CheckoutContext } from './context.ts'
import { billOf, type Taker } from './offers.ts'
import { applyProgress } from './progress.ts'
import { askUnansweredAt } from './rules.ts'
import { markStarted, type Session, updateRunning } from './store.ts'
import { insertPayment, moveStarted, type StoredPayment } from './store-payments.ts'

/** A committed attempt that is older than this is not told to a provider. */
const staleMs = 5_000

/** How the payer wants to pay. */
export interface ChosenProvider {
  readonly method: PaymentMethod
  /** The providers that can take the payment, best first. */
  readonly takers: readonly Taker[]
}

/**
 * Starts the payment once, even for concurrent requests. The attempt is committed before the provider is called.
 * Returns the URL where the payer continues, if it is on another site.
 */
export async function paySession(
  ctx: CheckoutContext,
  session: Session,
  { method, takers }: ChosenProvider,
  returnUrl: string,
): Promise<string | null> {
  let started: Started | null = null
  for (const taker of takers) {
    const writtenAt = elapsedMs()
    const next: Started | 'paused' | null =
      started === null ? await begin(ctx, session, method, taker) : await move(ctx, started, taker)
    if (next === 'paused') continue
    if (next === null) return session.redirectTo
    started = next
    // While this process or its machine was suspended, the payment may have failed because the provider did not know it.
    if (elapsedMs() - writtenAt > staleMs) continue
    const progress = await tell(ctx, taker, started, returnUrl)
    if (progress === 'unstarted') continue
    if (progress === 'unknown') return null
    const { payment } = started
    await ctx.db.transaction((tx) => applyProgress(ctx, tx, payment, progress, taker.provider))
    return progress.state === 'pending' ? progress.redirectTo : null
  }
  if (started === null) return null
  const { payment } = started
  const failed: PaymentProgress = { state: 'failed', reason: 'no provider could be reached' }
  await ctx.db.transaction((tx) => applyProgress(ctx, tx, payment, failed))
  return null
}

/** An attempt that was committed and that no provider has received yet. */
interface Started {
  readonly session: Session
  readonly payment: StoredPayment
}

/** Locks out a pause or removal, until the attempt is committed. */
const isUsable = async (tx: Tx, { name, isSimulated }: Taker['provider']): Promise<boolean> =>
  isSimulated === true || holdProvider(tx, name)

/** Null when the session cannot be paid, or another request has started a payment. */
const begin = (
  ctx: CheckoutContext,
  session: Session,
  method: PaymentMethod,
  { provider, phone }: Taker,
): Promise<Started | 'paused' | null> =>
  ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    if (!(await isUsable(tx, provider))) return 'paused'
    const started = await markStarted(tx, session, provider.name, now)
    if (started === null) return null
    const wanted = { provider: provider.name, method, phone }
    return { session: started, payment: await insertPayment(tx, started, wanted, now, askUnansweredAt(now)) }
  })

/** Only after it is certain that the previous provider got nothing. Null when the attempt has ended or changed. */
const move = (
  ctx: CheckoutContext,
  { session, payment }: Started,
  { provider, phone }: Taker,
): Promise<Started | 'paused' | null> =>
  ctx.db.transaction(async (tx) => {
    if (!(await isUsable(tx, provider))) return 'paused'
    const { name } = provider
    const moved = await moveStarted(tx, payment, { provider: name, phone }, askUnansweredAt(ctx.clock.now()))
    if (moved === null) return null
    await updateRunning(tx, session, { provider: name, redirectTo: null })
    return { session, payment: moved }
  })

async function tell(
  ctx: CheckoutContext,
  { provider, phone }: Taker,
  { session, payment }: Started,
  returnUrl: string,
): Promise<PaymentProgress | 'unstarted' | 'unknown'> {
  const { accountName: payee, referenceNumber: purpose } = session
  const { paymentId: id, method } = payment
  try {
    const bill = { ...billOf(session), id, method, payee, purpose, phone, returnUrl }
    const progress = await provider.pay(bill)
    ctx.payments.note(provider.name, null)
    return progress
  } catch (error) {
    const known = error instanceof ProviderFailure ? error : null
    if (known?.away) ctx.payments.note(provider.name, known.message)
    const isUnstarted = known?.stage === 'unstarted'
    ctx.log.warn(
      {
        ...(known ? { why: known.message } : { err: error }),
        payment: id,
        account: session.accountId,
        provider: provider.name,
      },
      isUnstarted
        ? 'a payment provider could not be told to start a payment'
        : 'the result of starting a payment is unknown: the provider is asked later',
    )
    return isUnstarted ? 'unstarted' : 'unknown'
  }
}
