import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import type { StepKey } from './steps.ts'

/**
 * Which tables and columns are searched for a number. All text and JSON columns of the schema, also those of later
 * migrations, except the ones listed here.
 */

/** Tables of the engine, of sign-in and SMPP credentials, and the record of erasures itself. */
export const tablesNotSearched: readonly string[] = [
  'ngoma_migrations',
  'id_blocks',
  'periodic_tasks',
  'changes',
  'rate_buckets',
  'sandbox',
  'lasting_keys',
  'root_secret',
  'secret_processes',
  'secret_rotations',
  'auth_accounts',
  'auth_devices',
  'auth_passkeys',
  'auth_rate_limits',
  'auth_sessions',
  'auth_two_factors',
  'auth_used_codes',
  'auth_users',
  'auth_verifications',
  'invitations',
  'members',
  'password_mails',
  'sign_in_failures',
  'smpp_binds',
  'smpp_credentials',
  'erasures',
]

/**
 * Settings of the business, such as its own numbers, routes and endpoints; columns that the sources of the modules
 * erase; and amounts and ids whose digits may equal a number by accident. A changed subject would break the ledger, and
 * a changed reference would lose the delivery receipt of another person; the references of the person are deleted with
 * the messages. Other references may hold the number, because customers choose them or their rows are final.
 */
export const columnsNotSearched: readonly string[] = [
  'airtime_transfers.amount_text',
  'checkout_sessions.amount_text',
  'ledger_entries.subject',
  'sms_references.carrier',
  'sms_references.failed_reason',
  'sms_references.reference',
  'webhook_endpoints.url',
  'providers.name',
  'providers.product',
  'providers.kind',
  'providers.settings',
  'provider_outages.provider',
  'provider_outages.problem',
  'chat_conversations.business',
  'chat_templates.category',
  'chat_templates.components',
  'chat_templates.language',
  'chat_templates.name',
  'chat_templates.provider',
  'chat_templates.status',
  'inbound_gatherings.number',
  'inbound_ids.carrier',
  'inbound_ids.id',
  'inbound_keywords.number',
  'inbound_messages.number',
  'inbound_numbers.number',
  'otp_allowances.ranges',
  'otp_apps.channels',
  'otp_apps.sender',
  'otp_sends.channel',
  'otp_sends.language',
  'otp_sends.problem',
  'otp_prefixes.prefix',
  'prices.prefix',
  'routing_carriers.name',
  'routing_carriers.settings',
  'routing_routes.prefix',
  'routing_routes.sender',
  'senders.sender',
  'smpp_gatherings.source',
  'sms_requests.sender',
  'contacts.phone',
  'contacts.phone2',
  'sms_messages.phone',
  'sms_messages.moves',
  'inbound_messages.phone',
  'inbound_gatherings.phone',
  'sms_reports.phone',
  'smpp_messages.phone',
  'smpp_gatherings.phone',
  'otp_pins.phone',
  'airtime_transfers.phone',
  'checkout_sessions.phone',
  'checkout_payments.phone',
  'chat_conversations.phone',
]

/** Rows without an account of their own belong to the account of this row. Other such tables belong to no account. */
const owners: Readonly<Record<string, string>> = {
  smpp_parts: '(select o.account_id from smpp_gatherings o where o.id = t.gathering_id)',
  webhook_attempts: '(select o.account_id from webhook_events o where o.id = t.event_id)',
  sms_part_receipts: '(select o.account_id from sms_messages o where o.id = t.message_id)',
}

export interface SearchedColumn {
  readonly name: string
  readonly kind: 'text' | 'json' | 'list'
  readonly type: string
  /** Two rows may not have the same value. */
  readonly isUnique: boolean
}

export interface SearchedTable {
  readonly name: string
  readonly key: StepKey
  readonly columns: readonly SearchedColumn[]
  /** Expression for the account over the alias `t`; null when rows belong to no account. */
  readonly account: string | null
}

/** A searched column of `t` as text. */
export const textOf = ({ name, kind }: SearchedColumn): RawBuilder<unknown> => {
  const column = sql.ref(`t.${name}`)
  if (kind === 'list') return sql`array_to_string(${column}, ' ')`
  return kind === 'json' ? sql`${column}::text` : column
}

/** Whether the row `t` belongs to the account, or to any. */
export const isOwned = ({ account }: SearchedTable, accountId: number | null): RawBuilder<unknown> =>
  accountId === null ? sql`true` : account === null ? sql`false` : sql`${sql.raw(account)} = ${accountId}`

interface FoundColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isUnique: boolean
  /** Position in the primary key, from 1; null outside of it. */
  readonly keyPlace: number | null
}

/** Reads the catalog, so that tables of later migrations are searched too. */
export async function listSearched(db: Queryable): Promise<SearchedTable[]> {
  const { rows } = await sql<FoundColumn>`
    select c.relname as "table",
           a.attname as name,
           format_type(a.atttypid, null) as type,
           exists (
             select from pg_index i
              where i.indrelid = c.oid
                and i.indisunique
                and (a.attnum = any(i.indkey::int2[]) or i.indexprs is not null)) as "isUnique",
           (select array_position(p.conkey, a.attnum)
              from pg_constraint p
             where p.conrelid = c.oid
               and p.contype = 'p') as "keyPlace"
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = current_schema()
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relname <> all(${tablesNotSearched}::text[])
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname, a.attnum
  `.execute(db)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].flatMap(([name, columns]) => describe(name, columns))
}

const kinds: Readonly<Record<string, SearchedColumn['kind']>> = {
  text: 'text',
  'character varying': 'text',
  character: 'text',
  json: 'json',
  jsonb: 'json',
  'text[]': 'list',
  'character varying[]': 'list',
}

function describe(name: string, found: readonly FoundColumn[]): SearchedTable[] {
  const columns = found.flatMap(({ name: column, type, isUnique }) => {
    const kind = kinds[type]
    return kind === undefined || columnsNotSearched.includes(`${name}.${column}`)
      ? []
      : [{ name: column, kind, type, isUnique }]
  })
  if (columns.length === 0) return []
  const key = found
    .filter(({ keyPlace }) => keyPlace !== null)
    .toSorted((one, other) => (one.keyPlace ?? 0) - (other.keyPlace ?? 0))
  if (key.length === 0) throw new Error(`the table ${name} has no primary key, so it cannot be searched`)
  const account = name === 'accounts' ? 't.id' : found.some((one) => one.name === 'account_id') ? 't.account_id' : null
  return [
    {
      name,
      key: { table: name, columns: key.map((one) => ({ name: one.name, type: one.type })) },
      columns,
      account: account ?? owners[name] ?? null,
    },
  ]
}
