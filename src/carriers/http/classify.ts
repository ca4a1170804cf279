import type { Receipt } from '../carrier.ts'
import {
  isSuccess,
  type ProviderAnswer,
  parseJson,
  readAt,
  stateOfStatus,
  stateOfValue,
  validReference,
} from '../http-template/answer.ts'
import type { DeliveryState, SendSettings, SendState, StatusSettings } from './settings.ts'

/** The meaning of a submit response. */
export type Verdict =
  /**
   * Empty references when the response should have one but does not: the provider has the message, and would send it
   * again.
   */
  | { readonly does: 'accept'; readonly references: readonly string[] | 'ours' }
  | { readonly does: 'refuse' | 'retry'; readonly reason: string }
  /** Pauses all messages; null for the default pause. */
  | { readonly does: 'slow'; readonly waitMs: number | null }
  /** The provider rejects our credentials, which says nothing about the message. */
  | { readonly does: 'away' }
  | { readonly does: 'unclear'; readonly why: string }

/** A longer Retry-After is cut to this. */
const waitMsMax = 300_000
/** HTTP statuses that mean that the same request may succeed later. */
const laterStatuses = [408, 425]
/** A proxy got no valid response. The provider behind it may have the message. */
const proxyStatuses = [502, 504]

export const isOfProxy = (status: number) => proxyStatuses.includes(status)

const unclear = (why: string): Verdict => ({ does: 'unclear', why })

/** Parses a response for reading values by their paths. */
function parseAnswer(text: string, split: string | null): unknown {
  if (split === null) return parseJson(text)
  const signs = new Set(split)
  const values = ['']
  for (const sign of text) {
    if (signs.has(sign)) values.push('')
    else values[values.length - 1] += sign
  }
  return values.map((value) => value.trim())
}

/** `onFault`: the meaning of other server errors; null when the provider may have the message. */
export function classifyAnswer(
  { answer, states }: Pick<SendSettings, 'answer' | 'states'>,
  given: ProviderAnswer,
  now: Date,
  onFault: 'busy' | null = 'busy',
): Verdict {
  const { status, text, isCut, headers } = given
  if (isCut) return unclear('the response is too long')
  const content = parseAnswer(text, answer.split)
  const said = readAt(content, answer.state)
  const reason = readAt(content, answer.reason)
  const waitMs = readWait(headers['retry-after'], now)
  const state = stateOf(states, status, said, onFault)
  if (state === 'refused')
    return {
      does: 'refuse',
      reason: reasonOf(reason ?? said, isSuccess(status) ? 'refused_by_carrier' : `http_${status}`),
    }
  if (state === 'slow' || (state === 'busy' && waitMs !== null)) return { does: 'slow', waitMs }
  if (state === 'busy')
    return { does: 'retry', reason: reasonOf(reason ?? said, status === 200 ? 'busy' : `http_${status}`) }
  if (state === 'away') return { does: 'away' }
  if (state === null)
    return unclear(
      said === null || status >= 500
        ? `the response has status ${status}`
        : `unknown state ${JSON.stringify(said.slice(0, 40))}`,
    )
  if (answer.reference === '') return { does: 'accept', references: 'ours' }
  const reference = validReference(readAt(content, answer.reference))
  return { does: 'accept', references: reference === null ? [] : [reference] }
}

/**
 * A 2xx response is read by its content, any other first by its status. Only a 2xx response can mean accepted. Content
 * with 401 is about us, and with 500 about the provider.
 */
function stateOf(
  states: SendSettings['states'],
  status: number,
  said: string | null,
  onFault: 'busy' | null,
): SendState | 'away' | null {
  const byStatus = stateOfStatus(states, status)
  const bySaying = stateOfValue(states, said)
  if (isSuccess(status)) return bySaying ?? byStatus ?? (knowsAccepted(states) ? null : 'accepted')
  if (byStatus !== null) return byStatus
  if (status === 401) return 'away'
  if (status < 500 && bySaying !== null && bySaying !== 'accepted') return bySaying
  if (status === 429) return 'slow'
  if (isOfProxy(status)) return null
  if (status >= 500 || laterStatuses.includes(status)) return onFault
  return status >= 400 ? 'refused' : null
}

/** When the settings list values for accepted, no other value means accepted. */
const knowsAccepted = (states: SendSettings['states']) => [...states.values()].includes('accepted')

/** Reads Retry-After in seconds or as a date; null without one. */
export function readWait(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 1_000), waitMsMax)
}

/** The outcome in a status response: final, null while pending, or `unclear`. */
export function classifyStatus(
  { answer, states }: Pick<StatusSettings, 'answer' | 'states'>,
  given: ProviderAnswer,
): Outcome | null | 'unclear' {
  if (given.isCut) return 'unclear'
  const content = parseAnswer(given.text, answer.split)
  const said = isSuccess(given.status) ? readAt(content, answer.state) : null
  const state = stateOfValue(states, said) ?? stateOfStatus(states, given.status)
  if (state === null) return 'unclear'
  return outcomeOf(state, readAt(content, answer.reason) ?? said)
}

export type Outcome = Pick<Receipt, 'status' | 'reason'>

/** Null while pending. */
export function outcomeOf(state: DeliveryState, said: string | null): Outcome | null {
  if (state === 'pending') return null
  return state === 'delivered'
    ? { status: 'DELIVERED', reason: null }
    : { status: 'UNDELIVERED', reason: reasonOf(said, 'undelivered') }
}

/** A reason is stored with messages and is a metric label, so it is short and uses few characters. */
const reasonMax = 40

/** Converts a provider's text to a reason, such as `absent_subscriber` for AbsentSubscriber or "Absent subscriber." */
export function reasonOf(said: string | null, otherwise: string): string {
  const words = (said ?? '')
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  if (words === '') return otherwise
  // A bare number needs a prefix to be meaningful.
  return (/^[a-z]/.test(words) ? words : `code_${words}`).slice(0, reasonMax).replace(/_+$/, '')
}
