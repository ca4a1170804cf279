import type { Context } from '../../context.ts'
import { credentialEnded, credentialMissing } from './errors.ts'
import { hasEnded } from './rules.ts'
import { type ListedCredential, lockCredential, raiseVersion, updateLenient } from './store.ts'

/**
 * Switches whether a key or token takes what older clients send. Every process goes by it within a second, as with what
 * is revoked.
 */
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
