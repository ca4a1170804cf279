import { hashPageKey, pageKey } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { noRoute, transactionIdUsed } from './errors.ts'
import { providersFor } from './offers.ts'
import { findDifference, type Wanted } from './rules.ts'
import { hashToken, sealToken } from './secure-token.ts'
import { findByTransactionId, insertSession } from './store.ts'

/** Opens a session, or finds the one of an identical earlier request. Returns the key of its page. */
export async function openSession(ctx: CheckoutContext, accountId: number, wanted: Wanted): Promise<string> {
  const { secrets, db, config } = ctx
  // The payer chooses when paying. This is only the provider that would be used now.
  const [first] = providersFor(ctx, accountId)
  if (first === undefined) throw noRoute()
  const createdAt = ctx.clock.now()
  const name = { accountId, transactionId: wanted.transactionId, createdAt }
  const key = pageKey(secrets, name)
  const tokenHash = hashToken(secrets, name, wanted.secureToken)
  const isNew = await insertSession(db, {
    ...wanted,
    accountId,
    secureToken: sealToken(secrets, name, wanted.secureToken),
    tokenHash,
    pageHash: hashPageKey(key),
    provider: first.name,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + config.checkoutMinutes * 60_000),
  })
  if (isNew) return key

  const known = await findByTransactionId(db, accountId, wanted.transactionId)
  if (known === null) throw new Error(`account ${accountId} has a conflicting session that cannot be found`)
  const written = (tokenHash: Buffer | null) => tokenHash?.toString('hex') ?? null
  const difference = findDifference(
    { ...known, secureToken: written(known.tokenHash) },
    { ...wanted, secureToken: written(tokenHash) },
  )
  if (difference !== null) throw transactionIdUsed(difference)
  return pageKey(secrets, known)
}
