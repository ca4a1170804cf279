import { CsvFile, File, resource, route } from '../route.ts'
import { described, objectOf, oneOf, optional, pagesOf, queryOf, Time } from '../shapes.ts'
import { type Static, type TSchema, Type } from '../type.ts'

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
  source: oneOf(optOutSources),
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
  at: Time,
  text: Type.String(),
  recordedAt: Time,
})

export type ConsentBody = Static<typeof ConsentBody>
const ConsentBody = objectOf({
  phone: Phone,
  status: optional(oneOf(['given', 'withdrawn']), 'whether the person consented or withdrew it'),
  source: described(
    Type.String({ minLength: 1, maxLength: consentSourceLengthMax }),
    'where the person consented, such as a web form',
  ),
  at: optional(Type.String({ maxLength: 40 }), 'a time in the past; now by default'),
  text: optional(Type.String({ maxLength: consentTextLengthMax }), 'the text that the person agreed to'),
})

export type ImportResult = Static<typeof ImportResult>
const ImportResult = objectOf({
  rows: Type.Integer(),
  added: Type.Integer(),
  /** Rows that were stored before, or that the file repeats. */
  existing: Type.Integer(),
  invalid: Type.Integer(),
  /** The first 100 invalid rows. The first row after the header is 1. */
  invalidRows: Type.Array(objectOf({ row: Type.Integer(), number: Type.String(), why: Type.String() })),
})

export const numbersBytesMax = 2 ** 30

/** Shared by the routes of opt-outs, consents and do-not-disturb numbers. */
export const numberList = <Item extends TSchema, const Filters extends readonly string[]>(
  item: Item,
  ...filters: Filters
) => ({
  ...pagesOf(item, 'q', ...filters),
  parameters: { q: 'the first digits of a number' },
})
export const numberFile = {
  bodyLimit: numbersBytesMax,
  body: CsvFile,
  answer: ImportResult,
  problems: ['invalid_file', 'no_valid_rows'],
} as const
export const PhoneAnswer = objectOf({ phone: Type.String() })

export const optouts = resource('optouts', 'optouts', {
  list: route('GET /v2/optouts', 'viewer', 'List opt-outs, newest first', {
    columns: 'phone, source, createdAt',
    reads: 'optouts.read',
    ...numberList(OptOut, 'source'),
  }),
  create: route('POST /v2/optouts', 'member', 'Opt a number out', {
    done: '{phone} is opted out now.',
    does: 'optout.add',
    isTraffic: true,
    body: PhoneBody,
    example: { phone: '0712 000 009' },
    status: 201,
    answer: PhoneAnswer,
    problems: ['invalid_phone'],
  }),
  delete: route('DELETE /v2/optouts/:phone', 'member', 'Remove an opt-out', {
    done: 'The opt-out of {phone} was removed.',
    does: 'optout.remove',
    isTraffic: true,
    problems: ['invalid_phone'],
  }),
  import: route('POST /v2/optouts/import', 'member', 'Import opt-outs from a CSV file', {
    ...numberFile,
    does: 'optouts.import',
    example: 'phone\n0712000010\n',
  }),
  export: route('GET /v2/optouts.csv', 'viewer', 'Export opt-outs as CSV', {
    does: 'optouts.export',
    query: queryOf('source'),
    answer: File,
  }),
})

export const consents = resource('consents', 'optouts', {
  list: route('GET /v2/consents', 'viewer', 'List consents, newest first', {
    columns: 'phone, status, source, at, recordedAt, text',
    reads: 'consents.read',
    ...numberList(Consent),
  }),
  create: route('POST /v2/consents', 'member', 'Record a consent or its withdrawal', {
    done: 'Consent of {phone} recorded: {status}.',
    does: 'consent.add',
    isTraffic: true,
    body: ConsentBody,
    example: { phone: '0712 345 678', source: 'web form', text: 'I want offers by SMS' },
    status: 201,
    answer: objectOf({ phone: Type.String(), status: oneOf(['given', 'withdrawn']), at: Time }),
    problems: ['invalid_phone', 'invalid_time'],
  }),
  import: route('POST /v2/consents/import', 'member', 'Import consents from a CSV file', {
    ...numberFile,
    does: 'consents.import',
    example: 'phone,source,at\n0712000011,paper form,2026-01-31\n',
  }),
  export: route('GET /v2/consents.csv', 'viewer', 'Export consents as CSV', { does: 'consents.export', answer: File }),
})
