import type { Context } from '../../context.ts'
import { columnsOf, type Queryable, type RowOf, run } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { getTypedPhone } from '../../values/number-fault.ts'
import { mapItems, type PageOf } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'
import {
  type AccountRow,
  type AccountsQuery,
  findAccountCountry,
  findAccountLanguage,
  findAccountRow,
  listAccountCountries,
  listAccountRows,
} from './store-accounts.ts'

/** An account. Without a country or a language of its own it has those of the settings. */
export type Account = Omit<AccountRow, 'country' | 'language'> & {
  readonly country: string
  readonly language: Language
}

interface Source {
  readonly db: Queryable
  readonly config: Pick<Context['config'], 'country' | 'language' | 'messagesPerDay'>
}

export async function findAccount({ db, config }: Source, id: number): Promise<Account | null> {
  const row = await findAccountRow(db, id)
  return row && withDefaults(row, config)
}

export async function getAccount(source: Source, id: number): Promise<Account> {
  const account = await findAccount(source, id)
  if (account === null) throw new Error(`account ${id} does not exist`)
  return account
}

export const listAccounts = async ({ db, config }: Source, query: AccountsQuery): Promise<PageOf<Account>> =>
  mapItems(await listAccountRows(db, query), (row) => withDefaults(row, config))

export const findLanguage = async ({ db, config }: Source, accountId: number): Promise<Language> =>
  (await findAccountLanguage(db, accountId)) ?? config.language

/** The country for which typed numbers are read (values/local-number.ts). */
export const findCountry = async ({ db, config }: Source, accountId: number): Promise<string> =>
  (await findAccountCountry(db, accountId)) ?? config.country

export async function listCountries({ db, config }: Source): Promise<string[]> {
  const countries = await listAccountCountries(db)
  return [...new Set(countries.map((country) => country ?? config.country))]
}

/** Reads a number as a member of the account typed it. Throws if it is not a phone number. */
export const readTypedPhone = async (source: Source, accountId: number, text: string): Promise<Phone> =>
  getTypedPhone(text, await findCountry(source, accountId))

const withDefaults = (row: AccountRow, { country, language }: Source['config']): Account => ({
  ...row,
  country: row.country ?? country,
  language: row.language ?? language,
})

const sendColumns = columnsOf('accounts', 'country, smart_encoding as isSmart, messages_per_day')

interface SendSettings {
  /** The country of typed numbers. */
  readonly country: string
  /** Whether typographic characters are replaced so that a text fits GSM 03.38. */
  readonly isSmart: boolean
  /** Null without a limit. */
  readonly messagesPerDay: number | null
}

export async function findSendSettings({ db, config }: Source, accountId: number): Promise<SendSettings> {
  const found = await run.first<RowOf<typeof sendColumns>>(
    db,
  )`select ${sendColumns} from accounts where id = ${accountId}`
  const { country = null, isSmart = false, messagesPerDay = null } = found ?? {}
  return {
    country: country ?? config.country,
    isSmart,
    messagesPerDay: (messagesPerDay ?? config.messagesPerDay) || null,
  }
}

/** The messages an account may send in a day; null means no limit. */
export const findDailyLimit = async (source: Source, accountId: number) =>
  (await findSendSettings(source, accountId)).messagesPerDay
