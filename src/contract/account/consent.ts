import { type Static, Type } from 'typebox'
import { CsvFile, File, Nothing, type RouteShapes } from '../route.ts'
import { listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/**
 * How a number was opted out: by a reply, through the account API, by a person who did it for
 * them, or with a file.
 */
export const optOutSources = ['stop', 'api', 'person', 'import'] as const
export type OptOutSource = (typeof optOutSources)[number]

export const consentSourceLengthMax = 100
export const consentTextLengthMax = 1_000
export const noteLengthMax = 200

export const Phone = Type.String({ maxLength: 50, description: 'international format, without +' })

export type OptOut = Static<typeof OptOut>
const OptOut = objectOf({
  phone: Type.String(),
  /** Null for opt-outs from before sources were recorded. */
  source: nullable(oneOf(optOutSources)),
  createdAt: Time,
})

export const PhoneBody = objectOf({ phone: Phone })

/** A consent of a number to the messages of an account, or its withdrawal. The newest of a number counts. */
export type Consent = Static<typeof Consent>
const Consent = objectOf({
  id: Type.Integer(),
  phone: Type.String(),
  status: oneOf(['given', 'withdrawn']),
  /** Where the person consented, such as a web form. */
  source: Type.String(),
  /** When the person consented. */
  at: Time,
  /** The text that the person agreed to. */
  text: Type.String(),
  recordedAt: Time,
})

export type ConsentBody = Static<typeof ConsentBody>
const ConsentBody = objectOf({
  phone: Phone,
  status: Type.Optional(oneOf(['given', 'withdrawn'])),
  source: Type.String({ minLength: 1, maxLength: consentSourceLengthMax }),
  at: Type.Optional(Type.String({ maxLength: 40, description: 'a time in the past; now by default' })),
  text: Type.Optional(Type.String({ maxLength: consentTextLengthMax })),
})

/** Whether bulk messages go only to numbers with a consent. */
const ConsentRule = objectOf({ required: Type.Boolean() })
const ConsentRuleBody = objectOf({ required: Type.Boolean() })

/** The result of an imported file. */
export type ImportResult = Static<typeof ImportResult>
export const ImportResult = objectOf({
  rows: Type.Integer(),
  added: Type.Integer(),
  /** Rows that were stored before, or that the file repeats. */
  existing: Type.Integer(),
  invalid: Type.Integer(),
  /** The first 100 invalid rows. The first row after the header is 1. */
  invalidRows: Type.Array(objectOf({ row: Type.Integer(), number: Type.String(), why: Type.String() })),
})

const listQuery = queryOf('cursor', 'limit', 'q')

export const consentRoutes = {
  'GET /v2/optouts': { query: queryOf('cursor', 'limit', 'q', 'source'), answer: listPageOf(OptOut) },
  'POST /v2/optouts': { body: PhoneBody, status: 201, answer: objectOf({ phone: Type.String() }) },
  'DELETE /v2/optouts/:phone': { status: 204, answer: Nothing },
  'POST /v2/optouts/import': { body: CsvFile, answer: ImportResult },
  'GET /v2/optouts.csv': { query: queryOf('source'), answer: File },
  'GET /v2/consents': { query: listQuery, answer: listPageOf(Consent) },
  'POST /v2/consents': {
    body: ConsentBody,
    status: 201,
    answer: objectOf({ phone: Type.String(), status: oneOf(['given', 'withdrawn']), at: Time }),
  },
  'POST /v2/consents/import': { body: CsvFile, answer: ImportResult },
  'GET /v2/consents.csv': { answer: File },
  'GET /v2/consent-rule': { answer: ConsentRule },
  'PUT /v2/consent-rule': { body: ConsentRuleBody, answer: ConsentRule },
} as const satisfies RouteShapes
