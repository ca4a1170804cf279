import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

const isOptOut = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('o.account_id', accountId)} and o.phone = ${phone}`

/** An account has at most one opt-out of a number, so the account's id identifies it. */
const optOuts: PersonSource = {
  ...tableSource({
    name: 'opt-outs',
    columns: columnsOf(
      { o: 'sms_optouts' },
      { accountId: 'o.account_id', phone: 'o.phone', source: 'o.source', createdAt: 'o.created_at' },
    ),
    from: sql`sms_optouts o`,
    id: sql`o.account_id`,
    idType: 'bigint',
    where: isOptOut,
  }),
  async erase(tx, question) {
    const { rows } = await sql`delete from sms_optouts o where ${isOptOut(question)} returning 1 as one`.execute(tx)
    return rows.length
  },
}

const isConsent = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('c.account_id', accountId)} and c.phone = ${phone}`

const consents: PersonSource = erasableSource({
  name: 'consents',
  columns: columnsOf(
    { c: 'consents' },
    {
      accountId: 'c.account_id',
      phone: 'c.phone',
      status: sql<string>`case when c.given then 'given' else 'withdrawn' end`,
      source: 'c.source',
      at: 'c.at',
      text: 'c.text',
      recordedAt: 'c.recorded_at',
    },
  ),
  from: sql`consents c`,
  id: sql`c.id`,
  idType: 'bigint',
  where: isConsent,
  table: 'consents',
})

/** The list belongs to the installation, not to an account. */
const isListed = ({ accountId, phone }: PersonQuestion) =>
  sql`${accountId === null ? sql`true` : sql`false`} and n.phone = ${phone}`

const doNotDisturb: PersonSource = {
  ...tableSource({
    name: 'do-not-disturb',
    columns: columnsOf(
      { n: 'do_not_disturb' },
      { phone: 'n.phone', source: 'n.source', note: 'n.note', createdAt: 'n.created_at' },
    ),
    from: sql`do_not_disturb n`,
    id: sql`n.phone`,
    idType: 'text',
    where: isListed,
  }),
  async erase(tx, question) {
    const { rows } = await sql`delete from do_not_disturb n where ${isListed(question)} returning 1 as one`.execute(tx)
    return rows.length
  },
}

/** The data that this module stores about a number. */
export const consentPersonSources: readonly PersonSource[] = [optOuts, consents, doNotDisturb]
