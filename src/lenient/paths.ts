import type { FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import { notFound, pathOf, routeAs } from '../engine/http/index.ts'
import { Refusal } from '../values/refusal.ts'

const makeLenient =
  'for a program that cannot be changed, make its key lenient: npx ngoma credential change ID --lenient'

const balance = '/v1/vendors/balance'

/** Wrong paths that existing clients use, with the right ones. */
const aliases: Readonly<Record<string, string>> = {
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

const aliasPattern = new RegExp(`^(?:${Object.keys(aliases).join('|')})(?=[/?]|$)`)

const findAlias = (url: string): string | null => aliasPattern.exec(url)?.[0] ?? null

/**
 * Rewrites a wrong path before routing, so that authentication, product and metrics are those of the right path.
 * Whether the caller may use the alias is only known later: see `rejectAlias`.
 */
export function resolveAlias(request: RawRequestDefaultExpression): string {
  const url = request.url ?? '/'
  const path = findAlias(url)
  if (path === null) return url
  // Some clients read the balance with POST.
  if (path === balance && request.method === 'POST') routeAs('GET', request)
  return `${aliases[path]}${url.slice(path.length)}`
}

/** A path of existing clients that no other path replaces. */
const lenientOnly = '/v1/whitelist/add-to-list'

/** The error for a caller without a lenient credential; null when the path was right. */
export function rejectAlias({ caller, url, originalUrl, is404, route }: FastifyRequest): Refusal | null {
  if (caller?.lenient) return null
  if ((is404 ? pathOf(url) : route.url) === lenientOnly) return notFound(`only for lenient credentials; ${makeLenient}`)
  const path = url === originalUrl ? null : findAlias(originalUrl)
  if (path === null) return null
  return new Refusal(404, 404, `Not Found: Use ${aliases[path]}`, {
    hint: `use ${path === balance ? 'GET ' : ''}${aliases[path]}; ${makeLenient}`,
  })
}
