import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule, redacting } from '../retention/index.ts'
import { inboundArchive } from './archive.ts'

const isAssigned = sql`account_id is not null`
const isUnassigned = sql`account_id is null`

/** STOP and HELP that are not carried out yet are kept. */
const rowsOf = (owned: RawBuilder<unknown>, and = sql``) =>
  ({
    table: 'inbound_messages',
    isOld: (before: Date) => sql`${owned} and received_at < ${before} and due_at is null ${and}`,
    order: sql`id`,
    idsGrowWith: 'received_at',
  }) as const

const withText = sql`and not text_removed`
const removeText = sql`text = '', text_removed = true`

/** Unassigned messages belong to no account. */
export const inboundRetention = (db: Queryable): RetentionRule[] => [
  { name: 'Inbound texts', dataClass: 'texts', ...redacting(db, rowsOf(isAssigned, withText), removeText) },
  {
    name: 'Unassigned inbound texts',
    dataClass: 'texts',
    scope: 'installation',
    ...redacting(db, rowsOf(isUnassigned, withText), removeText),
  },
  {
    name: 'Inbound messages',
    dataClass: 'messages',
    ...deleting(db, { ...rowsOf(isAssigned), archivedAs: inboundArchive.name }),
  },
  {
    name: 'Unassigned inbound messages',
    dataClass: 'messages',
    scope: 'installation',
    ...deleting(db, { ...rowsOf(isUnassigned), archivedAs: inboundArchive.name }),
  },
]
