import type { Context } from '../../context.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import type { Tx } from '../../engine/db/index.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { lockContacts } from './store-books.ts'

/** Dependencies of the contacts module. */
export interface ContactsContext extends Context {
  /** Queues changes by account: they run one after the other anyway. */
  readonly changing: ConcurrencyLimit
  /** Queues reads by account, so that slow lists and searches delay only their own account. */
  readonly reading: ConcurrencyLimit
}

const changesWaitingMax = 500
const readsAtOnce = 2
const readsWaitingMax = 100

export const openContacts = (ctx: Context): ContactsContext => ({
  ...ctx,
  changing: createConcurrencyLimit({ atOnce: 1, waitingMax: changesWaitingMax }),
  reading: createConcurrencyLimit({ atOnce: readsAtOnce, waitingMax: readsWaitingMax }),
})

/** Changes contacts or books of an account under its lock, once for each idempotency key. */
export function changeContactsOnce<T>(
  { db, clock, changing }: ContactsContext,
  accountId: number,
  key: IdempotencyKey | null,
  change: (tx: Tx, now: Date) => Promise<T>,
): Promise<Once<T>> {
  return changing(accountId, () => {
    const now = clock.now()
    return answerOnce(db, key, now, async (tx) => {
      await lockContacts(tx, accountId)
      return change(tx, now)
    })
  })
}

export async function changeContacts<T>(
  ctx: ContactsContext,
  accountId: number,
  change: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> {
  return (await changeContactsOnce(ctx, accountId, null, change)).answer
}
