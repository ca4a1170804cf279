import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Product } from '../../contract/console/accounts.ts'
import type { Database } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import { type Area, pathOf } from '../../engine/http/index.ts'
import type { Clock } from '../../values/time.ts'
import type { CredentialCache } from './cache.ts'
import { howToWrite, invalidCredential, noAuthorization } from './errors.ts'
import { admit as admitRequest } from './rate.ts'
import {
  type Caller,
  type Credential,
  findObstacle,
  findProducts,
  needsCredential,
  type Presented,
  parseAuthorization,
  productsOf,
} from './rules.ts'
import { findCredentialByKey, findCredentialByToken } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every path of the API before its handler runs. */
    caller: Caller
    /**
     * Set when it brought a credential that is known and was turned away. For its owner alone: the caller learns no
     * more than with one that nobody has.
     */
    turnedAway?: TurnedAway
  }
}

interface TurnedAway {
  readonly accountId: number
  readonly credentialId: number
  /** In a sentence. */
  readonly why: string
}

const wrongSecret =
  'the secret is not that of this key: check the settings of the program, or replace the key if its secret is lost'

export const hashSecret = (secret: string) => hash('sha256', secret, 'buffer')

/** What a header says, whoever it may belong to. */
interface Reading {
  readonly presented: Presented
  readonly secretHash: Buffer
  /** The same for all who bring the same key or token. */
  readonly name: string
}

/**
 * To read a header, and above all to hash its secret, takes longer than everything else about who is asking; the same
 * few come all the time.
 */
const readingsMax = 1_000

function readHeader(header: string): Reading | null {
  const presented = parseAuthorization(header)
  if (presented === null) return null
  const secretHash = hashSecret(presented.kind === 'key' ? presented.secret : presented.token)
  return {
    presented,
    secretHash,
    name: presented.kind === 'key' ? `key ${presented.apiKey}` : `token ${secretHash.toString('base64')}`,
  }
}

/** For accounts without limits of their own; 0 is no limit. */
interface DefaultLimits {
  readonly requestsPerSecond: number
  readonly messagesPerDay: number
}

/**
 * Lets a request through when it brings exactly one valid credential, and puts its caller on it. Answers at once when
 * the credential is remembered.
 */
export function authentication(
  db: Database,
  cache: CredentialCache,
  clock: Clock,
  rates: SharedRates,
  defaults: DefaultLimits = { requestsPerSecond: 0, messagesPerDay: 0 },
): (request: FastifyRequest, reply: FastifyReply, area: Area | null) => void | Promise<void> {
  const known = new BoundedMap<string, Reading>(readingsMax)
  /** Only what was right: somebody who guesses would push out the others. */
  const remember = (header: string, reading: Reading) => {
    if (!known.has(header)) known.set(header, reading)
  }
  return (request, reply, area) => {
    // The route that will run says whose it is; only a path that has none is read by us.
    const products = area === null ? productsOfUrl(request.url) : findProducts(area)
    if (products === null) return
    const headers = authorizationHeaders(request.raw.rawHeaders)
    if (headers.length === 0) throw noAuthorization()
    const [header = ''] = headers
    const reading = headers.length === 1 ? (known.get(header) ?? readHeader(header)) : null
    if (reading === null) throw invalidCredential(products, 'the header Authorization is no credential', howToWrite)

    const { presented, secretHash, name } = reading
    const admit = (credential: Credential | null) => {
      if (credential === null) throw invalidCredential(products, 'nobody has this key or token')
      const { accountId, id: credentialId, lenient, operator } = credential
      if (!timingSafeEqual(credential.secretHash, secretHash)) {
        request.turnedAway = { accountId, credentialId, why: wrongSecret }
        throw invalidCredential(products, `the secret of credential ${credentialId} is another`)
      }
      remember(header, reading)
      const obstacle = findObstacle(credential, products, request.ip, clock.now())
      if (obstacle !== null) {
        request.turnedAway = {
          accountId,
          credentialId,
          why: `it ${obstacle}: give the program one that is good for this`,
        }
        throw invalidCredential(products, `credential ${credentialId} ${obstacle}`)
      }
      cache.noteUse(credentialId)
      const messagesPerDay = (credential.messagesPerDay ?? defaults.messagesPerDay) || null
      request.caller = { accountId, credentialId, lenient, operator, messagesPerDay }
      const requestsPerSecond = credential.requestsPerSecond ?? defaults.requestsPerSecond
      if (requestsPerSecond > 0) admitRequest(rates, accountId, requestsPerSecond, reply)
    }

    const found = cache.find(name, () => load(db, presented, secretHash))
    return found instanceof Promise ? found.then(admit) : admit(found)
  }
}

/** Null for an address outside of the API. */
function productsOfUrl(url: string): readonly Product[] | null {
  const path = pathOf(url)
  return needsCredential(path) ? productsOf(path) : null
}

function load(db: Database, presented: Presented, secretHash: Buffer): Promise<Credential | null> {
  return presented.kind === 'key' ? findCredentialByKey(db, presented.apiKey) : findCredentialByToken(db, secretHash)
}

/** Node's parser keeps the first of several Authorization headers and hides the rest; the raw list has them all. */
function authorizationHeaders(rawHeaders: readonly string[]): string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 13 && name.toLowerCase() === 'authorization') values.push(rawHeaders[index + 1] ?? '')
  }
  return values
}
