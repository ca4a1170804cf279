import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { Campaign } from './store.ts'

/** The fixed audience of a campaign, in pieces, and the requests that its steps become. */

/** A row of the file: the number, then the values of its columns. */
export type FileRow = readonly [phone: string, ...values: string[]]

export interface NewPiece {
  readonly place: number
  readonly dueAt: Date
  readonly size: number
  readonly contactIds?: readonly number[]
  /** Of the contacts. */
  readonly phones?: readonly number[]
  readonly rows?: readonly FileRow[]
  readonly requestId?: number
}

interface Round {
  readonly id: number
  readonly accountId: number
  readonly round: number
}

/** Begins to fix the audience. Pieces of an earlier attempt no longer count. Null when the campaign was stopped, or started again for another time. */
export async function startRound(
  db: Queryable,
  { id, accountId, startsAt }: Pick<Campaign, 'id' | 'accountId' | 'startsAt'>,
): Promise<number | null> {
  const { rows } = await sql<{ round: number }>`
    update campaigns
       set status = 'preparing', audience_round = audience_round + 1
     where id = ${id}
       and account_id = ${accountId}
       and status in ('scheduled', 'preparing')
       and position = 0
       and starts_at is not distinct from ${startsAt}
    returning audience_round as round
  `.execute(db)
  return rows[0]?.round ?? null
}

const isCurrent = ({ id, accountId, round }: Round) =>
  sql`id = ${id} and account_id = ${accountId} and audience_round = ${round} and status = 'preparing'`

const numbersOf = (column: string) =>
  sql`case when ${sql.ref(column)} is not null then array(select jsonb_array_elements(${sql.ref(column)})::bigint) end`

/** False when the campaign was stopped, or another process prepares it. */
export const insertPieces = (db: Queryable, of: Round, pieces: readonly NewPiece[]) => run.hasRows(db)`
  with current as materialized (select from campaigns where ${isCurrent(of)}),
  pieces as (
    insert into campaign_pieces (campaign_id, round, place, account_id, due_at, size, contact_ids, phones, rows, request_id)
    select ${of.id}, ${of.round}, place, ${of.accountId}, "dueAt", size,
           ${numbersOf('contactIds')}, ${numbersOf('phones')}, rows, "requestId"
      from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb)
        as p(place integer, "dueAt" timestamptz, size integer, "contactIds" jsonb, phones jsonb, rows jsonb, "requestId" bigint)
     where exists (select from current)
  )
  select from current
`

/** Orders the pieces by their due time, and begins to send. Returns the number of recipients; null when it was stopped. */
export async function finishRound(
  tx: Tx,
  of: Round,
  { linkCodes, now }: { readonly linkCodes: readonly string[] | null; readonly now: Date },
): Promise<number | null> {
  await sql`
    update campaign_pieces p
       set first = o.first
      from (select place, sum(size) over (order by due_at, place) - size as first
              from campaign_pieces
             where campaign_id = ${of.id}
               and round = ${of.round}) o
     where p.campaign_id = ${of.id}
       and p.round = ${of.round}
       and p.place = o.place
  `.execute(tx)
  const { rows } = await sql<{ recipients: number }>`
    update campaigns
       set status = 'sending', started_at = ${now}, link_codes = ${linkCodes}::text[],
           recipients = coalesce((select sum(size) from campaign_pieces where campaign_id = ${of.id} and round = ${of.round}), 0)
     where ${isCurrent(of)}
    returning recipients
  `.execute(tx)
  return rows[0]?.recipients ?? null
}

const pieceColumns = columnsOf('campaign_pieces', 'due_at, size, contact_ids, phones, rows, request_id', {
  first: sql<number>`first`,
}).narrow<{ contactIds: readonly number[] | null; phones: readonly number[] | null; rows: readonly FileRow[] | null }>()

export type Piece = RowOf<typeof pieceColumns>

/** The piece with the recipient at a position. */
export const findPieceAt = (db: Queryable, { id, accountId, round }: Round, position: number) => run.first<Piece>(db)`
  select ${pieceColumns}
    from campaign_pieces
   where campaign_id = ${id}
     and account_id = ${accountId}
     and round = ${round}
     and first <= ${position}
   order by first desc
   limit 1
`

/** The numbers of recipients of a step by their results. */
export interface StepCounts
  extends Pick<Campaign, 'queued' | 'invalid' | 'duplicates' | 'optedOut' | 'doNotDisturb' | 'noConsent'> {
  readonly size: number
}

/**
 * Moves the position of a campaign, in the transaction that stores the messages. False when the campaign was paused or
 * cancelled, or another process was faster.
 */
export function takeStep(tx: Tx, { id, accountId, round }: Round, position: number, counts: StepCounts) {
  const { size, queued, invalid, duplicates, optedOut, doNotDisturb, noConsent } = counts
  return run.hasRows(tx)`
    update campaigns
       set position = position + ${size}, queued = queued + ${queued}, invalid = invalid + ${invalid}, duplicates = duplicates + ${duplicates},
           opted_out = opted_out + ${optedOut}, do_not_disturb = do_not_disturb + ${doNotDisturb}, no_consent = no_consent + ${noConsent}
     where id = ${id}
       and account_id = ${accountId}
       and audience_round = ${round}
       and position = ${position}
       and status = 'sending'
    returning id
  `
}

export interface CampaignRequest {
  readonly requestId: number
  readonly firstMessageId: number
  readonly lastMessageId: number
}

export async function insertRequest(tx: Tx, { id, accountId }: Round, request: CampaignRequest): Promise<void> {
  const { requestId, firstMessageId, lastMessageId } = request
  await sql`
    insert into campaign_requests (campaign_id, request_id, account_id, first_message_id, last_message_id)
    values (${id}, ${requestId}, ${accountId}, ${firstMessageId}, ${lastMessageId})
  `.execute(tx)
}

const requestColumns = columnsOf({ r: 'campaign_requests' }, 'r.request_id, r.first_message_id, r.last_message_id')

/** The requests of a campaign after an id, in order. */
export function listRequestsAfter(db: Queryable, accountId: number, id: number, after: number, limit: number) {
  return run.all<CampaignRequest>(db)`
    select ${requestColumns}
      from campaign_requests r
     where r.campaign_id = ${id}
       and r.account_id = ${accountId}
       and r.request_id > ${after}
     order by r.request_id
     limit ${limit}
  `
}

/** Whether messages of the account that are due have been waiting for a carrier since a time. */
export function isBehind(db: Queryable, accountId: number, carriers: readonly string[], since: Date) {
  return run.hasRows(db)`
    select from sms_batches
     where carrier = any(${carriers}::text[])
       and lane = 'bulk'
       and account_id = ${accountId}
       and due_at < ${since}
     limit 1
  `
}

/** Requests with messages that no carrier has got. */
export function listWaitingRequests(db: Queryable, accountId: number, id: number, carriers: readonly string[]) {
  return run.all<CampaignRequest>(db)`
    select ${requestColumns}
      from campaign_requests r
     where r.campaign_id = ${id}
       and r.account_id = ${accountId}
       and exists (select from sms_batches b
                    where b.carrier = any(${carriers}::text[])
                      and b.lane = 'bulk'
                      and b.account_id = ${accountId}
                      and not b.again
                      and b.first_message_id <= r.last_message_id
                      and b.last_message_id >= r.first_message_id)
     order by r.request_id
  `
}

/** Pieces of all rounds, or of earlier ones. */
export async function deletePieces(db: Queryable, accountId: number, id: number, beforeRound?: number): Promise<void> {
  await sql`
    delete from campaign_pieces
     where campaign_id = ${id}
       and account_id = ${accountId}
       ${beforeRound === undefined ? sql`` : sql`and round < ${beforeRound}`}
  `.execute(db)
}
