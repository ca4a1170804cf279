import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

const isPin = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('p.account_id', accountId)} and p.phone = ${phone}`

const isCounter = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('c.account_id', accountId)} and c.scope = 'number' and c.subject = ${phone}`

export const otpPersonSources: readonly PersonSource[] = [
  erasableSource({
    name: 'pins',
    columns: columnsOf(
      { p: 'otp_pins' },
      {
        accountId: 'p.account_id',
        application: 'p.app_number',
        phone: 'p.phone',
        attempts: 'p.attempts',
        createdAt: 'p.created_at',
        expiresAt: 'p.expires_at',
        verifiedAt: 'p.verified_at',
      },
    ),
    from: sql`otp_pins p`,
    id: sql`p.id`,
    idType: 'uuid',
    where: isPin,
    table: 'otp_pins',
  }),
  {
    ...tableSource({
      name: 'pin-counters',
      columns: columnsOf(
        { c: 'otp_counters' },
        { accountId: 'c.account_id', phone: 'c.subject', hour: 'c.hour', count: 'c.count' },
      ),
      from: sql`otp_counters c`,
      id: sql`(c.account_id::text || ' ' || c.hour::text)`,
      idType: 'text',
      where: isCounter,
    }),
    async erase(tx, question) {
      const { rows } = await sql`delete from otp_counters c where ${isCounter(question)} returning 1 as one`.execute(tx)
      return rows.length
    },
  },
]
