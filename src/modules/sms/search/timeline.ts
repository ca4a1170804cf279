import type { TimelineEntry as ShownEntry } from '../../../contract/account/messages.ts'
import type { Sendable } from '../../../contract/shapes.ts'
import type { CallbackAttempt } from '../../webhooks/index.ts'
import { isDueAgain } from '../progress/due-again.ts'
import { explainReason, noReceiptReason } from '../reasons.ts'
import type { StoredMessage, StoredMove, StoredPart } from './store-messages.ts'

/** A past or planned event of a message. */
export interface TimelineEntry extends Omit<Sendable<ShownEntry>, 'at'> {
  readonly at: Date
}

/**
 * Entries with the same time stay in their natural order. A receipt comes after its submit even when its time is
 * earlier, because many carriers give only the minute.
 */
export function timelineOf(
  message: StoredMessage,
  parts: readonly StoredPart[],
  callbacks: readonly CallbackAttempt[],
  now: Date,
  moves: readonly StoredMove[] = [],
): TimelineEntry[] {
  const entries = [
    ...untilSubmitted(message, moves, now),
    ...submitsOf(message, parts),
    ...endOf(message, parts),
    ...callbacks.map(calledBack),
  ]
  let submittedMs = 0
  return entries
    .map((entry) => {
      if (entry.event === 'submitted') submittedMs = entry.at.getTime()
      const followsSubmit = entry.event === 'receipt' || entry.event === 'retrying'
      return { entry, placeMs: Math.max(entry.at.getTime(), followsSubmit ? submittedMs : 0) }
    })
    .toSorted((a, b) => a.placeMs - b.placeMs)
    .map(({ entry }) => entry)
}

function* untilSubmitted(message: StoredMessage, moves: readonly StoredMove[], now: Date): Generator<TimelineEntry> {
  const { createdAt, dueAt, submittedAt, doneAt, retryAt, reason, attempts, carrier } = message
  yield { at: createdAt, event: 'accepted', text: 'The message was accepted.', detail: {} }
  if (dueAt > createdAt)
    yield { at: createdAt, event: 'scheduled', text: 'The message was scheduled.', detail: { for: dueAt } }
  if (submittedAt !== null || dueAt <= (doneAt ?? now)) {
    const first = moves.findLast(({ at }) => at <= dueAt)?.to ?? moves[0]?.from ?? carrier
    const text = `The message was queued for carrier ${first}.`
    yield { at: dueAt, event: 'queued', text, detail: { carrier: first } }
  }
  for (const { at, from, to } of moves) {
    const text = `The message was moved from carrier ${from} to carrier ${to}.`
    yield { at, event: 'moved', text, detail: { carrier: to, from } }
  }
  if (submittedAt === null && doneAt === null && retryAt !== null) {
    const text =
      reason === 'throttled'
        ? `Carrier ${carrier} throttles messages to this number. The message will be retried.`
        : `Carrier ${carrier} was too busy (attempts: ${attempts}). The message will be retried.`
    yield { at: retryAt, event: 'retrying', text, detail: { attempts, reason } }
  }
}

/** The submits that a carrier accepted, each with the receipt after which the message became due again. */
function* submitsOf(message: StoredMessage, parts: readonly StoredPart[]): Generator<TimelineEntry> {
  const { submittedAt, doneAt, attempts } = message
  if (submittedAt === null) return
  const submits = [...Map.groupBy(parts, ({ againAt }) => againAt?.getTime() ?? null).values()]
  for (const [place, ofSubmit] of (submits.length === 0 ? [[]] : submits).entries()) {
    const { carrier = message.carrier, againAt = null } = ofSubmit[0] ?? {}
    const isLast = place >= submits.length - 1
    yield {
      at: againAt ?? submittedAt,
      event: 'submitted',
      text: `Carrier ${carrier} accepted the message${againAt === null ? '' : ' again'}.`,
      detail: { carrier, attempts, references: ofSubmit.map(({ reference }) => reference) },
    }
    const failure = ofSubmit.find(({ failedAt }) => failedAt !== null)
    if (failure === undefined || failure.failedAt === null) continue
    const waits = isLast && doneAt === null && isDueAgain(message) ? { for: message.retryAt } : {}
    const reason = failure.failedReason
    yield {
      at: failure.failedAt,
      event: 'retrying',
      text: `Carrier ${carrier} could not deliver the message.${'for' in waits ? ' It will be submitted again.' : ''}`,
      detail: { carrier, reason, explanation: explainReason(reason), ...waits },
    }
  }
}

function* endOf(
  { submittedAt, doneAt, status, reason }: StoredMessage,
  parts: readonly StoredPart[],
): Generator<TimelineEntry> {
  for (const one of parts) {
    if (one.doneAt === null) continue
    const explanation = explainReason(one.reason)
    const text =
      one.status === 'DELIVERED'
        ? `Part ${one.part} was delivered.`
        : `Part ${one.part} was not delivered. ${explanation ?? ''}`.trimEnd()
    const { part, status, reason } = one
    yield { at: one.doneAt, event: 'receipt', text, detail: { part, status, reason, explanation } }
  }
  if (doneAt === null) return
  const isFromReceipt = submittedAt !== null && reason !== 'expired' && reason !== noReceiptReason
  const detail = { status, reason, explanation: explainReason(reason) }
  const text =
    detail.explanation ?? (status === 'DELIVERED' ? 'The message was delivered.' : 'The message was not delivered.')
  if (!isFromReceipt) yield { at: doneAt, event: 'ended', text, detail }
  else if (parts.every(({ part }) => part === 1)) yield { at: doneAt, event: 'receipt', text, detail }
}

function calledBack({ at, ...detail }: CallbackAttempt): TimelineEntry {
  const { url, status, problem } = detail
  const text =
    problem === null ? `The callback to ${url} got status ${status}.` : `The callback to ${url} failed: ${problem}.`
  return { at, event: 'callback', text, detail }
}
