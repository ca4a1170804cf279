import type { HandOff } from '../../../engine/work/index.ts'
import type { SmsContext } from '../context.ts'
import type { Batch, NewBatch, OutgoingMessage } from '../model.ts'
import { dispatchTopic } from './dispatch.ts'
import type { Facts } from './facts.ts'
import { countMessages } from './rows.ts'
import { fitsOneStatement, type NewRequest, type NewSends } from './store-accept.ts'
import type { BatchOffer, LeasedBatch, OfferedBatch } from './store-new-rows.ts'

/**
 * Due batches that this process offers to send itself, without claiming them and without reading their messages.
 * Batches of a large send are claimed as usual: their messages would fill the memory. Messages of accounts with
 * opt-outs are read again, because a recipient may have opted out since the first read. The do-not-disturb list was
 * checked again by the statement that stored them.
 */
export function handOffBatches(
  ctx: Pick<SmsContext, 'work'>,
  requests: readonly NewRequest[],
  { batches, hasOptOuts }: Pick<NewSends, 'batches'> & Pick<Facts, 'hasOptOuts'>,
  now: Date,
) {
  const mayOffer = fitsOneStatement(countMessages(requests))
  const handOffs = new Map<string, HandOff<Batch> | null>()
  const offers: BatchOffer[] = []
  function handOffOf({ carrier, lane }: NewBatch): HandOff<Batch> | null {
    const topic = dispatchTopic(carrier, lane)
    const known = handOffs.get(topic)
    if (known !== undefined) return known
    const handOff = ctx.work.handOff<Batch>(topic)
    handOffs.set(topic, handOff)
    if (handOff !== null) {
      const { owner, leaseSeconds, dueBefore } = handOff
      offers.push({ carrier, lane, owner, leaseSeconds, dueBefore })
    }
    return handOff
  }
  const offered = batches.map((batch): OfferedBatch => {
    const handOff = mayOffer && batch.dueAt <= now ? handOffOf(batch) : null
    return handOff?.take(String(batch.accountId)) ? { ...batch, owner: handOff.owner } : batch
  })

  /** After the commit: begins the batches that the statement leased, and announces the others. */
  function dispatch(leased: readonly LeasedBatch[]): void {
    const ids = new Map(leased.map(({ id, firstMessageId }) => [firstMessageId, id]))
    const messages = leased.length === 0 ? new Map<number, OutgoingMessage>() : outgoingOf(requests)
    const [begun, left] = [new Map<string, Batch[]>(), new Set<string>()]
    for (const { owner, ...batch } of offered) {
      const topic = dispatchTopic(batch.carrier, batch.lane)
      const id = ids.get(batch.firstMessageId)
      if (id !== undefined) {
        const isRead = batch.lane !== 'pin' && hasOptOuts(batch.accountId)
        const accepted = isRead ? {} : { accepted: { messages: within(batch, messages), atMs: performance.now() } }
        begun.set(topic, [...(begun.get(topic) ?? []), { ...batch, id, ...accepted }])
      } else if (batch.dueAt <= now) left.add(topic)
    }
    for (const [topic, rows] of begun)
      handOffs.get(topic)?.begin(rows.map((row) => ({ key: String(row.accountId), due: row.dueAt, row })))
    for (const topic of left) ctx.work.announce(topic)
  }

  return { batches: offered, offers, dispatch }
}

/** The messages of new requests by id. The recipients are not excluded, or it does not matter. */
function outgoingOf(requests: readonly NewRequest[]): Map<number, OutgoingMessage> {
  const messages = new Map<number, OutgoingMessage>()
  for (const { id: requestId, draft, plan, dueAt, sealedText, firstMessageId } of requests) {
    const { sender, wire = null } = draft
    let id = firstMessageId ?? 0
    for (const { phone, own } of plan.accepted) {
      const { text, encoding } = own ?? draft
      const rest = { wire, dueAt, attempts: 0, retryAt: null, excludedBy: null }
      messages.set(id, { id, phone, requestId, sender, text, sealedText, encoding, ...rest })
      id += 1
    }
  }
  return messages
}

function within({ firstMessageId, lastMessageId }: NewBatch, messages: ReadonlyMap<number, OutgoingMessage>) {
  return Array.from({ length: lastMessageId - firstMessageId + 1 }, (_, index) =>
    messages.get(firstMessageId + index),
  ).filter((message) => message !== undefined)
}
