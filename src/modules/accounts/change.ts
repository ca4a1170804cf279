import type { Context } from '../../context.ts'
import { narrowsScopes } from '../../values/scopes.ts'
import { credentialEnded, credentialMissing } from './errors.ts'
import { hasEnded } from './rules.ts'
import { type ListedCredential, lockCredential, type Replaceable, raiseVersion, updateCredential } from './store.ts'

type Change = Partial<Pick<Replaceable, 'lenient' | 'privateUrls' | 'scopes' | 'products'>>

/**
 * Changes how requests with a credential are treated. Every process applies it within a second. The public API has no
 * scopes: a credential that loses scopes loses it too, unless products are named, in this change or before.
 */
export function changeCredential(
  ctx: Context,
  accountId: number,
  credentialId: number,
  { lenient, privateUrls, scopes, products }: Change,
): Promise<ListedCredential> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockCredential(tx, accountId, credentialId)
    if (found === null) throw credentialMissing()
    if (hasEnded(found, ctx.clock.now())) throw credentialEnded()
    const wanted = {
      lenient: lenient ?? found.lenient,
      privateUrls: privateUrls ?? found.privateUrls,
      scopes: scopes ?? found.scopes,
      products:
        products ??
        (found.products === null && narrowsScopes(found.scopes, scopes ?? found.scopes) ? [] : found.products),
    }
    const changed = await updateCredential(tx, accountId, credentialId, wanted)
    if (changed === null) throw credentialMissing()
    await raiseVersion(tx)
    return changed
  })
}
