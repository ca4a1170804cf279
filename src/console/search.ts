import type { FastifyInstance } from 'fastify'
import { serve } from '../console-route.ts'
import type { SearchGroup, SearchItem, SearchKind } from '../contract/account/search.ts'
import type { Sendable } from '../contract/shapes.ts'
import { listNumbersWith } from '../engine/db/index.ts'
import { findCountry } from '../modules/accounts/index.ts'
import { type FoundContact, findContactsByName, findContactsByNumber } from '../modules/contacts/index.ts'
import { findEvents } from '../modules/events/index.ts'
import { findSms, type SmsContext } from '../modules/sms/index.ts'
import { parseId } from '../values/id.ts'
import { formatPhone, parseTypedPhone } from '../values/local-number.ts'
import { type NumberPart, numberPartsOf } from '../values/number-parts.ts'
import { invalidParameter, readSearch } from '../values/page.ts'
import type { Scope } from '../values/scopes.ts'

/** Results of one kind. */
const itemsMax = 6

type Item = Sendable<SearchItem>
type Group = Sendable<SearchGroup>

/** One search over everything that members look for: numbers, contacts, messages, requests and events. */
export function searchConsole(app: FastifyInstance, ctx: SmsContext): void {
  serve(
    app,
    'GET /v2/search',
    { scope: 'search:read', may: 'viewer', reads: 'search.read' },
    async ({ accountId, query, allows }) => {
      const text = readSearch(query)?.trim() ?? ''
      if (text === '') throw invalidParameter('q', 'a text, such as a name, a number or an ID')
      const groups = await search(ctx, accountId, text, String(query.q).trim(), allows)
      return { groups: groups.filter(({ kind }) => allows(scopes[kind])) }
    },
  )
}

/** `typed` is the text before it was normalized: references have upper and lower case. */
async function search(
  ctx: SmsContext,
  accountId: number,
  text: string,
  typed: string,
  allows: (scope: Scope) => boolean,
): Promise<Group[]> {
  const { db } = ctx
  const readable = sources.filter(({ scope }) => allows(scope))
  const country = await findCountry(ctx, accountId)
  const phone = parseTypedPhone(text, country)
  const parts = numberPartsOf(text, country)
  const most = itemsMax + 1
  const [contacts, numbers, sms, events] = await Promise.all([
    parts === null
      ? findContactsByName(db, accountId, text, most)
      : collect(parts, (part) => findContactsByNumber(db, accountId, part, most)),
    Promise.all(
      readable.map(({ table }) => collect(parts ?? [], (part) => listNumbersWith(db, table, accountId, part, most))),
    ),
    findSms(ctx, accountId, { id: parseId(typed), phone, text: typed }, most),
    findEvents(db, accountId, text, most),
  ])
  const isKnown = (contacts.length > 0 && allows(scopes.contact)) || (sms.messages.length > 0 && allows(scopes.message))
  const known = new Map<string, string[]>(phone === null || !isKnown ? [] : [[phone, []]])
  numbers.forEach((found, index) => {
    for (const one of found) known.set(one, [...(known.get(one) ?? []), readable[index]?.name ?? ''])
  })
  const show = (one: string) => formatPhone(one, country)
  return [
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
    groupOf('message', sms.messages, ({ id, phone: to, sender, createdAt }) => ({
      id: String(id),
      title: show(to),
      detail: sender,
      phone: to,
      at: createdAt,
    })),
    groupOf('request', sms.requests, ({ id, campaign, reference, sender, createdAt }) => ({
      id: String(id),
      title: campaign ?? reference ?? String(id),
      detail: sender,
      phone: null,
      at: createdAt,
    })),
    groupOf('event', events, ({ id, kind, subject, reason, lastAt }) => ({
      id: String(id),
      title: subject || kind,
      detail: [kind, reason].filter(Boolean).join(': '),
      phone: null,
      at: lastAt,
    })),
  ].filter(({ items }) => items.length > 0)
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
  message: 'messages:read',
  request: 'messages:read',
  event: 'account:read',
}

/** The different results for all parts. */
async function collect<T>(parts: readonly NumberPart[], find: (part: NumberPart) => Promise<T[]>): Promise<T[]> {
  const found = (await Promise.all(parts.map(find))).flat()
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

const nameOf = ({ first_name, last_name }: FoundContact) => `${first_name} ${last_name}`.trim()

const groupOf = <T>(kind: SearchKind, found: readonly T[], show: (one: T) => Omit<Item, 'kind'>): Group => ({
  kind,
  items: found.slice(0, itemsMax).map((one) => ({ kind, ...show(one) })),
  hasMore: found.length > itemsMax,
})
