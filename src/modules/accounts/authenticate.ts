import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Product } from '../../contract/console/accounts.ts'
import type { Database } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import { type Area, accountArea, pathOf } from '../../engine/http/index.ts'
import type { Scope } from '../../values/scopes.ts'
import type { Clock } from '../../values/time.ts'
import type { CredentialCache } from './cache.ts'
import { howToWrite, invalidCredential, noAuthorization, scopeMissing } from './errors.ts'
import { admit as admitRequest } from './rate.ts'
import {
  type Caller,
  findObstacle,
  findProductLimit,
  findProducts,
  hasScope,
  isKeyLike,
  needsCredential,
  type Presented,
  parseAuthorization,
  productsOf,
} from './rules.ts'
import { type Credential, findCredentialByKey, findCredentialByToken } from './store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that creates something, so it does not count as a read. */
    readonly isCreatingGet?: true
  }
  interface FastifyRequest {
    /** The account of a request to the console or the account API, once the caller may see it. */
    accountId: number | null
    /** Whether the credential of a request to the account API has a scope. Null for users, who have roles. */
    allows: ((scope: Scope) => boolean) | null
    /** Set on every API path before its handler runs. */
    caller: Caller
    /**
     * Set when a credential was rejected. Only its owner may see this: the caller gets the same answer as with an unknown
     * credential.
     */
    rejectedCredential?: RejectedCredential
  }
}

interface RejectedCredential {
  /** 0 for an unknown credential, which only operators see. */
  readonly accountId: number
  readonly credentialId: number | null
  /** A sentence for the owner. */
  readonly why: string
}

export const unknownCredential: RejectedCredential = { accountId: 0, credentialId: null, why: 'unknown credential' }

const wrongSecret =
  'the secret does not belong to this key: check the settings of the program, or replace the key if its secret is lost'

export const hashSecret = (secret: string) => hash('sha256', secret, 'buffer')

/** A parsed Authorization header. The credential may be unknown. */
interface Reading {
  readonly presented: Presented
  readonly secretHash: Buffer
  /** The cache key of the credential. */
  readonly name: string
}

/**
 * Parsing a header, above all hashing its secret, is the slowest part of authentication, and most requests repeat a few
 * headers.
 */
const readingsMax = 10_000

function readHeader(header: string): Reading | null {
  const presented = parseAuthorization(header)
  if (presented === null) return null
  const secretHash = hashSecret(presented.kind === 'key' ? presented.secret : presented.token)
  return {
    presented,
    secretHash,
    name: presented.kind === 'key' ? keyName(presented.apiKey) : `token ${secretHash.toString('base64')}`,
  }
}

/** For accounts without own limits; 0 means no limit. */
export interface DefaultLimits {
  readonly requestsPerSecond: number
  readonly readsPerSecond: number
  readonly messagesPerDay: number
}

export interface AuthenticationDeps {
  readonly db: Database
  readonly cache: CredentialCache
  readonly clock: Clock
  readonly rates: SharedRates
  readonly defaults?: DefaultLimits
}

/**
 * Admits a request with exactly one valid credential and sets its caller. Synchronous when the credential is cached.
 */
export function authentication(
  deps: AuthenticationDeps,
): (request: FastifyRequest, reply: FastifyReply, area: Area | null) => void | Promise<void> {
  const known = new BoundedMap<string, Reading>(readingsMax)
  /** Only headers with a correct secret, so that guesses cannot evict them. */
  const remember = (header: string, reading: Reading) => {
    if (!known.has(header)) known.set(header, reading)
  }
  return (request, reply, area) => {
    // A matched route names its area. Only unknown paths are parsed here.
    const products = area === null ? productsOfUrl(request.url) : area === accountArea ? [] : findProducts(area)
    if (products === null) return
    const headers = authorizationHeaders(request.raw.rawHeaders)
    if (headers.length === 0) throw noAuthorization()
    const [header = ''] = headers
    const reading = headers.length === 1 ? (known.get(header) ?? readHeader(header)) : null
    if (reading === null) throw invalidCredential(products, 'the Authorization header is malformed', howToWrite)

    const { presented, secretHash, name } = reading
    const admit = (credential: Credential | null) => {
      if (credential === null) {
        request.rejectedCredential = unknownCredential
        throw invalidCredential(products, 'unknown key or token')
      }
      checkSecret(request, credential, secretHash, products)
      remember(header, reading)
      admitCredential(deps, request, reply, credential, products)
      admitRead(deps, request, reply, credential)
      if (area === accountArea) requireScope(request, credential)
    }

    const found = deps.cache.find(name, () => load(deps.db, presented, secretHash))
    return found instanceof Promise ? found.then(admit) : admit(found)
  }
}

/**
 * Admits a request with an API key that was sent otherwise than in the Authorization header. Resolves with the key, or
 * with null when there is no such key; throws when it cannot be used.
 */
export async function admitKey(
  deps: AuthenticationDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { apiKey, secret }: { readonly apiKey: string; readonly secret: string },
  products: readonly Product[],
): Promise<Credential | null> {
  if (!isKeyLike(apiKey)) return null
  const credential = await deps.cache.find(keyName(apiKey), () => findCredentialByKey(deps.db, apiKey))
  if (credential === null) return null
  checkSecret(request, credential, hashSecret(secret), products)
  admitCredential(deps, request, reply, credential, products)
  return credential
}

const keyName = (apiKey: string) => `key ${apiKey}`

function checkSecret(
  request: FastifyRequest,
  { accountId, id: credentialId, secretHash }: Credential,
  presentedHash: Buffer,
  products: readonly Product[],
): void {
  if (timingSafeEqual(secretHash, presentedHash)) return
  request.rejectedCredential = { accountId, credentialId, why: wrongSecret }
  throw invalidCredential(products, `wrong secret for credential ${credentialId}`)
}

/** Throws when the credential cannot be used for these products now. */
function admitCredential(
  { cache, clock, rates, defaults = noLimits }: AuthenticationDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  credential: Credential,
  products: readonly Product[],
): void {
  const { accountId, id: credentialId, lenient, operator } = credential
  const obstacle = findObstacle(credential, products, request.ip, clock.now())
  if (obstacle !== null) throw rejection(request, { accountId, credentialId }, products, obstacle)
  cache.noteUse(credentialId, request.ip)
  const messagesPerDay = (credential.messagesPerDay ?? defaults.messagesPerDay) || null
  request.caller = { accountId, credentialId, products: credential.products, lenient, operator, messagesPerDay }
  const requestsPerSecond = credential.requestsPerSecond ?? defaults.requestsPerSecond
  if (requestsPerSecond > 0) admitRequest(rates, { accountId, limited: 'request', perSecond: requestsPerSecond }, reply)
}

/**
 * Reads have a default limit, because one read can cost more than a send. An account with its own limit of requests has
 * no other.
 */
function admitRead(
  { rates, defaults: { readsPerSecond: perSecond } = noLimits }: AuthenticationDeps,
  { method, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { accountId, requestsPerSecond }: Credential,
): void {
  const { does, isCreatingGet = false } = routeOptions.config
  const isRead = does === null || ((method === 'GET' || method === 'HEAD') && !isCreatingGet)
  if (perSecond > 0 && requestsPerSecond === null && isRead)
    admitRequest(rates, { accountId, limited: 'read', perSecond }, reply)
}

function rejection(
  request: FastifyRequest,
  { accountId, credentialId }: Omit<RejectedCredential, 'why'>,
  products: readonly Product[],
  obstacle: string,
): Error {
  const why = `it ${obstacle}: use another credential in this program`
  request.rejectedCredential = { accountId, credentialId, why }
  return invalidCredential(products, `credential ${credentialId} ${obstacle}`)
}

/** For a route whose parameters decide which of these products a credential must be for. */
export function requireProduct(request: FastifyRequest, products: readonly Product[]): void {
  const { accountId, credentialId } = request.caller
  const limit = findProductLimit(request.caller, products)
  if (limit !== null) throw rejection(request, { accountId, credentialId }, products, limit)
}

/** Routes of the account API declare a scope. */
function requireScope(request: FastifyRequest, credential: Credential): void {
  const { scope } = request.routeOptions.config
  if (scope === undefined) throw new Error(`the route ${request.routeOptions.url} has no scope`)
  if (!hasScope(credential, scope)) throw scopeMissing(scope, credential.id)
  request.accountId = credential.accountId
  request.allows = (wanted) => hasScope(credential, wanted)
}

const noLimits: DefaultLimits = { requestsPerSecond: 0, readsPerSecond: 0, messagesPerDay: 0 }

function productsOfUrl(url: string): readonly Product[] | null {
  const path = pathOf(url)
  return needsCredential(path) ? productsOf(path) : null
}

const load = (db: Database, presented: Presented, secretHash: Buffer) =>
  presented.kind === 'key' ? findCredentialByKey(db, presented.apiKey) : findCredentialByToken(db, secretHash)

/** Node.js keeps only the first of several Authorization headers; the raw list has all of them. */
function authorizationHeaders(rawHeaders: readonly string[]): string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 13 && name.toLowerCase() === 'authorization') values.push(rawHeaders[index + 1] ?? '')
  }
  return values
}
