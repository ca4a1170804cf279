import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../engine/secrets/index.ts'

/** What tells one session from all others, known before its row is there. */
export interface SessionName {
  readonly accountId: number
  readonly transactionId: string
  readonly createdAt: Date
}

const keyHexLength = 32

/**
 * The last part of a page's address. Whoever has it can pay or cancel, so it is kept nowhere: it follows from our
 * secret and the session's name, 128 bits of it, and the same address can be given again whenever the client asks. The
 * time is in it because a restored backup forgets transactions that a payer may still have the address of.
 */
export function pageKey(secrets: Pick<Secrets, 'key'>, { accountId, transactionId, createdAt }: SessionName): string {
  const name = JSON.stringify([accountId, transactionId, createdAt.toISOString()])
  return createHmac('sha256', secrets.key('checkout page')).update(name).digest('hex').slice(0, keyHexLength)
}

/** By what the session of an address is found. */
export const hashPageKey = (key: string) => hash('sha256', key, 'buffer')

export const isPageKey = (text: string) => new RegExp(`^[0-9a-f]{${keyHexLength}}$`).test(text)

/** Whatever is below it may be a secret. */
export const pageRoot = '/checkout/'

export const pagePath = (key: string) => `${pageRoot}${key}`

/** Stands in the forms of a page: a form that somebody else made does not have it. */
export const formToken = (secrets: Pick<Secrets, 'key'>, key: string) =>
  createHmac('sha256', secrets.key('checkout form')).update(key).digest('hex')

export function isFormToken(secrets: Pick<Secrets, 'key'>, key: string, given: unknown): boolean {
  return (
    typeof given === 'string' &&
    timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', formToken(secrets, key), 'buffer'))
  )
}

/** Where pages are, as the caller reaches us; null when its Host can't be part of an address. */
export function originOf(
  publicUrl: string | null,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string | null {
  if (publicUrl !== null) return publicUrl
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && /^https?$/.test(protocol)
    ? `${protocol}://${host}`
    : null
}
