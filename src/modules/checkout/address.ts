import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../engine/secrets/index.ts'
import type { Session } from './store.ts'

/** The identity of a session, known before its row is stored. */
export type SessionName = Pick<Session, 'accountId' | 'transactionId' | 'createdAt'>

const keyHexLength = 32

/**
 * The last part of the page address. It allows paying and cancelling, so it is not stored: it is derived from our
 * secret and the identity of the session, 128 bits long, so that a repeated request gets the same address. It includes
 * the time, because after a restored backup a transaction id may be used again while a payer still has the old address.
 */
export function pageKey(secrets: Pick<Secrets, 'key'>, { accountId, transactionId, createdAt }: SessionName): string {
  const name = JSON.stringify([accountId, transactionId, createdAt.toISOString()])
  return createHmac('sha256', secrets.key('checkout page')).update(name).digest('hex').slice(0, keyHexLength)
}

/** The session is looked up by this hash. */
export const hashPageKey = (key: string) => hash('sha256', key, 'buffer')

export const isPageKey = (text: string) => new RegExp(`^[0-9a-f]{${keyHexLength}}$`).test(text)

/** Paths below this may contain a secret. */
export const pageRoot = '/checkout/'

export const pagePath = (key: string) => `${pageRoot}${key}`

/** Proves that a form comes from our page. */
export const formToken = (secrets: Pick<Secrets, 'key'>, key: string) =>
  createHmac('sha256', secrets.key('checkout form')).update(key).digest('hex')

export const isFormToken = (secrets: Pick<Secrets, 'key'>, key: string, given: unknown): boolean =>
  typeof given === 'string' &&
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', formToken(secrets, key), 'buffer'))

/** The origin of the pages, from the request; null when its Host header is invalid. */
export function originOf(
  publicUrl: string | null,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string | null {
  if (publicUrl !== null) return publicUrl
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && /^https?$/.test(protocol)
    ? `${protocol}://${host}`
    : null
}
