import type { TimelineEntry as ShownEntry } from '../../../contract/console/messages.ts'
import type { Sendable } from '../../../contract/shapes.ts'
import type { CallbackAttempt } from '../../webhooks/index.ts'
import { explainReason } from './reasons.ts'
import type { StoredMessage, StoredPart } from './store-messages.ts'

/** An event in the life of a message, past or planned. */
export interface TimelineEntry extends Omit<Sendable<ShownEntry>, 'at'> {
  readonly at: Date
}

/**
 * In the order that they belong in: what happened at the same time stays in it. A receipt stands after the moment at
 * which the carrier took the message, whatever the carrier's clock says: many give only the minute.
 */
export function timelineOf(
  message: StoredMessage,
  parts: readonly StoredPart[],
  callbacks: readonly CallbackAttempt[],
  now: Date,
): TimelineEntry[] {
  const entries = [...untilSubmitted(message, parts, now), ...endOf(message, parts), ...callbacks.map(calledBack)]
  const placeOf = ({ event, at }: TimelineEntry) =>
    Math.max(at.getTime(), event === 'receipt' ? (message.submittedAt?.getTime() ?? 0) : 0)
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function* untilSubmitted(message: StoredMessage, parts: readonly StoredPart[], now: Date): Generator<TimelineEntry> {
  const { createdAt, dueAt, submittedAt, doneAt, retryAt, reason, attempts, carrier } = message
  yield { at: createdAt, event: 'accepted', text: 'It was accepted.', detail: {} }
  if (dueAt > createdAt)
    yield { at: createdAt, event: 'scheduled', text: 'It was to wait for its time.', detail: { for: dueAt } }
  if (submittedAt !== null || dueAt <= (doneAt ?? now))
    yield { at: dueAt, event: 'queued', text: `It was due, for the carrier ${carrier}.`, detail: { carrier } }
  if (submittedAt === null && doneAt === null && retryAt !== null) {
    const tries = attempts === 1 ? 'once' : `${attempts} times`
    const text =
      reason === 'throttled'
        ? `The carrier ${carrier} throttles messages to this number; it is sent again.`
        : `The carrier ${carrier} was too busy for it ${tries}; it is tried again.`
    yield { at: retryAt, event: 'retrying', text, detail: { attempts, reason } }
  }
  if (submittedAt !== null) {
    const detail = { carrier, attempts, references: parts.map(({ reference }) => reference) }
    yield { at: submittedAt, event: 'submitted', text: `The carrier ${carrier} took it.`, detail }
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
        ? `Part ${one.part} arrived on the phone.`
        : `Part ${one.part} did not arrive. ${explanation ?? ''}`.trimEnd()
    yield {
      at: one.doneAt,
      event: 'receipt',
      text,
      detail: { part: one.part, status: one.status, reason: one.reason, explanation },
    }
  }
  if (doneAt === null) return
  const isFromReceipt = submittedAt !== null && reason !== 'expired'
  const detail = { status, reason, explanation: explainReason(reason) }
  const text = status === 'DELIVERED' ? 'It arrived on the phone.' : (detail.explanation ?? 'It did not arrive.')
  if (!isFromReceipt) yield { at: doneAt, event: 'ended', text, detail }
  else if (parts.length < 2) yield { at: doneAt, event: 'receipt', text, detail }
}

function calledBack({ at, ...detail }: CallbackAttempt): TimelineEntry {
  const { url, status, problem } = detail
  const text = problem === null ? `${url} was told, and answered ${status}.` : `${url} could not be told: ${problem}.`
  return { at, event: 'callback', text, detail }
}
