import type { FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import { routeAs } from '../engine/http/index.ts'
import { Refusal } from '../values/refusal.ts'

const balance = '/v1/vendors/balance'

/** What clients ask for that were written from hearsay, and the path that they mean. */
const guesses: Readonly<Record<string, string>> = {
  '/api/v1/send': '/v1/send',
  '/api/v1/request': '/v1/request',
  '/api/v1/verify': '/v1/verify',
  '/v1/delivery-reports': '/public/v1/delivery-reports',
  '/v1/sender-names': '/public/v1/sender-names',
  '/v1/sms-templates': '/public/v1/sms-templates',
  '/v1/address-books': '/public/v1/address-books',
  '/v1/contacts': '/public/v1/contacts',
  [balance]: '/public/v1/vendors/balance',
}

const guess = new RegExp(`^(?:${Object.keys(guesses).join('|')})(?=[/?]|$)`)

const findGuess = (url: string): string | null => guess.exec(url)?.[0] ?? null

/**
 * Leads a guessed path to the real one before any route is looked for, so that everything about it, whose product it
 * is, which key belongs to it and what is measured, is that of the real one. Who may be led there is known later: see
 * `refuseGuess`.
 */
export function leadToRightPath(request: RawRequestDefaultExpression): string {
  const url = request.url ?? '/'
  const path = findGuess(url)
  if (path === null) return url
  // Nothing can be posted to a balance, so whoever does wants to read it.
  if (path === balance && request.method === 'POST') routeAs('GET', request)
  return `${guesses[path]}${url.slice(path.length)}`
}

/** Names the right path to a caller who may not guess; null when there was nothing to guess. */
export function refuseGuess({ caller, url, originalUrl }: FastifyRequest): Refusal | null {
  const path = url === originalUrl || caller?.lenient ? null : findGuess(originalUrl)
  if (path === null) return null
  return new Refusal(404, 404, `Not Found: Use ${guesses[path]}`, {
    hint: `ask for ${path === balance ? 'GET ' : ''}${guesses[path]}; a program that can't be changed may ask here with a lenient key: npx ngoma key change ID --lenient`,
  })
}
