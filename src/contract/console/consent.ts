import { type Static, Type } from 'typebox'
import { ImportResult, noteLengthMax, Phone, PhoneBody } from '../account/consent.ts'
import { CsvFile, File, Nothing, type RouteShapes } from '../route.ts'
import { longPageOf, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

export const doNotDisturbSources = ['person', 'import'] as const
export type DoNotDisturbSource = (typeof doNotDisturbSources)[number]

/** A number that gets no messages from any account of the installation, except PINs. */
export type DoNotDisturb = Static<typeof DoNotDisturb>
const DoNotDisturb = objectOf({
  phone: Type.String(),
  source: oneOf(doNotDisturbSources),
  note: Type.String(),
  createdAt: Time,
})

const DoNotDisturbBody = objectOf({
  phone: Phone,
  note: Type.Optional(Type.String({ maxLength: noteLengthMax })),
})

const listQuery = queryOf('page', 'limit', 'q')

export const consentRoutes = {
  'GET /do-not-disturb': { query: listQuery, answer: longPageOf(DoNotDisturb) },
  'POST /do-not-disturb': { body: DoNotDisturbBody, status: 201, answer: objectOf({ phone: Type.String() }) },
  /** The number is in the body, because the audit log stores paths. */
  'POST /do-not-disturb/remove': { body: PhoneBody, status: 204, answer: Nothing },
  'POST /do-not-disturb/import': { body: CsvFile, answer: ImportResult },
  'GET /do-not-disturb.csv': { answer: File },
} as const satisfies RouteShapes
