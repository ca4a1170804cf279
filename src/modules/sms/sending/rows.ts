import { parsePhone } from '../../../values/phone.ts'
import {
  type BatchKind,
  type Draft,
  isFollowed,
  type Origin,
  type RefusedRecipient,
  reportEvents,
  submitterOf,
} from '../model.ts'
import { chargesOf, priceOfMessage, smsProduct } from './charge.ts'
import { ignoresConsent, type Recalled } from './facts.ts'
import { cutBatches } from './rules.ts'
import { fitsOneStatement, type NewMessage, type NewRequest, type NewSends } from './store-accept.ts'
import type { NewLabel, NewRefused } from './store-new-rows.ts'

export const countMessages = (requests: readonly Pick<NewRequest, 'plan'>[]) =>
  requests.reduce((sum, { plan }) => sum + plan.accepted.length, 0)

/** A recipient has a reference, and the message that it repeats. */
const labelsEach = 2

/** The most labels that the requests can have. */
export const countLabels = (requests: readonly Pick<NewRequest, 'draft' | 'plan'>[]) =>
  requests.reduce(
    (sum, { draft: { tags = [], reference }, plan }) =>
      sum + tags.length + (reference === undefined ? 0 : 1) + labelsEach * plan.labelled,
    0,
  )

export const countRefused = (requests: readonly Pick<NewRequest, 'plan'>[]) =>
  requests.reduce((sum, { plan }) => sum + plan.refused.length, 0)

/** The rows of requests in the order of their ids. Neighbours share batches and ledger entries. */
export const toRows = (requests: readonly NewRequest[], recalled: Recalled, now: Date): NewSends => ({
  requests,
  messages: messagesOf(requests),
  batches: cutBatches(requests.flatMap(runsOf)),
  refused: refusedOf(requests),
  labels: labelsOf(requests),
  charges: chargesOf(requests),
  recalled,
  undisturbed: undisturbedOf(requests),
  now,
})

/** Numbers that must not be on the do-not-disturb list. Messages of large sends are read again before they are sent. */
function undisturbedOf(requests: readonly NewRequest[]): string[] {
  if (!fitsOneStatement(countMessages(requests))) return []
  return requests.flatMap(({ draft, plan }) => (ignoresConsent(draft) ? [] : plan.accepted.map(({ phone }) => phone)))
}

/** A generator, so that a large request is not copied in memory. */
function* messagesOf(requests: readonly NewRequest[]): Generator<NewMessage> {
  for (const { id: requestId, firstMessageId, plan, priceOf, draft } of requests) {
    const { accountId, sender, segments, origin } = draft
    const reporting = origin && isFollowed(origin) ? { submitter: submitterOf(origin), reports: origin.reports } : {}
    const product = draft.product === smsProduct ? undefined : draft.product
    let id = firstMessageId ?? 0
    for (const candidate of plan.accepted) {
      const { recipientId, phone, carrier, own } = candidate
      const price = Number(priceOfMessage(candidate, segments, priceOf))
      yield {
        id,
        accountId,
        requestId,
        sender,
        recipientId,
        phone,
        carrier,
        segments,
        price,
        product,
        ...reporting,
        ...own,
      }
      id += 1
    }
  }
}

/** A reference of a recipient that equals that of the request would find the message twice. */
function* labelsOf(requests: readonly NewRequest[]): Generator<NewLabel> {
  for (const { id: requestId, firstMessageId, plan, draft } of requests) {
    const { accountId, tags = [], reference } = draft
    let place = 0
    const labels = [
      ...tags.map((value) => ({ kind: 'tag', value }) as const),
      ...(reference === undefined ? [] : [{ kind: 'reference', value: reference } as const]),
    ]
    for (const label of labels) yield { requestId, accountId, ...label, place: place++ }
    if (plan.labelled === 0) continue
    for (const [index, { isLabelled, recipientId, resends }] of plan.accepted.entries()) {
      const of = { requestId, accountId, messageId: (firstMessageId ?? 0) + index }
      if (isLabelled && recipientId !== reference)
        yield { ...of, kind: 'reference', value: recipientId, place: place++ }
      if (resends !== undefined) yield { ...of, kind: 'resent', value: String(resends), place: place++ }
    }
  }
}

function* refusedOf(requests: readonly NewRequest[]): Generator<NewRefused> {
  for (const request of requests) {
    const { id: requestId, draft, plan } = request
    for (const [place, one] of plan.refused.entries())
      yield { ...one, requestId, place, accountId: draft.accountId, report: reportOf(request, one) }
  }
}

/** The events of refused recipients that the submitter wants to know. Answers over SMPP name those recipients. */
const refusalEvents = ({ origin }: Draft) =>
  origin?.kind === 'kannel' ? origin.reports & (reportEvents.rejected | reportEvents.failed) : 0

/** If all recipients are refused, the answer says so. A repeated number gets the reports of its message. */
function reportOf({ draft, plan }: NewRequest, { number, why }: RefusedRecipient): NewRefused['report'] {
  const { origin } = draft
  const events = refusalEvents(draft)
  if (!origin || events === 0 || plan.accepted.length === 0 || why === 'duplicate_number') return undefined
  const event = events & reportEvents.rejected || events
  return { submitter: submitterOf(origin), phone: parsePhone(number) ?? number, event }
}

/** The kinds of submitters that get reports about refused recipients. */
export const refusalKinds = (requests: readonly NewRequest[]): Set<Origin['kind']> =>
  new Set(
    requests.flatMap(({ draft, plan }) =>
      draft.origin && plan.refused.length > 0 && refusalEvents(draft) > 0 ? [draft.origin.kind] : [],
    ),
  )

/** Consecutive messages of a request with the same carrier. */
function runsOf({ draft, plan: { accepted }, firstMessageId, dueAt, validUntil }: NewRequest) {
  const { accountId, lane } = draft
  const runs: (BatchKind & { readonly firstMessageId: number; count: number })[] = []
  for (const [index, { carrier }] of accepted.entries()) {
    const last = runs.at(-1)
    if (last?.carrier === carrier) last.count += 1
    else {
      const first = (firstMessageId ?? 0) + index
      runs.push({ accountId, lane, carrier, dueAt, validUntil, firstMessageId: first, count: 1 })
    }
  }
  return runs
}
