import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

/** Messages without an owner belong to the installation. */
const isMessage = ({ accountId, phone }: PersonQuestion) => {
  const unassigned = accountId === null ? sql`or i.account_id is null` : sql``
  return sql`(${isAccount('i.account_id', accountId)} ${unassigned}) and i.phone = ${phone}`
}

const messages: PersonSource = {
  ...tableSource({
    name: 'inbound',
    columns: columnsOf(
      { i: 'inbound_messages' },
      {
        accountId: 'i.account_id',
        phone: 'i.phone',
        number: 'i.number',
        text: 'i.text',
        kind: 'i.kind',
        carrier: 'i.carrier',
        receivedAt: 'i.received_at',
      },
    ),
    from: sql`inbound_messages i`,
    id: sql`i.id`,
    idType: 'bigint',
    where: isMessage,
  }),
  async countPending(db, question) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from inbound_messages i where ${isMessage(question)} and i.due_at is not null
    `.execute(db)
    return rows[0]?.count ?? 0
  },
  async erase(tx, question, limit) {
    const { rows } = await sql`
      delete from inbound_messages d
       where d.id in (
               select i.id from inbound_messages i where ${isMessage(question)} and i.due_at is null limit ${limit})
      returning 1 as one
    `.execute(tx)
    return rows.length
  },
}

/** Parts belong to no account until the message is complete. */
const isGathering = ({ accountId, phone }: PersonQuestion) =>
  sql`${accountId === null ? sql`true` : sql`false`} and g.phone = ${phone}`

const parts: PersonSource = {
  ...tableSource({
    name: 'inbound-parts',
    columns: columnsOf(
      { g: 'inbound_gatherings' },
      {
        phone: 'g.phone',
        number: 'g.number',
        carrier: 'g.carrier',
        text: sql<string>`(select string_agg(p.text, ' ' order by p.part) from inbound_parts p where p.gathering_id = g.id)`,
        createdAt: 'g.created_at',
      },
    ),
    from: sql`inbound_gatherings g`,
    id: sql`g.id`,
    idType: 'bigint',
    where: isGathering,
  }),
  async countPending(db, question) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from inbound_gatherings g where ${isGathering(question)} and g.due_at is not null
    `.execute(db)
    return rows[0]?.count ?? 0
  },
  async erase(tx, question, limit) {
    const { rows } = await sql`
      delete from inbound_gatherings d
       where d.id in (
               select g.id from inbound_gatherings g where ${isGathering(question)} and g.due_at is null limit ${limit})
      returning 1 as one
    `.execute(tx)
    return rows.length
  },
}

export const inboundPersonSources: readonly PersonSource[] = [messages, parts]
