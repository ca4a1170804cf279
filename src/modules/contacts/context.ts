import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../engine/db/index.ts'
import { createTurns, type Turns } from '../../engine/turns.ts'
import { lockContacts } from './store-books.ts'

/** What contacts need beside what everybody has: an order among those who would wait for each other. */
export interface ContactsContext extends Context {
  /** By account: changes come one after the other anyway. */
  readonly changing: Turns
  /** By account: a list or a search may take a while where there is much. */
  readonly reading: Turns
}

const changesWaitingMax = 500
const readsAtOnce = 2
const readsWaitingMax = 100

export const openContacts = (ctx: Context): ContactsContext => ({
  ...ctx,
  changing: createTurns({ atOnce: 1, waitingMax: changesWaitingMax }),
  reading: createTurns({ atOnce: readsAtOnce, waitingMax: readsWaitingMax }),
})

/** Changes contacts or books of an account, alone among all processes. */
export function changeContacts<T>({ db, clock, changing }: ContactsContext, accountId: number, change: (tx: Tx) => Promise<T>): Promise<T> {
  return changing(accountId, () =>
    db.transaction(async (tx) => {
      await lockContacts(tx, accountId, clock.now())
      return change(tx)
    }),
  )
}

/** Where reads go: an account that asks for much waits for itself, and not everybody for it. */
export const readInTurn = <T>({ db, reading }: ContactsContext, accountId: number, read: (db: Database) => Promise<T>): Promise<T> =>
  reading(accountId, () => read(db))
