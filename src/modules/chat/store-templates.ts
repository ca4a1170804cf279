import { sql } from 'kysely'
import type { ChatTemplate } from '../../carriers/chat/channel.ts'
import { columnsOf, type Queryable, selectPage, type Tx } from '../../engine/db/index.ts'
import type { Place } from '../../values/place.ts'

/** Stores the templates of a provider in place of the earlier ones. */
export async function replaceTemplates(
  tx: Tx,
  provider: string,
  templates: readonly ChatTemplate[],
  now: Date,
): Promise<void> {
  await sql`
    insert into chat_templates as t (provider, name, language, category, status, components, synced_at)
    select ${provider}, v.name, v.language, v.category, v.status, v.components, ${now}
      from json_to_recordset(${JSON.stringify(templates)}::json) as v(name text, language text, category text, status text, components json)
        on conflict (provider, name, language) do update
       set category = excluded.category, status = excluded.status, components = excluded.components, synced_at = excluded.synced_at
  `.execute(tx)
  await sql`delete from chat_templates where provider = ${provider} and synced_at < ${now}`.execute(tx)
}

const columns = columnsOf(
  { t: 'chat_templates' },
  't.provider, t.name, t.language, t.category, t.status, t.components, t.synced_at',
).narrow<{ components: ChatTemplate['components'] }>()

/** The templates that an account may use: those of its own channels and of shared ones. */
export const listTemplates = (db: Queryable, accountId: number, place: Place) =>
  selectPage(db, place, {
    columns,
    from: sql`
      chat_templates t
      join providers p on p.name = t.provider
     where coalesce(p.account_id, ${accountId}) = ${accountId}`,
    order: [
      [sql`t.name`, 'asc'],
      [sql`t.language`, 'asc'],
      [sql`t.provider`, 'asc'],
    ],
  })
