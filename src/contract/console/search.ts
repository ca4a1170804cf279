import { consoleResource, route } from '../route.ts'
import { nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const operatorSearchKinds = ['account', 'carrier', 'user', 'message'] as const
export type OperatorSearchKind = (typeof operatorSearchKinds)[number]

export type OperatorSearchItem = Static<typeof OperatorSearchItem>
const OperatorSearchItem = objectOf({
  kind: oneOf(operatorSearchKinds),
  /** The id of an account, a user or a message; the name of a carrier. */
  id: Type.String(),
  title: Type.String(),
  /** The email address of a user, the account name of a message; empty without one. */
  detail: Type.String(),
  accountId: nullable(Type.Integer()),
  at: nullable(Time),
})

export type OperatorSearchGroup = Static<typeof OperatorSearchGroup>
const OperatorSearchGroup = objectOf({
  kind: oneOf(operatorSearchKinds),
  items: Type.Array(OperatorSearchItem),
  hasMore: Type.Boolean(),
})

export const consoleSearch = consoleResource('search', {
  all: route('GET /search', 'operator', 'Find accounts, carriers, users, and messages to a number', {
    command: null,
    reads: 'search.read',
    query: queryOf('q'),
    answer: objectOf({ groups: Type.Array(OperatorSearchGroup) }),
  }),
})
