import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tables, Tx } from '../../engine/db/index.ts'
import { dataOf, erasedPhone, isAccount, type PersonQuery, type Removal, ruleOf } from '../table-data/index.ts'

/**
 * Erases all values of the person in rows of files; the general search would replace the number only. The row keeps its
 * place, because the position of a campaign counts rows.
 */
const eraseRows =
  (name: keyof Tables, columns: readonly string[]) =>
  async (tx: Tx, { accountId, phone }: PersonQuery, limit: number): Promise<number> => {
    const table = sql.table(name)
    const key = sql.join(columns.map((column) => sql.ref(`t.${column}`)))
    const { rows } = await sql`
      update ${table} t
         set rows = (select jsonb_agg(case when r.value->>0 = ${phone} then ${JSON.stringify([erasedPhone])}::jsonb else r.value end
                                      order by r.place)
                       from jsonb_array_elements(t.rows) with ordinality as r(value, place))
       where (${key}) in (
         select ${key}
           from ${table} t
          where ${accountId === null ? sql`true` : sql`t.account_id = ${accountId}`}
            and jsonb_path_exists(t.rows, '$[*][0] ? (@ == $phone)', jsonb_build_object('phone', ${phone}::text))
          limit ${limit})
      returning 1 as one
    `.execute(tx)
    return rows.length
  }

/** Old uploads that no such campaign uses: it has not ended. */
const filesRule = (db: Queryable, isWanted: RawBuilder<unknown>) =>
  ruleOf(
    db,
    { table: 'campaign_files' },
    {
      name: 'Uploaded recipients',
      dataClass: 'messages',
      since: 'created_at',
      key: 'ctid',
      order: sql`t.upload, t.place`,
      where: sql`
        not exists (
          select
            from campaigns c
           where c.id = t.campaign_id
             and c.file_upload = t.upload
             and c.ended_at is null
             and ${isWanted}
        )`,
    },
  )

/** Removes old files from drafts. A draft that is started at the same time keeps its file. */
async function clearDrafts(db: Queryable, { accountId, before }: Removal): Promise<void> {
  await sql`
    update campaigns c
       set file_upload = null, file_name = null, file_columns = null, file_rows = 0, file_invalid = 0
     where c.status = 'draft'
       and ${accountId === null ? sql`true` : sql`c.account_id = ${accountId}`}
       and exists (
         select
           from campaign_files f
          where f.upload = c.file_upload
            and f.created_at < ${before})
  `.execute(db)
}

const files = dataOf('campaign_files', {
  person: {
    name: 'campaign-files',
    show: ['account_id', 'campaign_id', 'created_at'],
    texts: ['rows'],
    key: ['upload', 'place'],
    erase: eraseRows('campaign_files', ['upload', 'place']),
  },
  keep: ({ db }) => [
    {
      ...filesRule(db, sql`c.status <> 'draft'`),
      // No draft may name an upload without all its parts: it could be started before the next step.
      async remove(removal, limit) {
        await clearDrafts(db, removal)
        return filesRule(db, sql`true`).remove(removal, limit)
      },
    },
  ],
})

const pieces = dataOf('campaign_pieces', {
  person: {
    name: 'campaign-recipients',
    show: ['account_id', 'campaign_id', 'due_at'],
    texts: ['rows'],
    key: ['campaign_id', 'round', 'place'],
    erase: eraseRows('campaign_pieces', ['campaign_id', 'round', 'place']),
  },
})

/** The counts of campaigns stay. The number is removed from the excluded ones: a word in its place would be invalid. */
const campaigns = dataOf('campaigns', {
  person: {
    name: 'campaign-exclusions',
    show: ['account_id', 'name', 'created_at'],
    where: ({ accountId, phone }) => sql`
      ${isAccount('t.account_id', accountId)} and t.audience #> '{exclude,numbers}' @> to_jsonb(${phone}::text)`,
    overwrite: ({ phone }) => ({
      audience: sql`jsonb_set(t.audience, '{exclude,numbers}', (t.audience #> '{exclude,numbers}') - ${phone}::text)`,
    }),
  },
})

const responses = dataOf('campaign_responses', {
  at: 'happened_at',
  keep: [
    {
      name: 'Responses to campaigns',
      dataClass: 'messages',
      key: 'ctid',
      order: sql`t.account_id, t.happened_at`,
    },
  ],
})

export const data = [responses, files, pieces, campaigns]
