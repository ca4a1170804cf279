import type { Context } from '../../context.ts'
import type { Product } from '../../contract/console/accounts.ts'
import { createKey, createToken, type IssuedKey, type IssuedToken } from './credentials.ts'
import { credentialEnded, credentialMissing, credentialRotated, operatorsOnly } from './errors.ts'
import { hasEnded } from './rules.ts'
import { lockCredential, markRevoked, type Replaceable, raiseVersion } from './store.ts'
import { findReplacement, markReplaced } from './store-rotate.ts'

/** The new credential, and the time when the old one ends. */
export type Rotated = (IssuedKey | IssuedToken) & {
  readonly kind: 'key' | 'token'
  readonly expiresAt: Date | null
  readonly replaces: { readonly id: number; readonly expiresAt: Date | null }
}

const hourMs = 3_600_000

/**
 * Creates a replacement with the same name and restrictions. Both credentials work until the old one ends, so that
 * clients can switch one by one. A credential that already has a replacement is refused: the replacement may be in use,
 * and it can be rotated itself. Last use cannot decide this, because it is written late.
 */
export function rotateCredential(
  ctx: Context,
  accountId: number,
  { id, byOperator }: { readonly id: number; readonly byOperator: boolean },
  overlapHours: number,
): Promise<Rotated> {
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const old = await lockCredential(tx, accountId, id)
    if (old === null) throw credentialMissing()
    // The new secret carries operator rights.
    if (old.operator && !byOperator) throw operatorsOnly()
    if (hasEnded(old, now)) throw credentialEnded()
    const replacement = await findReplacement(tx, accountId, id, now)
    if (replacement !== null) throw credentialRotated(old.kind, id, replacement)
    const { kind, name, expiresAt } = old
    const issued = await (kind === 'key' ? createKey : createToken)(tx, accountId, name, now, limitsOf(old))
    const endsAt = await markReplaced(tx, accountId, id, issued.id, new Date(now.getTime() + overlapHours * hourMs))
    // Processes of the previous version check only `revoked_at`.
    if (overlapHours === 0) await markRevoked(tx, accountId, id, now)
    await raiseVersion(tx)
    return { ...issued, kind, expiresAt, replaces: { id, expiresAt: endsAt } }
  })
}

const limitsOf = ({ products, addresses, expiresAt, lenient, operator, privateUrls, scopes }: Replaceable) => ({
  products: products as readonly Product[] | null,
  ...(addresses === null ? {} : { addresses }),
  ...(expiresAt === null ? {} : { expiresAt }),
  lenient,
  operator,
  privateUrls,
  scopes,
})
