import { sql } from 'kysely'
import { type Queryable, type Row, run, type Tx } from '../../engine/db/index.ts'
import { type Counted, codeToId, countByLink, idToCode } from './rules.ts'

/** Codes in one statement that deletes them. */
const deletedMax = 1_000

interface NewLinks {
  readonly accountId: number
  readonly campaignId: number
  /** In the order of the text. */
  readonly urls: readonly string[]
  readonly now: Date
}

/** Stores the links of a campaign and returns their ids in order. A repeated call returns the same ids. */
export async function insertLinks(tx: Tx, { accountId, campaignId, urls, now }: NewLinks): Promise<number[]> {
  if (urls.length === 0) return []
  const { rows } = await sql<Row<'links', 'id' | 'place'>>`
    insert into links as l (account_id, campaign_id, place, url, created_at)
    select ${accountId}, ${campaignId}, v.place - 1, v.url, ${now}
      from unnest(${urls}::text[]) with ordinality as v(url, place)
     order by v.place
        on conflict (campaign_id, place) do update
       set url = excluded.url
     where l.url = excluded.url
       and l.account_id = excluded.account_id
    returning id, place
  `.execute(tx)
  if (rows.length < urls.length) throw new Error(`campaign ${campaignId} already has other links`)
  return rows.toSorted((a, b) => a.place - b.place).map(({ id }) => id)
}

export interface NewCode {
  readonly code: string
  readonly linkId: number
  /** Null if all recipients share the code. */
  readonly messageId: number | null
  /** Clicks on codes of test messages do not count. */
  readonly isTest?: boolean
}

/** Stores codes in one statement. A few thousand are fast on both engines. */
export async function insertCodes(tx: Tx, rows: readonly NewCode[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into link_codes (code, link_id, message_id, is_test)
    select *
      from unnest(${rows.map(({ code }) => codeToId(code))}::bigint[], ${rows.map(({ linkId }) => linkId)}::bigint[],
                  ${rows.map(({ messageId }) => messageId)}::bigint[], ${rows.map(({ isTest = false }) => isTest)}::boolean[])
  `.execute(tx)
}

type LinkRow = Row<'links', 'id' | 'url' | 'clicks' | 'place'>

/** The links of a campaign, in the order of its text. */
export const listLinks = (db: Queryable, accountId: number, campaignId: number) => run.all<LinkRow>(db)`
  select id, url, clicks, place
    from links
   where account_id = ${accountId}
     and campaign_id = ${campaignId}
   order by place
`

export interface Target extends Counted {
  readonly url: string
  readonly isTest: boolean
}

/**
 * The targets of known codes of active accounts. Links of deleted campaigns no longer work. Codes are found first, because without statistics, after a large
 * campaign, the planner would scan all codes of the links. The statement is not prepared for the same reason.
 */
export async function findTargets(db: Queryable, codes: readonly string[]): Promise<Map<string, Target>> {
  const { rows } = await sql<Target & { readonly code: string }>`
    with found as materialized (
      select code, link_id, message_id, is_test
        from link_codes
       where code = any(${codes.map(codeToId)}::bigint[])
    )
    select f.code::text as code, f.link_id as "linkId", f.message_id as "messageId", f.is_test as "isTest",
           l.campaign_id as "campaignId", l.account_id as "accountId", l.url
      from found f
      join links l on l.id = f.link_id
      join accounts a on a.id = l.account_id
      join campaigns p on p.id = l.campaign_id
     where a.suspended_at is null
  `.execute(db)
  return new Map(rows.map(({ code, ...target }) => [idToCode(code), target]))
}

/** Adds clicks to links. All processes lock the rows in the order of their ids, so they cannot deadlock. */
export async function addClicks(tx: Tx, clicks: readonly Counted[]): Promise<void> {
  const counts = countByLink(clicks)
  await sql`
    with counted as materialized (
      select l.id, v.clicks
        from unnest(${counts.map(({ linkId }) => linkId)}::bigint[], ${counts.map(({ count }) => count)}::integer[]) as v(id, clicks)
        join links l on l.id = v.id
       order by l.id
         for no key update of l
    )
    update links l
       set clicks = least(l.clicks::bigint + c.clicks, 2147483647)
      from counted c
     where l.id = c.id
  `.execute(tx)
}

/** Deletes the links of a campaign with their codes, in batches. */
export async function deleteLinksOf(db: Queryable, accountId: number, campaignId: number): Promise<void> {
  const ids = (await listLinks(db, accountId, campaignId)).map(({ id }) => id)
  for (let deleted = deletedMax; deleted === deletedMax; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from link_codes
       where code = any(array(select code from link_codes where link_id = any(${ids}::bigint[]) limit ${deletedMax}))
    `.execute(db)
    deleted = Number(numAffectedRows)
  }
  await sql`delete from links where id = any(${ids}::bigint[])`.execute(db)
}
