import type { EventKind } from '../../../../src/contract/callbacks.ts'
import type {
  DeliveryAttempt,
  DisabledReason,
  Endpoint,
  EventState,
} from '../../../../src/contract/console/webhooks.ts'
import { capitalised } from '../../parts/words.ts'

/** How people say what happened, and what went wrong. */

export const eventNames: Readonly<Record<EventKind, readonly [name: string, about: string]>> = {
  'delivery-report': ['Delivery reports', 'A message was delivered, or could not be.'],
  'inbound-sms': ['Incoming messages', 'Somebody wrote to one of your numbers.'],
  airtime: ['Airtime', 'A transfer of airtime ended.'],
  checkout: ['Payments', 'A payment of the checkout ended.'],
  chat: ['Chats', 'Somebody wrote to you in a chat.'],
}

export function stateOf({ disabledAt, failingSince, secretUnreadable, headersUnreadable }: Endpoint): string {
  if (disabledAt !== null) return 'disabled'
  if (secretUnreadable) return 'secret unreadable'
  if (headersUnreadable) return 'headers unreadable'
  return failingSince !== null ? 'failing' : 'enabled'
}

export const stateNames: Readonly<Record<EventState, string>> = {
  waiting: 'Waiting: to be delivered, or tried again',
  delivered: 'Delivered: your server took it',
  failed: 'Failed: given up after all tries',
  kept: 'Kept: never tried, because the endpoint was off',
}

const meanings: Readonly<Record<number, string>> = {
  400: 'your server did not understand it',
  401: 'your server wants a password; add it as a request header under “Change”, or check the signature in its place',
  403: 'your server forbids it; a firewall may be in the way',
  404: 'there is nothing at this address',
  405: 'your server does not take POST requests at this address',
  410: 'your server said that the address is gone for good, so the endpoint was disabled',
  413: 'your server found it too large',
  429: 'your server was asked too often',
  500: 'something went wrong in your server',
  502: 'the program behind your web server did not answer',
  503: 'your server is busy, or being worked on',
  504: 'the program behind your web server took too long',
}

/** Why an attempt failed: the server's words, and what they mean where it answered with a number. */
export function reasonOf({ problem, status }: Pick<DeliveryAttempt, 'problem' | 'status'>): string | null {
  if (problem === null) return null
  const meaning = status === null ? undefined : meanings[status]
  return `${capitalised(problem)}${meaning === undefined ? '' : `: ${meaning}`}`
}

export const disabledReasons: Readonly<Record<DisabledReason, string>> = {
  'by hand': 'Somebody switched it off.',
  failing: 'It was switched off because nothing was taken for five days.',
  gone: 'It was switched off because your server answered 410, which says that the address is gone for good.',
}

export const showDuration = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`)
