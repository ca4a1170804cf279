import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { columnsOf, type RowOf } from '../../engine/db/index.ts'

const columns = columnsOf('accounts', 'country, smart_encoding as isSmart, messages_per_day')

/** The settings of an account that a send needs. */
interface SendSettings {
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

/** The messages an account may send in a day; null means no limit. */
export const findDailyLimit = async (ctx: Pick<Context, 'db' | 'config'>, accountId: number): Promise<number | null> =>
  (await findSendSettings(ctx, accountId)).messagesPerDay
