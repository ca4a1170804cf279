import { resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const searchKinds = [
  'number',
  'contact',
  'conversation',
  'message',
  'campaign',
  'request',
  'template',
  'book',
  'segment',
  'event',
] as const
export type SearchKind = (typeof searchKinds)[number]

export type SearchItem = Static<typeof SearchItem>
const SearchItem = objectOf({
  kind: oneOf(searchKinds),
  /** The id in its own list; of a number, the number. */
  id: Type.String(),
  /** A number in the national form of the account, a name, a campaign or a reference. */
  title: Type.String(),
  /** Such as the sender of a message, the status of a campaign or the beginning of a template; empty without one. */
  detail: Type.String(),
  phone: nullable(Type.String()),
  /** When it was created or last happened; null if that is not known. */
  at: nullable(Time),
})

export type SearchGroup = Static<typeof SearchGroup>
const SearchGroup = objectOf({ kind: oneOf(searchKinds), items: Type.Array(SearchItem), hasMore: Type.Boolean() })

export const search = resource('search', 'search', {
  find: route(
    'GET /v2/search',
    'viewer',
    'Find numbers, contacts, conversations, messages, campaigns, requests, templates, address books, segments and events',
    {
      command: null,
      reads: 'search.read',
      description:
        'A number is found in any form, or by its last four digits or more. Messages and requests are found by ID, number, reference or campaign, contacts by the words of their name, conversations by the number or the contact, campaigns, templates, address books and segments by ID or a part of their name. A credential finds only what it may list. Each kind has a few results; `has_more` says that there are more.',
      query: queryOf('q'),
      parameters: { q: 'a number in any form, its last digits, a name, an ID, a reference or a campaign' },
      answer: objectOf({ groups: Type.Array(SearchGroup) }),
    },
  ),
})
