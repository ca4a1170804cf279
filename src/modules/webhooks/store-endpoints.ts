import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectPage, type Tx } from '../../engine/db/index.ts'
import { mapItems, type PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import type { DisabledReason } from './rules.ts'
import { attemptsOfEvent } from './store-attempts.ts'

/** SQL of endpoints, from the view of their account. Removed endpoints are invisible. */

const columns = columnsOf(
  { e: 'webhook_endpoints' },
  `e.id, e.event, e.url, e.flat_args, e.string_ids, e.disabled_at, e.disabled_reason, e.created_at,
   e.secret as sealedSecret, e.headers as sealedHeaders`,
  {
    /** Created for the callback URL of a message; receives only the events of such messages. */
    adHoc: 'e.ad_hoc',
    /** The previous secret signs until then. */
    previousUntil: 'e.previous_until',
    /** The first failure after the last success. */
    failingSince: 'e.failing_since',
  },
).narrow<{ disabledReason: DisabledReason | null }>()

export type Endpoint = RowOf<typeof columns>

const ofAccount = (accountId: number, id: number) =>
  sql`e.id = ${id} and e.account_id = ${accountId} and e.removed_at is null`

type LastAttempt = Row<'webhook_attempts', 'at' | 'status' | 'problem'>
/** PostgreSQL formats times in JSON its own way. */
type AttemptJson = Omit<LastAttempt, 'at'> & { readonly at: string }

/**
 * Searched among this many of the latest events, of one endpoint and of all endpoints of a page: an account can have
 * more than a thousand endpoints. Older attempts are in the list of attempts.
 */
const lookedAtMax = 1_000
const lookedAtTotal = 10_000
const lastAttempt = ({ limit }: Place) => sql<AttemptJson | null>`(
  select json_build_object('at', a.at, 'status', a.status, 'problem', a.problem)
    from (select w.* from webhook_events w where w.endpoint_id = e.id and w.account_id + 0 = e.account_id order by w.id desc limit ${Math.min(lookedAtMax, Math.ceil(lookedAtTotal / limit))}) w
   cross join lateral ${attemptsOfEvent} a
   order by a.id desc
   limit 1
)`

/** Includes the last attempt, to avoid a query for each endpoint. */
export interface ListedEndpoint extends Endpoint {
  readonly lastAttempt: LastAttempt | null
}

/** Counts enabled endpoints of all accounts that are failing. */
export const countFailing = (db: Queryable) => run.count(db)`
    select count(*) as count
      from webhook_endpoints
     where removed_at is null
       and disabled_at is null
       and failing_since is not null
  `

export async function listEndpoints(db: Queryable, accountId: number, place: Place): Promise<PageOf<ListedEndpoint>> {
  const found = await selectPage(db, place, {
    columns: columns.and(columnsOf({ e: 'webhook_endpoints' }, { lastAttempt: lastAttempt(place) })),
    from: sql`webhook_endpoints e where e.account_id = ${accountId} and e.removed_at is null`,
    order: [[sql`e.id`, 'desc']],
  })
  return mapItems(found, (one) => ({
    ...one,
    lastAttempt: one.lastAttempt && { ...one.lastAttempt, at: new Date(one.lastAttempt.at) },
  }))
}

export const findEndpoint = (db: Queryable, accountId: number, id: number) =>
  run.first<Endpoint>(db)`select ${columns} from webhook_endpoints e where ${ofAccount(accountId, id)}`

export interface NewEndpoint extends Pick<Endpoint, 'event' | 'url' | 'flatArgs' | 'stringIds'> {
  readonly accountId: number
  readonly secret: Buffer
  /** Encrypted. */
  readonly headers: Buffer | null
}

/** Null when the account has reached its limit. The account row is locked to enforce it. */
export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint, endpointsMax: number, now: Date) {
  await sql`select from accounts where id = ${endpoint.accountId} for no key update`.execute(tx)
  return run.first<Endpoint>(tx)`
    insert into webhook_endpoints as e (account_id, event, url, flat_args, string_ids, secret, headers, created_at)
    select ${endpoint.accountId}, ${endpoint.event}, ${endpoint.url}, ${endpoint.flatArgs}, ${endpoint.stringIds}, ${endpoint.secret}, ${endpoint.headers}::bytea, ${now}
     where (select count(*) from webhook_endpoints where account_id = ${endpoint.accountId} and removed_at is null and not ad_hoc) < ${endpointsMax}
    returning ${columns}
  `
}

export interface EndpointChange extends Partial<Pick<Endpoint, 'url' | 'flatArgs' | 'stringIds'>> {
  readonly enabled?: boolean
  /** Encrypted; null removes all headers. */
  readonly headers?: Buffer | null
}

/** Enabling an endpoint resets its failures. */
export function updateEndpoint(db: Queryable, accountId: number, id: number, change: EndpointChange, now: Date) {
  const disabled: RawBuilder<unknown> =
    change.enabled === undefined
      ? sql``
      : change.enabled
        ? sql`, disabled_at = null, disabled_reason = null, failing_since = null, due_at = null`
        : sql`, disabled_at = coalesce(e.disabled_at, ${now}), disabled_reason = coalesce(e.disabled_reason, 'by hand'), due_at = coalesce(e.due_at, ${now})`
  const headers = change.headers === undefined ? sql`` : sql`, headers = ${change.headers}::bytea`
  return run.first<Endpoint>(db)`
    update webhook_endpoints e
       set url = coalesce(${change.url ?? null}, e.url),
           flat_args = coalesce(${change.flatArgs ?? null}, e.flat_args),
           string_ids = coalesce(${change.stringIds ?? null}, e.string_ids)
           ${headers} ${disabled}
     where ${ofAccount(accountId, id)}
    returning ${columns}
  `
}

export async function lockEndpoint(tx: Tx, accountId: number, id: number): Promise<void> {
  await sql`select 1 from webhook_endpoints e where ${ofAccount(accountId, id)} for no key update`.execute(tx)
}

/** The number of previous secrets that still sign, and when the first of them stops. */
export async function countPrevious(db: Queryable, accountId: number, id: number, now: Date) {
  const { rows } = await sql<{ previous: number; firstUntil: Date | null }>`
    select count(*)::int as previous, min(v.until) as "firstUntil"
      from (
        select e.previous_until as until from webhook_endpoints e where ${ofAccount(accountId, id)}
         union all
        select s.until from webhook_secrets s where s.endpoint_id = ${id} and s.account_id = ${accountId}
      ) v
     where v.until > ${now}
  `.execute(db)
  return rows[0] ?? { previous: 0, firstUntil: null }
}

/**
 * The current secret becomes the previous one, and the previous one becomes one of the older ones while it still signs.
 */
export async function replaceSecret(tx: Tx, accountId: number, id: number, secret: Buffer, until: Date, now: Date) {
  await sql`
    insert into webhook_secrets (account_id, endpoint_id, secret, until)
    select e.account_id, e.id, e.previous_secret, e.previous_until
      from webhook_endpoints e
     where ${ofAccount(accountId, id)}
       and e.previous_until > ${now}
  `.execute(tx)
  return run.first<Endpoint>(tx)`
    update webhook_endpoints e
       set secret = ${secret}, previous_secret = e.secret, previous_until = ${until}
     where ${ofAccount(accountId, id)}
    returning ${columns}
  `
}

export const removeEndpoint = (db: Queryable, accountId: number, id: number, now: Date) =>
  run.hasRows(
    db,
  )`update webhook_endpoints e set removed_at = ${now}, due_at = ${now} where ${ofAccount(accountId, id)} returning e.id`

/** Endpoints that fail or were disabled because of failures. Endpoints disabled by a user are left out. */
export const listFailing = (db: Queryable, accountId: number, limit: number) => run.all<Endpoint>(db)`
    select ${columns}
      from webhook_endpoints e
     where e.account_id = ${accountId}
       and e.removed_at is null
       and (e.disabled_reason in ('gone', 'failing') or e.disabled_at is null and e.failing_since is not null)
     order by e.id
     limit ${limit}
  `

/** Deletes secrets that no longer sign. */
export async function forgetSecrets(db: Queryable, now: Date): Promise<void> {
  await sql`update webhook_endpoints set previous_secret = null, previous_until = null where previous_until < ${now}`.execute(
    db,
  )
  await sql`delete from webhook_secrets where until < ${now}`.execute(db)
}
