import { type Phone, parsePhone } from '../../../values/phone.ts'
import type { ReasonOf } from '../../consent/index.ts'
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

/** The queue age limit is multiplied by this: bulk messages are rejected first, PINs last. */
const patience: Readonly<Record<Lane, number>> = { bulk: 1, single: 2, pin: 4 }

/** Whether new messages in a lane would only wait. A limit of 0 turns the check off. */
export function isQueueTooOld(lane: Lane, ageSeconds: number, limitSeconds: number): boolean {
  return limitSeconds > 0 && ageSeconds > limitSeconds * patience[lane]
}

/** The carrier of a number; null without a route. */
export type Route = (phone: Phone) => string | null

/** Further refused recipients of a request are counted but not stored. */
const refusedKeptMax = 10_000
const numberLengthMax = 32

/**
 * Sorts the recipients of one request, in as many pieces as they arrive. The first entry of a repeated number wins. A
 * repeated reference for another number is invalid, and so is a number without a route or without a text. Excluded
 * numbers are removed later from the candidates. Numbers of earlier requests of the same send count as repeated.
 */
export function createSorter(route: Route, earlier: ReadonlySet<Phone> = noPhones) {
  const candidates: Candidate[] = []
  const refused: RefusedRecipient[] = []
  const seen = new Set<Phone>()
  const references = new Set<string>()
  let invalid = 0
  let duplicates = 0
  let place = 0
  let labelled = 0
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
        const phone = own === null ? null : recipient.phone === undefined ? parsePhone(number) : recipient.phone
        const isReference = recipient.idOf !== 'server'
        if (phone === null) refuse(recipient, reasonWithoutPhone(recipient))
        else if (seen.has(phone) || earlier.has(phone)) refuse(recipient, 'duplicate_number')
        else if (isReference && references.has(recipientId)) refuse(recipient, 'repeated_reference')
        else {
          const carrier = route(phone)
          if (carrier === null) refuse(recipient, 'no_route')
          else {
            candidates.push(candidateOf(recipient, phone, carrier))
            if (hasLabels(recipient)) labelled += 1
          }
        }
        if (phone !== null) seen.add(phone)
        if (isReference) references.add(recipientId)
      }
    },
    sorted: (): Sorted => ({ candidates, invalid, firstInvalid, duplicates, refused, labelled }),
  }
}

/** Only a contact that does not exist has no number at all. */
function reasonWithoutPhone({ own, number, idOf }: Recipient): RefusedReason {
  if (own === null) return 'bad_text'
  return number === '' && idOf === 'server' ? 'unknown_contact' : 'invalid_number'
}

const noPhones: ReadonlySet<Phone> = new Set()

const hasLabels = ({ idOf, resends }: Recipient) => idOf === 'client' || resends !== undefined

/** Without empty fields, because a request may have 100,000 candidates. */
function candidateOf(recipient: Recipient, phone: Phone, carrier: string): Candidate {
  const { recipientId, own, idOf, resends } = recipient
  if (hasLabels(recipient))
    return {
      ...{ recipientId, phone, carrier },
      ...(own ? { own } : {}),
      ...(idOf === 'client' ? { isLabelled: true } : {}),
      ...(resends === undefined ? {} : { resends }),
    }
  return own ? { recipientId, phone, carrier, own } : { recipientId, phone, carrier }
}

/** Removes excluded numbers and groups the messages by carrier. `reasonOf` is null when no number is excluded. */
export function planSend(
  { candidates, invalid, firstInvalid, duplicates, refused, labelled }: Sorted,
  reasonOf: ReasonOf | null,
): Plan {
  const { kept, excluded, counts } = exclude(candidates, reasonOf, refusedKeptMax - refused.length)
  const carriers = new Set(kept.map(({ carrier }) => carrier))
  return {
    accepted:
      carriers.size < 2 ? kept : kept.toSorted((a, b) => (a.carrier < b.carrier ? -1 : a.carrier > b.carrier ? 1 : 0)),
    invalid,
    firstInvalid,
    duplicates,
    optedOut: candidates.length - kept.length,
    doNotDisturb: counts.do_not_disturb,
    noConsent: counts.no_consent,
    refused: excluded.length === 0 ? refused : [...refused, ...excluded],
    labelled,
  }
}

function exclude(candidates: readonly Candidate[], reasonOf: ReasonOf | null, keptMax: number) {
  const counts = { opted_out: 0, do_not_disturb: 0, no_consent: 0 }
  const excluded: RefusedRecipient[] = []
  if (reasonOf === null) return { kept: candidates, excluded, counts }
  const kept: Candidate[] = []
  for (const candidate of candidates) {
    const why = reasonOf(candidate.phone)
    if (why === null) kept.push(candidate)
    else {
      counts[why] += 1
      const { recipientId, phone } = candidate
      if (excluded.length < keptMax) excluded.push({ recipientId, number: phone, why })
    }
  }
  return { kept, excluded, counts }
}

export const batchMessagesMax = 500

/** Cuts runs of consecutive messages into batches. Neighbours of the same kind share a batch. */
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

/** The pauses between attempts while a carrier is too busy. After the last one, the message is undelivered. */
export const busyRetrySeconds: readonly number[] = [1, 2, 5, 15, 60, 300, 900, 3600]
