import type { Context } from '../../context.ts'
import type { CallbackBody, EventKind } from '../../contract/callbacks.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { sealSecret } from './secrets.ts'
import { makeSecret } from './sign.ts'
import { type AdHoc, findAdHoc, insertAdHoc, insertEventFor, markUsed } from './store-ad-hoc.ts'
import { webhooksTopic } from './tell.ts'

/** Of one account. They hang like others, and messages can bring any number of them. */
export const adHocMax = 1_000

/**
 * The endpoint for a URL that came with a message and was judged before: the one there is, or a new one, with a secret
 * that nobody knows until an owner rotates it. Null when the account has as many as it may, and all of them have
 * something still to be told.
 */
export async function ensureEndpoint(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  tx: Tx,
  given: AdHoc,
): Promise<number | null> {
  const now = clock.now()
  const wanted = { ...given, url: new URL(given.url).href }
  const found = await findAdHoc(tx, wanted)
  if (found !== null) {
    await markUsed(tx, wanted.accountId, found, now)
    return found
  }
  await insertAdHoc(tx, wanted, sealSecret(secrets, wanted.accountId, makeSecret()), adHocMax, now)
  return findAdHoc(tx, wanted)
}

export interface EndpointNews {
  readonly accountId: number
  readonly endpointId: number
  readonly body: CallbackBody<EventKind>
}

/** Tells one such endpoint what happened, beside those that `tell` tells, in the same transaction. */
export async function tellEndpoint(
  { work, clock }: Pick<Context, 'work' | 'clock'>,
  tx: Tx,
  { accountId, endpointId, body }: EndpointNews,
): Promise<void> {
  const now = clock.now()
  const isDue = await insertEventFor(tx, accountId, endpointId, JSON.stringify(body), now)
  if (isDue === null) return
  await markUsed(tx, accountId, endpointId, now)
  if (isDue) afterCommit(tx, () => work.announce(webhooksTopic))
}
