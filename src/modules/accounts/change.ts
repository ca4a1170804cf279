import type { Context } from '../../context.ts'
import { credentialEnded, credentialMissing } from './errors.ts'
import { hasEnded } from './rules.ts'
import { type ListedCredential, lockCredential, raiseVersion, updateLenient } from './store.ts'

/** Switches the lenient mode of a credential. Every process applies it within a second. */
export function changeCredential(
  ctx: Context,
  accountId: number,
  credentialId: number,
  lenient: boolean,
): Promise<ListedCredential> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockCredential(tx, accountId, credentialId)
    if (found === null) throw credentialMissing()
    if (hasEnded(found, ctx.clock.now())) throw credentialEnded()
    const changed = await updateLenient(tx, accountId, credentialId, lenient)
    if (changed === null) throw credentialMissing()
    if (found.lenient !== lenient) await raiseVersion(tx)
    return changed
  })
}
