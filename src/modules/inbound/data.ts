import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { dataOf, isAccount, ofInstallation } from '../table-data/index.ts'

const isAssigned = sql`t.account_id is not null`

/** Messages without an owner belong to the installation. */
const unassigned = { scope: 'installation', where: sql`t.account_id is null` } as const

const withText = (isWanted: RawBuilder<unknown>) => ({
  where: sql`${isWanted} and not t.text_removed`,
  overwrite: { text: '', text_removed: true },
})

const messages = dataOf('inbound_messages', {
  at: 'received_at',
  idsGrow: true,
  pending: sql`t.due_at is not null`,
  // STOP and HELP that are not carried out yet are kept.
  final: sql`t.due_at is null`,
  person: {
    name: 'inbound',
    show: ['account_id', 'phone', 'number', 'text', 'kind', 'carrier', 'received_at'],
    where({ accountId, phone }) {
      const orNone = accountId === null ? sql`or t.account_id is null` : sql``
      return sql`(${isAccount('t.account_id', accountId)} ${orNone}) and t.phone = ${phone}`
    },
  },
  keep: [
    { name: 'Inbound texts', dataClass: 'texts', ...withText(isAssigned) },
    { name: 'Unassigned inbound texts', dataClass: 'texts', ...unassigned, ...withText(unassigned.where) },
    { name: 'Inbound messages', dataClass: 'messages', where: isAssigned },
    { name: 'Unassigned inbound messages', dataClass: 'messages', ...unassigned },
  ],
  /** Incoming messages, also those without an account. */
  archive: {
    name: 'inbound',
    columns: ['id', 'account_id', 'carrier', 'phone', 'number', 'text', 'kind', 'received_at'],
    texts: ['text'],
    references: ['number'],
  },
  /** The status names a command word. */
  history: {
    kind: 'inbound',
    scope: 'inbound:read',
    columns: ['number', 'text', 'text_removed', 'kind'],
    show: ({ number, text, text_removed, kind }) => ({
      direction: 'in',
      channel: 'sms',
      from: number,
      text,
      textRemoved: text_removed,
      status: kind === 'message' ? null : kind,
    }),
  },
  unsearched: ['number', 'phone'],
})

/** Parts belong to no account until the message is complete. */
const partialMessages = dataOf('inbound_gatherings', {
  pending: sql`t.due_at is not null`,
  person: {
    name: 'inbound-parts',
    show: [
      'phone',
      'number',
      'carrier',
      columnsOf(
        { t: 'inbound_gatherings' },
        {
          text: sql<string>`(select string_agg(p.text, ' ' order by p.part) from inbound_parts p where p.gathering_id = t.id)`,
        },
      ),
      'created_at',
    ],
    where: ofInstallation,
  },
  unsearched: ['number', 'phone'],
})

export const data = [
  messages,
  partialMessages,
  dataOf('inbound_ids', { unsearched: ['carrier', 'id'] }),
  dataOf('inbound_keywords', { unsearched: ['number'] }),
  dataOf('inbound_numbers', { unsearched: ['number'] }),
]
