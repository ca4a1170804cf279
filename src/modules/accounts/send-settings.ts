import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { columnsOf, type Queryable, type RowOf } from '../../engine/db/index.ts'

const columns = columnsOf('accounts', {
  country: 'country',
  isSmart: 'smart_encoding',
  messagesPerDay: 'messages_per_day',
})

/** The settings of an account that a send needs. */
export interface SendSettings {
  /** The country of typed numbers. */
  readonly country: string
  /** Whether typographic characters are replaced so that a text fits GSM 03.38. */
  readonly isSmart: boolean
  /** Null without a limit. */
  readonly messagesPerDay: number | null
}

export async function findSendSettings(
  { db, config }: Pick<Context, 'db' | 'config'>,
  accountId: number,
): Promise<SendSettings> {
  const { rows } = await sql<RowOf<typeof columns>>`select ${columns} from accounts where id = ${accountId}`.execute(db)
  const { country = null, isSmart = false, messagesPerDay = null } = rows[0] ?? {}
  return {
    country: country ?? config.country,
    isSmart,
    messagesPerDay: (messagesPerDay ?? config.messagesPerDay) || null,
  }
}

export async function setSmartEncoding(db: Queryable, accountId: number, isOn: boolean): Promise<void> {
  await sql`update accounts set smart_encoding = ${isOn} where id = ${accountId}`.execute(db)
}
