import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonQuestion, type PersonSource } from '../person/index.ts'

/** Messages without an owner belong to the installation. */
const isMessage = ({ accountId, phone }: PersonQuestion) => {
  const unassigned = accountId === null ? sql`or i.account_id is null` : sql``
  return sql`(${isAccount('i.account_id', accountId)} ${unassigned}) and i.phone = ${phone}`
}

const messages: PersonSource = erasableSource({
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
  table: 'inbound_messages',
  isPending: sql`i.due_at is not null`,
})

/** Parts belong to no account until the message is complete. */
const isGathering = ({ accountId, phone }: PersonQuestion) =>
  sql`${accountId === null ? sql`true` : sql`false`} and g.phone = ${phone}`

const parts: PersonSource = erasableSource({
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
  table: 'inbound_gatherings',
  isPending: sql`g.due_at is not null`,
})

export const inboundPersonSources: readonly PersonSource[] = [messages, parts]
