import type { DeliveryAttempt, Endpoint, WebhookEvent } from '../../../../src/contract/account/webhooks.ts'
import { capitalised } from '../../parts/hint.ts'
import { fill, locale, t } from '../../text.ts'

/** The endpoint that a page shows. */
export interface EndpointPath {
  readonly account: number
  readonly endpoint: string | number
}

/** The path of its cached data, for `refresh`. */
export const placeOf = ({ account, endpoint }: EndpointPath) => `/accounts/${account}/webhooks/${endpoint}`

/** The state of an endpoint, by its key in `t.status`. */
export function stateOf({ disabledAt, failingSince, secretUnreadable, headersUnreadable }: Endpoint) {
  if (disabledAt !== null) return 'disabled'
  if (secretUnreadable) return 'secret_unreadable'
  if (headersUnreadable) return 'headers_unreadable'
  return failingSince !== null ? 'failing' : 'enabled'
}

/** The status of an event, the same in the list and in its dialog: an event whose last attempt failed is retried. */
export const statusOf = ({ state, attempts }: Pick<WebhookEvent, 'state' | 'attempts'>) =>
  state === 'waiting' && attempts > 0 ? 'retrying' : state

const meanings: Readonly<Record<string, string>> = t.webhooks.meanings

/** Why an attempt failed: the HTTP status and its meaning, or the server's own text when there was no answer. */
export function reasonOf({ problem, status }: Pick<DeliveryAttempt, 'problem' | 'status'>): string | null {
  if (problem === null) return null
  if (status === null) return capitalised(problem)
  const meaning = status >= 300 && status < 400 ? t.webhooks.redirect : meanings[status]
  return meaning === undefined
    ? fill(t.webhooks.httpStatus, { status })
    : fill(t.webhooks.httpMeaning, { status, meaning })
}

const milliseconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' })
const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 })

export const showDuration = (ms: number) => (ms < 1_000 ? milliseconds.format(ms) : seconds.format(ms / 1_000))
