import type { Context } from '../../context.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { webhooksTopic } from './publish.ts'
import { makeSecret, sealSecret } from './secrets.ts'

import { type AdHoc, type EndpointNews, findAdHoc, insertAdHoc, insertEventFor, markUsed } from './store-ad-hoc.ts'

/** The limit for one account. Messages can bring any number of URLs, and their endpoints may hang. */
export const adHocMax = 1_000

/**
 * The endpoint for the callback URL of a message, which was validated before: an existing one, or a new one with a
 * secret that is unknown until an owner rotates it. Null when the account has reached its limit and all of its ad-hoc
 * endpoints have pending events.
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

/**
 * Queues an event for one ad-hoc endpoint, in the transaction of the change. `publishEvents` serves the other endpoints.
 * False when no event is stored: the endpoint was removed, or another endpoint of the account has the same URL.
 */
export async function publishToEndpoint(
  { work, clock }: Pick<Context, 'work' | 'clock'>,
  tx: Tx,
  news: EndpointNews,
): Promise<boolean> {
  const now = clock.now()
  const isDue = await insertEventFor(tx, news, now)
  if (isDue === null) return false
  await markUsed(tx, news.accountId, news.endpointId, now)
  if (isDue) afterCommit(tx, () => work.announce(webhooksTopic))
  return true
}
