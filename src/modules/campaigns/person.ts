import { sql } from 'kysely'
import { columnsOf, type Tx } from '../../engine/db/index.ts'
import {
  erasedPhone,
  isAccount,
  type PersonQuestion,
  type PersonSource,
  scannedSource,
  tableSource,
} from '../person/index.ts'

type RowsSource = Pick<Parameters<typeof scannedSource>[0], 'name' | 'columns' | 'key'>

/**
 * A table with rows of files. All values of the person are erased; the general search would replace the number only.
 * The row keeps its place, because the position of a campaign counts rows.
 */
const rowsSource = (source: RowsSource): PersonSource => ({
  ...scannedSource({ ...source, account: sql`t.account_id`, texts: [sql`t.rows::text`] }),
  async erase(tx, { accountId, phone }, limit) {
    const table = sql.table(source.key.table)
    const key = sql.join(source.key.columns.map(({ name }) => sql.ref(`t.${name}`)))
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
  },
})

const excludes = ({ accountId, phone }: PersonQuestion) => sql`
  ${isAccount('c.account_id', accountId)}
  and c.audience #> '{exclude,numbers}' @> to_jsonb(${phone}::text)`

/** Removes the number from the excluded ones. A word in its place would be an invalid number. */
async function eraseExcluded(tx: Tx, question: PersonQuestion, limit: number): Promise<number> {
  const { rows } = await sql`
    update campaigns c
       set audience = jsonb_set(c.audience, '{exclude,numbers}', (c.audience #> '{exclude,numbers}') - ${question.phone}::text)
     where c.id in (select c.id from campaigns c where ${excludes(question)} limit ${limit})
    returning 1 as one
  `.execute(tx)
  return rows.length
}

export const campaignsPersonSources: readonly PersonSource[] = [
  rowsSource({
    name: 'campaign-files',
    columns: columnsOf(
      { t: 'campaign_files' },
      { accountId: 't.account_id', campaignId: 't.campaign_id', createdAt: 't.created_at' },
    ),
    key: {
      table: 'campaign_files',
      columns: [
        { name: 'upload', type: 'uuid' },
        { name: 'place', type: 'integer' },
      ],
    },
  }),
  rowsSource({
    name: 'campaign-recipients',
    columns: columnsOf(
      { t: 'campaign_pieces' },
      { accountId: 't.account_id', campaignId: 't.campaign_id', dueAt: 't.due_at' },
    ),
    key: {
      table: 'campaign_pieces',
      columns: [
        { name: 'campaign_id', type: 'bigint' },
        { name: 'round', type: 'integer' },
        { name: 'place', type: 'integer' },
      ],
    },
  }),
  {
    ...tableSource({
      name: 'campaign-exclusions',
      columns: columnsOf({ c: 'campaigns' }, { accountId: 'c.account_id', name: 'c.name', createdAt: 'c.created_at' }),
      from: sql`campaigns c`,
      id: sql`c.id`,
      idType: 'bigint',
      where: excludes,
    }),
    erase: eraseExcluded,
  },
]
