import { type Static, Type } from 'typebox'
import { answerOf, longPageOf, nullable, oneOf, queryOf, Time } from '../shapes.ts'
import { CsvFile, File, Nothing, type RouteShapes } from './route.ts'

/**
 * How a number was opted out: by a reply, through the API (reserved; nothing writes it yet), by a person who did it for
 * them, or with a file.
 */
export const optOutSources = ['stop', 'api', 'person', 'import'] as const
export type OptOutSource = (typeof optOutSources)[number]

export const doNotDisturbSources = ['person', 'import'] as const
export type DoNotDisturbSource = (typeof doNotDisturbSources)[number]

export const consentSourceLengthMax = 100
export const consentTextLengthMax = 1_000
export const noteLengthMax = 200

const Phone = Type.String({ maxLength: 50, description: 'international format, without +' })

export type OptOut = Static<typeof OptOut>
const OptOut = answerOf({
  phone: Type.String(),
  /** Null for opt-outs from before sources were recorded. */
  source: nullable(oneOf(optOutSources)),
  createdAt: Time,
})

const PhoneBody = Type.Object({ phone: Phone })

/** A number that gets no messages from any account of the installation, except PINs. */
export type DoNotDisturb = Static<typeof DoNotDisturb>
const DoNotDisturb = answerOf({
  phone: Type.String(),
  source: oneOf(doNotDisturbSources),
  note: Type.String(),
  createdAt: Time,
})

const DoNotDisturbBody = Type.Object({
  phone: Phone,
  note: Type.Optional(Type.String({ maxLength: noteLengthMax })),
})

/** A consent of a number to the messages of an account, or its withdrawal. The newest of a number counts. */
export type Consent = Static<typeof Consent>
const Consent = answerOf({
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
const ConsentBody = Type.Object({
  phone: Phone,
  status: Type.Optional(oneOf(['given', 'withdrawn'])),
  source: Type.String({ minLength: 1, maxLength: consentSourceLengthMax }),
  at: Type.Optional(Type.String({ maxLength: 40, description: 'a time in the past; now by default' })),
  text: Type.Optional(Type.String({ maxLength: consentTextLengthMax })),
})

/** Whether bulk messages go only to numbers with a consent. */
const ConsentRule = answerOf({ required: Type.Boolean() })
const ConsentRuleBody = Type.Object({ required: Type.Boolean() })

/** The result of an imported file. */
export type ImportResult = Static<typeof ImportResult>
const ImportResult = answerOf({
  rows: Type.Integer(),
  added: Type.Integer(),
  /** Rows that were stored before, or that the file repeats. */
  existing: Type.Integer(),
  invalid: Type.Integer(),
  /** The first 100 invalid rows. The first row after the header is 1. */
  invalidRows: Type.Array(answerOf({ row: Type.Integer(), number: Type.String(), why: Type.String() })),
})

const listQuery = queryOf('page', 'limit', 'q')

export const consentRoutes = {
  'GET /accounts/:account/optouts': { query: queryOf('page', 'limit', 'q', 'source'), answer: longPageOf(OptOut) },
  'POST /accounts/:account/optouts': { body: PhoneBody, status: 201, answer: answerOf({ phone: Type.String() }) },
  'DELETE /accounts/:account/optouts/:phone': { status: 204, answer: Nothing },
  'POST /accounts/:account/optouts/import': { body: CsvFile, answer: ImportResult },
  'GET /accounts/:account/optouts.csv': { query: queryOf('source'), answer: File },
  'GET /accounts/:account/consents': { query: listQuery, answer: longPageOf(Consent) },
  'POST /accounts/:account/consents': {
    body: ConsentBody,
    status: 201,
    answer: answerOf({ phone: Type.String(), status: oneOf(['given', 'withdrawn']), at: Time }),
  },
  'POST /accounts/:account/consents/import': { body: CsvFile, answer: ImportResult },
  'GET /accounts/:account/consents.csv': { answer: File },
  'GET /accounts/:account/consent-rule': { answer: ConsentRule },
  'PUT /accounts/:account/consent-rule': { body: ConsentRuleBody, answer: ConsentRule },
  'GET /do-not-disturb': { query: listQuery, answer: longPageOf(DoNotDisturb) },
  'POST /do-not-disturb': { body: DoNotDisturbBody, status: 201, answer: answerOf({ phone: Type.String() }) },
  /** The number is in the body, because the audit log stores paths. */
  'POST /do-not-disturb/remove': { body: PhoneBody, status: 204, answer: Nothing },
  'POST /do-not-disturb/import': { body: CsvFile, answer: ImportResult },
  'GET /do-not-disturb.csv': { answer: File },
} as const satisfies RouteShapes
