import { consoleResource, File, route } from '../route.ts'
import { nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** A number may be typed with spaces and a plus. */
const phone = Type.String({ minLength: 1, maxLength: 40 })
const PersonBody = objectOf({ phone })
const SourceBody = objectOf({ phone, source: Type.String({ minLength: 1, maxLength: 100 }) })

export type PersonData = Static<typeof PersonData>
const PersonData = objectOf({
  phone: Type.String(),
  /** All kinds of data that an export covers. */
  sourceNames: Type.Array(Type.String()),
  /** The kinds of data that hold the number. */
  sources: Type.Array(
    objectOf({
      name: Type.String(),
      columns: Type.Array(Type.String()),
      count: Type.Integer(),
      /** There are more than `count`. */
      hasMore: Type.Boolean(),
      /** The newest ones; an export has all. */
      records: Type.Array(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
      ),
    }),
  ),
})

/** The removal of a person's data. It never says what the number was. */
export type Erasure = Static<typeof Erasure>
const Erasure = objectOf({
  id: Type.Integer(),
  /** Null for the whole installation. */
  accountId: nullable(Type.Integer()),
  /** Identifies the number without revealing it. */
  phoneHash: Type.String(),
  /** `waiting`: it begins when pending messages are final. */
  state: oneOf(['waiting', 'running', 'done']),
  /** The kind of data, or the table, that is erased at the moment. */
  step: nullable(Type.String()),
  /** Pending rows that it waits for. */
  pending: Type.Integer(),
  /** Removed or overwritten rows, by kind of data. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Archived days that were not in the archive directory, so that the number may still be in them. */
  missingArchiveDays: Type.Integer(),
  requestedBy: Type.String(),
  requestedAt: Time,
  startedAt: nullable(Time),
  finishedAt: nullable(Time),
})

const show = { command: null, does: 'person.show', body: PersonBody, answer: PersonData } as const
const exported = { command: null, does: 'person.export', asksProof: true, answer: File } as const
const erase = {
  command: null,
  does: 'person.erase',
  asksProof: true,
  body: PersonBody,
  status: 202,
  answer: Erasure,
} as const
const list = { command: null, ...pagesOf(Erasure) } as const

export const person = consoleResource('person', {
  get: route('POST /accounts/:account/person', 'owner', 'Get the data of a phone number in an account', show),
  export: route(
    'POST /accounts/:account/person/export',
    'owner',
    'Export the data of a phone number in an account as a JSON file',
    { ...exported, body: PersonBody },
  ),
  exportCsv: route(
    'POST /accounts/:account/person/export.csv',
    'owner',
    'Export one kind of data of a phone number in an account as a CSV file',
    { ...exported, body: SourceBody },
  ),
  erase: route(
    'POST /accounts/:account/person/erase',
    'owner',
    'Erase the data of a phone number in an account',
    erase,
  ),
  erasures: route('GET /accounts/:account/erasures', 'owner', 'List the erasures of an account', list),
  getAll: route('POST /person', 'operator', 'Get the data of a phone number in all accounts', show),
  exportAll: route(
    'POST /person/export',
    'operator',
    'Export the data of a phone number in all accounts as a JSON file',
    { ...exported, body: PersonBody },
  ),
  exportAllCsv: route(
    'POST /person/export.csv',
    'operator',
    'Export one kind of data of a phone number in all accounts as a CSV file',
    { ...exported, body: SourceBody },
  ),
  eraseAll: route('POST /person/erase', 'operator', 'Erase the data of a phone number in all accounts', erase),
  allErasures: route('GET /erasures', 'operator', 'List the erasures of all accounts', list),
})
