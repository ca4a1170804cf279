import type { Context } from '../../context.ts'
import type { Product } from '../../contract/console/accounts.ts'
import type { Kind } from '../../contract/console/credentials.ts'
import type { Tx } from '../../engine/db/index.ts'
import { refuse } from '../../values/refusal.ts'
import { createKey, createToken, type IssuedKey, type IssuedSmppCredential, type IssuedToken } from './credentials.ts'
import { credentialRotated, smppPasswordRotated } from './errors.ts'
import { hashPassword, makePassword, readHash, sealHash } from './passwords.ts'
import { hasEnded } from './rules.ts'
import { findReplacement, type LockedCredential, lockCredential, markReplaced, replacePassword } from './store.ts'

/** The new credential, and the end of what it replaces. The password of an SMPP credential is replaced in place. */
export type Rotated = (IssuedKey | IssuedToken | IssuedSmppCredential) & {
  readonly kind: Kind
  readonly expiresAt: Date | null
  /** The end is null when the old password of an SMPP credential is no longer valid. */
  readonly replaces: { readonly id: number; readonly expiresAt: Date | null }
}

const hourMs = 3_600_000

interface Rotation {
  readonly accountId: number
  readonly id: number
  readonly now: Date
  readonly overlapHours: number
}

/** The old secret stays valid for a while, so that clients can switch one by one. */
export async function rotateCredential(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  accountId: number,
  { id, byOperator }: { readonly id: number; readonly byOperator: boolean },
  overlapHours: number,
): Promise<Rotated> {
  const rotation = { accountId, id, now: ctx.clock.now(), overlapHours }
  return ctx.db.transaction(async (tx) => {
    const old = await lockCredential(tx, accountId, id)
    if (old === null) throw refuse('credential_not_found')
    // The new secret carries operator rights.
    if (old.operator && !byOperator) throw refuse('operator_rights_by_operators')
    if (hasEnded(old, rotation.now)) throw refuse('credential_ended')
    return old.kind === 'smpp' ? rotatePassword(ctx, tx, rotation, old) : replace(tx, rotation, old, old.kind)
  })
}

/**
 * Creates a replacement with the same name and restrictions. A credential that already has a replacement is refused: the
 * replacement may be in use, and it can be rotated itself. Last use cannot decide this, because it is written late.
 */
async function replace(
  tx: Tx,
  { accountId, id, now, overlapHours }: Rotation,
  old: LockedCredential,
  kind: 'key' | 'token',
): Promise<Rotated> {
  const replacement = await findReplacement(tx, accountId, id, now)
  if (replacement !== null) throw credentialRotated(id, replacement)
  const { name, expiresAt } = old
  const issued = await (kind === 'key' ? createKey : createToken)(tx, accountId, name, now, limitsOf(old))
  const endsAt = await markReplaced(tx, accountId, id, issued.id, new Date(now.getTime() + overlapHours * hourMs))
  return { ...issued, kind, expiresAt, replaces: { id, expiresAt: endsAt } }
}

/** Only one old password is stored, so another rotation is refused until it ends, unless it ends all old passwords. */
async function rotatePassword(
  { secrets }: Pick<Context, 'secrets'>,
  tx: Tx,
  { accountId, id, now, overlapHours }: Rotation,
  { login, passwordHash, oldPasswordUntil: validUntil }: LockedCredential,
): Promise<Rotated> {
  if (login === null || passwordHash === null) throw new Error(`credential ${id} has no password`)
  const owner = { accountId, systemId: login }
  const isReadable = readHash(secrets, owner, passwordHash) !== null
  const until = isReadable && overlapHours > 0 ? new Date(now.getTime() + overlapHours * hourMs) : null
  if (until !== null && validUntil !== null && validUntil > now) throw smppPasswordRotated(id, validUntil)
  const password = makePassword()
  await replacePassword(tx, accountId, id, {
    passwordHash: sealHash(secrets, owner, await hashPassword(password)),
    oldPasswordHash: until === null ? null : passwordHash,
    oldPasswordUntil: until,
  })
  return { id, kind: 'smpp', systemId: login, password, expiresAt: null, replaces: { id, expiresAt: until } }
}

const limitsOf = ({ products, addresses, expiresAt, lenient, operator, privateUrls, scopes }: LockedCredential) => ({
  products: products as readonly Product[] | null,
  addresses: addresses ?? undefined,
  expiresAt: expiresAt ?? undefined,
  lenient,
  operator,
  privateUrls,
  scopes,
})
