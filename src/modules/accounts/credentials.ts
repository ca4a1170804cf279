import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { type Product, products } from '../../contract/console/accounts.ts'
import type { Tx } from '../../engine/db/index.ts'
import { isNetwork } from '../../engine/network.ts'
import { refuse } from '../../values/refusal.ts'
import { allScopes, narrowsScopes, uniqueScopes } from '../../values/scopes.ts'
import { hashSecret } from './authenticate.ts'
import { BadCredential, systemIdTaken, tooManySmppCredentials } from './errors.ts'
import { hashPassword, isSystemId, makePassword, makeSystemId, sealHash } from './passwords.ts'
import { defaultSettings, mergeSettings, optionsOf, type SmppSettingsChange } from './smpp-settings.ts'
import { countActiveSmpp, insertCredential, markRevoked } from './store.ts'

/** Restrictions of a credential. A missing field means no restriction. */
export interface CredentialLimits {
  /** Null for all products. By default none if scopes are selected, otherwise all. */
  readonly products?: readonly Product[] | null
  readonly addresses?: readonly string[]
  readonly expiresAt?: Date
  readonly lenient?: boolean
  readonly operator?: boolean
  /** Not for a new credential: an operator allows them on their own route. */
  readonly privateUrls?: boolean
  /** All scopes by default. */
  readonly scopes?: readonly string[]
}

/** The secret is shown once: only its hash is stored. */
export interface IssuedKey {
  readonly id: number
  readonly apiKey: string
  readonly secret: string
}

export interface IssuedToken {
  readonly id: number
  readonly token: string
}

const randomText = (bytes: number) => randomBytes(bytes).toString('hex')

export async function createKey(
  tx: Tx,
  accountId: number,
  name: string,
  now: Date,
  limits: CredentialLimits = {},
  chosen?: { apiKey: string; secret: string },
): Promise<IssuedKey> {
  const { apiKey, secret } = chosen ?? { apiKey: randomText(8), secret: randomText(32) }
  const hashes = { secretHash: hashSecret(secret), passwordHash: null, smpp: null }
  const added = { kind: 'key', login: apiKey, ...hashes, name, ...read(limits) } as const
  return { id: (await insertCredential(tx, accountId, added, now)) ?? 0, apiKey, secret }
}

export async function createToken(
  tx: Tx,
  accountId: number,
  name: string,
  now: Date,
  limits: CredentialLimits = {},
  chosen?: string,
): Promise<IssuedToken> {
  const token = chosen ?? randomText(32)
  const hashes = { secretHash: hashSecret(token), passwordHash: null, smpp: null }
  const added = { kind: 'token', login: null, ...hashes, name, ...read(limits) } as const
  return { id: (await insertCredential(tx, accountId, added, now)) ?? 0, token }
}

/** The password is shown only in this answer. */
export interface IssuedSmppCredential {
  readonly id: number
  readonly systemId: string
  readonly password: string
}

interface WantedSmppCredential extends SmppSettingsChange {
  /** Generated when it is not given. */
  readonly systemId?: string
  /** Generated when it is not given. */
  readonly password?: string
}

/** System ids are unique over all accounts, so one account must not take them all. */
const smppMax = 100

export async function createSmppCredential(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  accountId: number,
  { systemId = makeSystemId(), password = makePassword(), ...wanted }: WantedSmppCredential,
): Promise<IssuedSmppCredential> {
  if (!isSystemId(systemId)) throw refuse('invalid_system_id')
  const settings = mergeSettings(defaultSettings, wanted)
  const { addresses, privateUrls } = settings
  const passwordHash = sealHash(ctx.secrets, { accountId, systemId }, await hashPassword(password))
  const limits = { ...read({ scopes: [] }), addresses, privateUrls, smpp: optionsOf(settings) }
  const added = { kind: 'smpp', login: systemId, secretHash: null, passwordHash, name: systemId, ...limits } as const
  return ctx.db.transaction(async (tx) => {
    if ((await countActiveSmpp(tx, accountId)) >= smppMax) throw tooManySmppCredentials(smppMax)
    const id = await insertCredential(tx, accountId, added, ctx.clock.now())
    if (id === null) throw systemIdTaken(systemId)
    return { id, systemId, password }
  })
}

/** False when the account has no such credential, or it is already revoked. */
export const revokeCredential = (
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: number,
  credentialId: number,
): Promise<boolean> => markRevoked(ctx.db, accountId, credentialId, ctx.clock.now())

function read({ products: named, addresses, expiresAt, lenient, operator, privateUrls, scopes }: CredentialLimits) {
  const unknown = named?.find((product) => !products.includes(product))
  if (unknown !== undefined) throw new BadCredential(`unknown product ${unknown}: choose from ${products.join(', ')}`)
  const bad = addresses?.find((address) => !isNetwork(address))
  if (bad !== undefined) throw new BadCredential(`${bad} is not an IP address or a network such as 10.0.0.0/8`)
  const wanted = uniqueScopes(scopes ?? [allScopes])
  return {
    // A credential with selected scopes must not send or spend through the public API.
    products: named === undefined && narrowsScopes([allScopes], wanted) ? [] : (named ?? null),
    addresses: addresses ?? null,
    expiresAt: expiresAt ?? null,
    lenient: lenient ?? false,
    operator: operator ?? false,
    privateUrls: privateUrls ?? false,
    scopes: [...wanted],
  }
}
