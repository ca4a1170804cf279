import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { serve } from '../api-route.ts'
import { type SearchGroup, type SearchKind, search as searchRoutes } from '../contract/account/search.ts'
import type { Sendable } from '../contract/shapes.ts'
import { listNumbersWith, type Queryable, type Row, run } from '../engine/db/index.ts'
import { findCountry } from '../modules/accounts/index.ts'
import { type FoundContact, findContactsByName, findContactsByNumber, listNames } from '../modules/contacts/index.ts'
import { findEvents } from '../modules/events/index.ts'
import { findConversations } from '../modules/inbox/index.ts'
import { findSms, type SmsContext } from '../modules/sms/index.ts'
import { parseId } from '../values/id.ts'
import { formatPhone, parseTypedPhone } from '../values/local-number.ts'
import { type NumberPart, numberPartsOf } from '../values/number-parts.ts'
import { invalidParameter, likeAnywhere, type Query, readSearch } from '../values/page.ts'
import type { Scope } from '../values/scopes.ts'

/** Results of one kind. */
export const itemsMax = 6

/** The text of a search, in the form of `searchText`. */
export function readSearched(query: Query): string {
  const text = readSearch(query)?.trim() ?? ''
  if (text === '') throw invalidParameter('q', 'a text, such as a name, a number or an ID')
  return text
}

/** One search over everything that members look for by number, name, ID or reference. */
export function searchConsole(app: FastifyInstance, ctx: SmsContext): void {
  serve(app, searchRoutes.find, async ({ accountId, query, allows }) => ({
    groups: await search(ctx, accountId, readSearched(query), String(query.q).trim(), allows),
  }))
}

/** `typed` is the text before it was normalized: references have upper and lower case. */
async function search(
  ctx: SmsContext,
  accountId: number,
  text: string,
  typed: string,
  allows: (scope: Scope) => boolean,
): Promise<Sendable<SearchGroup>[]> {
  const { db } = ctx
  const readable = sources.filter(({ scope }) => allows(scope))
  const country = await findCountry(ctx, accountId)
  const id = parseId(typed)
  const phone = parseTypedPhone(text, country)
  const parts = numberPartsOf(text, country)
  const most = itemsMax + 1
  const mayReadContacts = allows(scopes.contact)
  const contacts = !mayReadContacts
    ? []
    : parts === null
      ? await findContactsByName(db, accountId, text, most)
      : await collect(parts, (part) => findContactsByNumber(db, accountId, part, most))
  const wanted = { parts: parts ?? [], phones: contacts.map((contact) => contact.phone) }
  const [conversations, numbers, sms, events, ...named] = await Promise.all([
    findConversations(db, accountId, wanted, allows, most),
    Promise.all(
      readable.map(({ table }) => collect(parts ?? [], (part) => listNumbersWith(db, table, accountId, part, most))),
    ),
    findSms(ctx, accountId, { id, phone, text: typed }, most),
    findEvents(db, accountId, text, most),
    findNamed(db, 'campaigns', accountId, { id, text }, most),
    findNamed(db, 'templates', accountId, { id, text }, most),
    findNamed(db, 'contact_books', accountId, { id, text }, most),
    findNamed(db, 'contact_segments', accountId, { id, text }, most),
  ])
  const [campaigns, templates, books, segments] = named
  const writers = mayReadContacts ? conversations.map((conversation) => conversation.phone) : []
  const names = await listNames(db, accountId, writers)
  const isKnown = contacts.length > 0 || (sms.messages.length > 0 && allows(scopes.message))
  const known = new Map<string, string[]>(phone === null || !isKnown ? [] : [[phone, []]])
  numbers.forEach((found, index) => {
    for (const one of found) known.set(one, [...(known.get(one) ?? []), readable[index]?.name ?? ''])
  })
  const show = (one: string) => formatPhone(one, country)
  const groups = [
    groupOf('number', [...known], ([one, from]) => ({
      id: one,
      title: show(one),
      detail: from.join(', '),
      phone: one,
      at: null,
    })),
    groupOf('contact', contacts, (contact) => {
      const name = nameOf(contact)
      const number = show(contact.phone)
      return { id: String(contact.id), title: name || number, detail: name && number, phone: contact.phone, at: null }
    }),
    groupOf('conversation', conversations, ({ id: found, phone: from, status, lastAt }) => ({
      id: String(found),
      title: names.get(from) || show(from),
      detail: status,
      phone: from,
      at: lastAt,
    })),
    groupOf('message', sms.messages, ({ id: found, phone: to, sender, createdAt }) => ({
      id: String(found),
      title: show(to),
      detail: sender,
      phone: to,
      at: createdAt,
    })),
    groupOf('campaign', campaigns, showNamed),
    groupOf('request', sms.requests, ({ id: found, campaign, reference, sender, createdAt }) => ({
      id: String(found),
      title: campaign ?? reference ?? String(found),
      detail: sender,
      phone: null,
      at: createdAt,
    })),
    groupOf('template', templates, showNamed),
    groupOf('book', books, showNamed),
    groupOf('segment', segments, showNamed),
    groupOf('event', events, ({ id: found, kind, subject, reason, lastAt }) => ({
      id: String(found),
      title: subject || kind,
      detail: [kind, reason].filter(Boolean).join(': '),
      phone: null,
      at: lastAt,
    })),
  ]
  return groups.filter(({ kind, items }) => items.length > 0 && allows(scopes[kind]))
}

/** Tables with numbers that need not be contacts, and their names in results. */
const sources = [
  { table: 'sms_optouts', name: 'opt-out', scope: 'optouts:read' },
  { table: 'consents', name: 'consent', scope: 'optouts:read' },
  { table: 'inbound_messages', name: 'inbound', scope: 'inbound:read' },
] as const

/** A credential finds only what it may also list. */
const scopes: Readonly<Record<SearchKind, Scope>> = {
  number: 'search:read',
  contact: 'contacts:read',
  conversation: 'conversations:read',
  message: 'messages:read',
  campaign: 'campaigns:read',
  request: 'messages:read',
  template: 'templates:read',
  book: 'contacts:read',
  segment: 'contacts:read',
  event: 'account:read',
}

/** The different results for all parts. */
async function collect<T>(parts: readonly NumberPart[], find: (part: NumberPart) => Promise<T[]>): Promise<T[]> {
  const found = (await Promise.all(parts.map(find))).flat()
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

const nameOf = ({ first_name, last_name }: FoundContact) => `${first_name} ${last_name}`.trim()

type NamedTable = 'campaigns' | 'contact_books' | 'contact_segments' | 'templates'

/** Something with a name that its account chose. */
type Named = Pick<Row<'contact_books', 'id' | 'name'>, 'id' | 'name'> & {
  readonly detail: string
  readonly createdAt: Date
}

/** The name, the name as it is compared, and a detail. */
const namedColumns: Readonly<
  Record<NamedTable, readonly [name: string, key: RawBuilder<string>, detail: RawBuilder<string>]>
> = {
  campaigns: ['name', sql`lower(normalize(name))`, sql`status`],
  contact_books: ['name', sql`name_key`, sql`description`],
  contact_segments: ['name', sql`name_key`, sql`''`],
  templates: ['title', sql`title_key`, sql`left(text, 100)`],
}

/** Names have no index: a search looks at the latest ones, which are more than nearly every account has. */
const walkedMax = 5_000

/** Rows whose name contains the text, or with this id, newest first. The text is in the form of `searchText`. */
function findNamed(
  db: Queryable,
  table: NamedTable,
  accountId: number,
  { id, text }: { readonly id: number | null; readonly text: string },
  limit: number,
): Promise<Named[]> {
  const [name, key, detail] = namedColumns[table]
  return run.all<Named>(db)`
    select id, ${sql.ref(name)} as name, ${detail} as detail, created_at as "createdAt"
      from (select * from ${sql.table(table)} where account_id = ${accountId} order by id desc limit ${walkedMax}) latest
     where ${key} like ${likeAnywhere(text)}
        or id = ${id}
     order by id desc
     limit ${limit}
  `
}

const showNamed = ({ id, name, detail, createdAt }: Named) => ({
  id: String(id),
  title: name,
  detail,
  phone: null,
  at: createdAt,
})

export const groupOf = <Kind extends string, T, Item>(kind: Kind, found: readonly T[], show: (one: T) => Item) => ({
  kind,
  items: found.slice(0, itemsMax).map((one) => ({ kind, ...show(one) })),
  hasMore: found.length > itemsMax,
})
