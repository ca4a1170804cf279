import { sql } from 'kysely'
import { columnsOf, type Ordering, type Queryable, type RowOf, run, selectPage } from '../../engine/db/index.ts'
import { likeAnywhere, type PageRequest, type Sort, searchText } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

const columns = columnsOf('templates', { id: 'id', title: 'title', text: 'text', createdAt: 'created_at' })

export type Template = RowOf<typeof columns>

export type TemplateContent = Pick<Template, 'title' | 'text'>

/** Null keeps the value. */
export type TemplateChange = { readonly [Name in keyof TemplateContent]: string | null }

export async function insertTemplate(db: Queryable, accountId: number, { title, text }: TemplateContent, now: Date) {
  const [inserted] = await run.all<Template>(db)`
    insert into templates (account_id, title, title_key, text, created_at)
    values (${accountId}, ${title}, ${searchText(title)}, ${text}, ${now})
    returning ${columns}
  `
  return inserted as Template
}

/** Null when the account has no template with this id. A null id is an invalid one. */
export const findTemplate = (db: Queryable, accountId: number, id: number | null) => run.first<Template>(db)`
    select ${columns}
      from templates
     where account_id = ${accountId}
       and id = ${id}
  `

/** Null when it does not exist. */
export function updateTemplate(db: Queryable, accountId: number, id: number | null, { title, text }: TemplateChange) {
  const titleKey = title === null ? null : searchText(title)
  return run.first<Template>(db)`
    update templates
       set title = coalesce(${title}, title), title_key = coalesce(${titleKey}, title_key), text = coalesce(${text}, text)
     where account_id = ${accountId}
       and id = ${id}
    returning ${columns}
  `
}

/** False when it did not exist. */
export const deleteTemplate = (db: Queryable, accountId: number, id: number | null) =>
  run.hasRows(db)`delete from templates where account_id = ${accountId} and id = ${id} returning id`

export type TemplateField = 'id' | 'title' | 'text' | 'created'

export interface TemplateFilter {
  readonly page: PageRequest | Place
  readonly sort: Sort<TemplateField>
  /** A part of the title; null means all. */
  readonly search: string | null
}

export function listTemplates(db: Queryable, accountId: number, { page, sort, search }: TemplateFilter) {
  const found = search === null ? sql`` : sql`and title_key like ${likeAnywhere(search)}`
  return selectPage(db, page, {
    columns,
    from: sql`templates where account_id = ${accountId} ${found}`,
    order: orderOf(sort),
  })
}

/** Compared byte by byte, because locales differ. Ids grow with the time of creation. */
function orderOf({ field, direction }: Sort<TemplateField>): Ordering[] {
  const byId: Ordering = [sql`id`, direction]
  if (field === 'title') return [[sql`title_key collate "C"`, direction], byId]
  return field === 'text' ? [[sql`lower(text collate "C")`, direction, 'long'], byId] : [byId]
}
