import { type Phone, parsePhone } from '../../../values/phone.ts'
import type {
  BatchKind,
  Candidate,
  FirstInvalid,
  Lane,
  NewBatch,
  Plan,
  Recipient,
  RefusedReason,
  RefusedRecipient,
  Sorted,
} from '../model.ts'

/** How many times the set queue age a lane may have: bulk is refused first, PINs last. */
const patience: Readonly<Record<Lane, number>> = { bulk: 1, single: 2, pin: 4 }

/** Whether more messages in a lane would only wait behind those that wait already. A limit of 0 refuses nothing. */
export function isQueueTooOld(lane: Lane, ageSeconds: number, limitSeconds: number): boolean {
  return limitSeconds > 0 && ageSeconds > limitSeconds * patience[lane]
}

/** Which carrier takes a number; null when no route leads to it. */
export type Route = (phone: Phone) => string | null

/** So many of a request are kept for whoever asks why; the others are only counted. */
const refusedKeptMax = 10_000
const numberLengthMax = 32

/**
 * Sorts the recipients of one request, in as many pieces as they come. The first entry of a repeated number wins; a
 * repeated reference for another number is invalid, and so is a number that no route leads to, or that there is nothing
 * to write to. Who opted out is found later, among the candidates.
 */
export function createSorter(route: Route) {
  const candidates: Candidate[] = []
  const refused: RefusedRecipient[] = []
  const seen = new Set<Phone>()
  const references = new Set<string>()
  let invalid = 0
  let duplicates = 0
  let place = 0
  let firstInvalid: FirstInvalid | null = null
  const refuse = ({ recipientId, number }: Recipient, why: RefusedReason) => {
    if (why === 'duplicate_number') duplicates += 1
    else {
      invalid += 1
      firstInvalid ??= { place, why }
    }
    if (refused.length < refusedKeptMax)
      refused.push({ recipientId, number: number.slice(0, numberLengthMax).toWellFormed(), why })
  }

  return {
    add(recipients: readonly Recipient[]): void {
      for (const recipient of recipients) {
        const { recipientId, number, own } = recipient
        place += 1
        const phone = own === null ? null : parsePhone(number)
        if (phone === null) refuse(recipient, own === null ? 'bad_text' : 'invalid_number')
        else if (seen.has(phone)) refuse(recipient, 'duplicate_number')
        else if (references.has(recipientId)) refuse(recipient, 'repeated_reference')
        else {
          const carrier = route(phone)
          if (carrier === null) refuse(recipient, 'no_route')
          else candidates.push(own ? { recipientId, phone, carrier, own } : { recipientId, phone, carrier })
        }
        if (phone !== null) seen.add(phone)
        references.add(recipientId)
      }
    },
    sorted: (): Sorted => ({ candidates, invalid, firstInvalid, duplicates, refused }),
  }
}

/** Takes out who opted out, and puts the messages of one carrier beside each other. */
export function planSend(
  { candidates, invalid, firstInvalid, duplicates, refused }: Sorted,
  optedOut: ReadonlySet<string>,
): Plan {
  const accepted = optedOut.size === 0 ? candidates : candidates.filter(({ phone }) => !optedOut.has(phone))
  const carriers = new Set(accepted.map(({ carrier }) => carrier))
  return {
    accepted:
      carriers.size < 2
        ? accepted
        : accepted.toSorted((a, b) => (a.carrier < b.carrier ? -1 : a.carrier > b.carrier ? 1 : 0)),
    invalid,
    firstInvalid,
    duplicates,
    optedOut: candidates.length - accepted.length,
    refused:
      accepted.length === candidates.length
        ? refused
        : [...refused, ...listOptedOut(candidates, optedOut, refusedKeptMax - refused.length)],
  }
}

function listOptedOut(
  candidates: readonly Candidate[],
  optedOut: ReadonlySet<string>,
  max: number,
): RefusedRecipient[] {
  const out: RefusedRecipient[] = []
  for (const { recipientId, phone } of candidates) {
    if (out.length >= max) break
    if (optedOut.has(phone)) out.push({ recipientId, number: phone, why: 'opted_out' })
  }
  return out
}

export const batchMessagesMax = 500

/** Cuts runs of messages with consecutive ids into batches; neighbours of the same kind share one. */
export function cutBatches(
  runs: readonly (BatchKind & { readonly firstMessageId: number; readonly count: number })[],
): NewBatch[] {
  const batches: NewBatch[] = []
  for (const { firstMessageId, count, ...kind } of runs) {
    let next = firstMessageId
    const end = firstMessageId + count
    const last = batches.at(-1)
    if (last && last.lastMessageId === next - 1 && isSameKind(last, kind)) {
      const room = batchMessagesMax - (next - last.firstMessageId)
      const taken = Math.min(room, count)
      batches[batches.length - 1] = { ...last, lastMessageId: last.lastMessageId + taken }
      next += taken
    }
    for (; next < end; next += batchMessagesMax) {
      batches.push({ ...kind, firstMessageId: next, lastMessageId: Math.min(end, next + batchMessagesMax) - 1 })
    }
  }
  return batches
}

function isSameKind(a: BatchKind, b: BatchKind): boolean {
  return (
    a.accountId === b.accountId &&
    a.carrier === b.carrier &&
    a.lane === b.lane &&
    a.dueAt.getTime() === b.dueAt.getTime() &&
    a.validUntil.getTime() === b.validUntil.getTime()
  )
}

/**
 * How long a message that the carrier was too busy for waits before each further try; after the last it is undelivered.
 */
export const busyRetrySeconds: readonly number[] = [1, 2, 5, 15, 60, 300, 900, 3600]
