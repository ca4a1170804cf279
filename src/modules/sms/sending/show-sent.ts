import type { Sent } from '../../../contract/account/messages.ts'
import type { Sendable } from '../../../contract/shapes.ts'
import { formatMoney, getMoney, money } from '../../../values/money.ts'
import { startOf } from '../../../values/place.ts'
import type { SmsContext } from '../context.ts'
import type { Accepted } from '../model.ts'
import { listRecipients } from '../search/message-view.ts'
import type { AcceptedOrder } from './send-order.ts'

/** The answer names each recipient of a send to at most this many. */
const recipientsShownMax = 100

/** Adds up the figures of all requests of a send. */
export async function showSent(
  ctx: SmsContext,
  accountId: number,
  { requests, stoppedBy }: AcceptedOrder,
): Promise<Sendable<Sent>> {
  const sum = (figure: (request: Accepted) => number | undefined) =>
    requests.reduce((total, request) => total + (figure(request) ?? 0), 0)
  const price = requests.reduce((total, request) => total + getMoney(request.price ?? '0'), 0n)
  const total = sum((request) => request.total)
  return {
    requestIds: requests.map(({ requestId }) => requestId),
    total,
    valid: sum((request) => request.valid),
    invalid: sum((request) => request.invalid),
    duplicates: sum((request) => request.duplicates),
    optedOut: sum((request) => request.optedOut),
    doNotDisturb: sum((request) => request.doNotDisturb),
    noConsent: sum((request) => request.noConsent),
    price: formatMoney(money(price)),
    currency: requests[0]?.currency ?? ctx.config.currency,
    recipients: total > recipientsShownMax ? null : await listAll(ctx, accountId, requests),
    heldSeconds: secondsHeld(requests, ctx.clock.now()),
    stopped: stoppedBy && {
      code: stoppedBy.problem ?? 'invalid_request',
      detail: stoppedBy.message,
      hint: stoppedBy.hint,
    },
  }
}

/** Until the first request is sent: a repeated call may have continued an earlier send. */
function secondsHeld(requests: readonly Accepted[], now: Date): number | null {
  const ends = requests.flatMap(({ heldUntil }) => (heldUntil === undefined ? [] : [Date.parse(heldUntil)]))
  return ends.length === 0 ? null : Math.max(0, Math.min(...ends) - now.getTime()) / 1_000
}

/**
 * Null when reading them fails: the messages are already accepted, and a client that gets an error would send them
 * again.
 */
async function listAll(ctx: SmsContext, accountId: number, requests: readonly Accepted[]) {
  const place = startOf(recipientsShownMax)
  try {
    const lists = await Promise.all(
      requests.map(async ({ requestId }) => (await listRecipients(ctx, accountId, requestId, place, false)).items),
    )
    return lists.flat()
  } catch (error) {
    ctx.log.error({ err: error }, 'failed to read the recipients of an accepted send')
    return null
  }
}
