import type { Context } from '../../context.ts'
import type { Queryable } from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import { type AccountRow, type AccountsQuestion, findAccountRow, listAccountRows } from './store-accounts.ts'

/** An account without its own country uses the country of the settings. */
export type Account = Omit<AccountRow, 'country'> & { readonly country: string }

interface Source {
  readonly db: Queryable
  readonly config: Pick<Context['config'], 'country'>
}

export async function findAccount({ db, config }: Source, id: number): Promise<Account | null> {
  const row = await findAccountRow(db, id)
  return row && withCountry(row, config)
}

export async function getAccount(source: Source, id: number): Promise<Account> {
  const account = await findAccount(source, id)
  if (account === null) throw new Error(`account ${id} does not exist`)
  return account
}

export async function listAccounts({ db, config }: Source, question: AccountsQuestion): Promise<PageOf<Account>> {
  const { items, total } = await listAccountRows(db, question)
  return { items: items.map((row) => withCountry(row, config)), total }
}

const withCountry = (row: AccountRow, { country }: Source['config']): Account => ({
  ...row,
  country: row.country ?? country,
})
