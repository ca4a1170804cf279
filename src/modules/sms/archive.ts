import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run } from '../../engine/db/index.ts'
import { type ArchiveDay, type ArchiveSource, kindsOf } from '../table-data/index.ts'

/** The day of a message is the day on which its request was created. */

const requestsAtOnce = 200
const messagesAtOnce = 1_000

const columns = columnsOf(
  { r: 'sms_requests', m: 'sms_messages' },
  {
    id: 'm.id',
    account_id: 'm.account_id',
    request_id: 'm.request_id',
    product: 'm.product',
    sender: 'r.sender',
    recipient_id: 'm.recipient_id',
    phone: 'm.phone',
    text: sql<string>`coalesce(m.text, r.text)`,
    encoding: sql<string>`case when r.wire -> 'binary' is not null then 'binary' else coalesce(m.encoding, r.encoding) end`,
    parts: 'm.segments',
    price: 'm.price',
    carrier: 'm.carrier',
    status: 'm.status',
    reason: 'm.reason',
    job_name: 'r.job_name',
    campaign_title: 'r.campaign_title',
    tags: sql<string | null>`array_to_string(r.tags, ', ')`,
    reference: 'r.reference',
    created_at: 'r.created_at',
    due_at: 'r.due_at',
    submitted_at: 'm.submitted_at',
    done_at: 'm.done_at',
  },
)
type MessageRow = RowOf<typeof columns> & { readonly isFinal: boolean }

const selected = sql`${columns}, m.status <> 'PENDING' as "isFinal"`

export const messagesArchive: ArchiveSource = {
  name: 'messages',
  columns: kindsOf<keyof MessageRow>(columns.names, {
    // The id is the account's own of the person.
    texts: ['recipient_id', 'text'],
    references: ['job_name', 'campaign_title', 'tags', 'reference'],
  }),
  async findNext(db, from) {
    const first = await run.first<{ at: Date | null }>(db)`
      select min(r.created_at) as at
        from accounts a
       cross join lateral (
         select r.created_at
           from sms_requests r
          where r.account_id = a.id
            and r.created_at >= ${from}
          order by r.created_at
          limit 1
       ) r
    `
    return first?.at ?? null
  },
  async *read(db, day) {
    const { first, last } = await findRequests(db, day)
    for (let after = first - 1; after < last; ) {
      const requests = await listRanges(db, day, after, last)
      yield* readMessages(db, requests)
      after = requests.length < requestsAtOnce ? last : (requests.at(-1)?.id ?? last)
    }
  },
  find: (db, ids) => run.all<MessageRow>(db)`
    select ${selected}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id = any(${ids}::bigint[])
     order by m.id
  `,
}

/**
 * The first and last request of a day. By account, because the index on the time begins with the account. Ids are only
 * roughly in the order of time, so the range also has requests of other days.
 */
async function findRequests(db: Queryable, { from, to }: ArchiveDay) {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(r.first) as first, max(r.last) as last
      from accounts a
     cross join lateral (
       select min(d.id) as first, max(d.id) as last
         from (
           select r.id
             from sms_requests r
            where r.account_id = a.id
              and r.created_at >= ${from}
              and r.created_at < ${to}
           offset 0
         ) d
     ) r
  `.execute(db)
  return { first: rows[0]?.first ?? 1, last: rows[0]?.last ?? 0 }
}

const rangeColumns = columnsOf('sms_requests', { id: 'id', first: 'first_message_id', last: 'last_message_id' })
type Range = RowOf<typeof rangeColumns>

const listRanges = (db: Queryable, { from, to }: ArchiveDay, after: number, last: number) => run.all<Range>(db)`
  select ${rangeColumns}
    from sms_requests
   where id > ${after}
     and id <= ${last}
     and created_at >= ${from}
     and created_at < ${to}
   order by id
   limit ${requestsAtOnce}
`

/** The messages of these requests. Their ids are close together, so they are read as one range. */
async function* readMessages(db: Queryable, requests: readonly Range[]): AsyncGenerator<MessageRow[]> {
  const ids = requests.map(({ id }) => id)
  const first = Math.min(...requests.map((request) => request.first ?? Number.POSITIVE_INFINITY))
  const last = Math.max(...requests.map((request) => request.last ?? 0))
  for (let after = first - 1; after < last; ) {
    const { rows } = await sql<MessageRow>`
      select ${selected}
        from sms_messages m
        join sms_requests r on r.id = m.request_id
       where m.id > ${after}
         and m.id <= ${last}
         and m.request_id = any(${ids}::bigint[])
       order by m.id
       limit ${messagesAtOnce}
    `.execute(db)
    if (rows.length > 0) yield rows
    after = rows.length < messagesAtOnce ? last : (rows.at(-1)?.id ?? last)
  }
}
