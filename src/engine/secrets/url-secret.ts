import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Secrets in URLs that providers call. Without one, anyone who guesses a URL could forge receipts and payments. */

const shape = /^[A-Za-z0-9_-]{16,200}$/

export const urlSecretRule = 'must be 16 to 200 letters, digits, dashes and underscores'

const make = () => randomBytes(24).toString('base64url')

/**
 * The secret that an operator has set, to keep a URL that the provider already uses, or else a new one. Null when it
 * breaks the rule.
 */
export function readUrlSecret(given: string | undefined): string | null {
  const secret = given ?? make()
  return shape.test(secret) ? secret : null
}

const unused = make()

/** Takes the same time for any difference, and for a missing secret. */
export const isUrlSecret = (given: string, secret: string | undefined): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret ?? unused, 'buffer')) && secret !== undefined
