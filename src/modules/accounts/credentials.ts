import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { type Product, products } from '../../contract/console/accounts.ts'
import type { Tx } from '../../engine/db/index.ts'
import { isNetwork } from '../../engine/network.ts'
import { allScopes, narrowsScopes, uniqueScopes } from '../../values/scopes.ts'
import { hashSecret } from './authenticate.ts'
import { BadCredential } from './errors.ts'
import { insertCredential, markRevoked, raiseVersion } from './store.ts'

/** Restrictions of a credential. A missing field means no restriction. */
export interface CredentialLimits {
  /** Null for all products. By default none if scopes are selected, otherwise all. */
  readonly products?: readonly Product[] | null | undefined
  readonly addresses?: readonly string[] | undefined
  readonly expiresAt?: Date
  readonly lenient?: boolean | undefined
  readonly operator?: boolean | undefined
  /** Not for a new credential: an operator allows them on their own route. */
  readonly privateUrls?: boolean
  /** All scopes by default. */
  readonly scopes?: readonly string[] | undefined
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
  const apiKey = chosen?.apiKey ?? randomText(8)
  const secret = chosen?.secret ?? randomText(32)
  const id = await insertCredential(
    tx,
    accountId,
    { kind: 'key', apiKey, secretHash: hashSecret(secret), name, ...read(limits) },
    now,
  )
  await raiseVersion(tx)
  return { id, apiKey, secret }
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
  const id = await insertCredential(
    tx,
    accountId,
    { kind: 'token', apiKey: null, secretHash: hashSecret(token), name, ...read(limits) },
    now,
  )
  await raiseVersion(tx)
  return { id, token }
}

/** False when the account has no such credential, or it is already revoked. */
export function revokeCredential(ctx: Context, accountId: number, credentialId: number): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const revoked = await markRevoked(tx, accountId, credentialId, ctx.clock.now())
    if (revoked) await raiseVersion(tx)
    return revoked
  })
}

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
