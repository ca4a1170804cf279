import { type Static, Type } from 'typebox'
import { nameChoices, newFieldTypes } from '../../values/contact-columns.ts'
import { fieldsMax } from '../../values/custom-field.ts'
import { CsvFile, File, Nothing, type RouteShapes } from '../route.ts'
import { IdNumber, listPageOf, mapOf, nullable, objectOf, oneOf, partial, queryOf, Time } from '../shapes.ts'
import { FieldValue } from './contact-fields.ts'

/** An address book. */
export type Book = Static<typeof Book>
const Book = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  isDefault: Type.Boolean(),
  contactsCount: Type.Integer(),
  createdAt: Time,
})

const FieldValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))

/** Unknown fields are empty. */
export type Contact = Static<typeof Contact>
export const Contact = objectOf({
  id: Type.Integer(),
  phone: Type.String(),
  phone2: Type.String(),
  title: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  gender: Type.String(),
  /** One email address, or several separated by commas. */
  email: Type.String(),
  country: Type.String(),
  city: Type.String(),
  area: Type.String(),
  /** As yyyy-mm-dd. */
  birthDate: Type.String(),
  /** The values of contact fields, by key. */
  fields: FieldValues,
  bookIds: Type.Array(IdNumber),
  createdAt: Time,
})

/**
 * A page of contacts. The total is known without a search. A search in a large segment may stop early: the page is
 * shorter, and `searchedTo` has the time of the last contact that was checked.
 */
const ContactList = objectOf({ ...listPageOf(Contact).properties, searchedTo: nullable(Time) })

const mapped = {
  column: Type.String(),
  /** A field such as `phone` or `first_name`, `full_name`, or `fields.KEY` of a contact field. */
  field: nullable(Type.String()),
}

const importStatuses = ['uploading', 'waiting', 'done', 'cancelled', 'failed'] as const

/** An import of a CSV file into an address book. */
export type Import = Static<typeof Import>
const Import = objectOf({
  id: Type.Integer(),
  bookId: Type.Integer(),
  fileName: Type.String(),
  status: oneOf(importStatuses),
  /** The reason for a failure. */
  reason: nullable(Type.String()),
  /** The columns of the file. A column without a field is ignored. */
  columns: Type.Array(objectOf(mapped)),
  bytes: Type.Integer(),
  rowsTotal: Type.Integer(),
  rowsDone: Type.Integer(),
  added: Type.Integer(),
  updated: Type.Integer(),
  invalid: Type.Integer(),
  createdAt: Time,
  finishedAt: nullable(Time),
})

export const rowOutcomes = ['added', 'updated', 'invalid'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** One row of an imported file and its result. */
export type ImportRow = Static<typeof ImportRow>
const ImportRow = objectOf({
  row: Type.Integer(),
  outcome: oneOf(rowOutcomes),
  phone: Type.String(),
  /** The reason why the row is invalid, or why some of its cells were not imported. */
  why: nullable(Type.String()),
})

/** An import that was only judged. */
export type ImportPreview = Static<typeof ImportPreview>
const ImportPreview = objectOf({
  /** Numbers without a country code were read for this country. */
  country: Type.String(),
  columns: Type.Array(
    objectOf({
      ...mapped,
      /** A suitable type for a new contact field; null for columns that have a field. */
      suggestedType: nullable(oneOf(newFieldTypes)),
      examples: Type.Array(Type.String()),
    }),
  ),
  /** The rows that were judged: all, or the first ones of a long file. */
  rows: Type.Integer(),
  readable: Type.Integer(),
  /** The readable rows whose number is in an earlier row: they update its contact. */
  repeated: Type.Integer(),
  isComplete: Type.Boolean(),
  /** The first readable rows, as they would be imported. */
  contacts: Type.Array(
    objectOf({
      row: Type.Integer(),
      /** The phone number as in the file. */
      written: Type.String(),
      phone: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      fields: FieldValues,
    }),
  ),
  /** The first problems. A row that is imported nevertheless lacks a cell, or updates the contact of an earlier row. */
  problems: Type.Array(
    objectOf({ row: Type.Integer(), written: Type.String(), why: Type.String(), isImported: Type.Boolean() }),
  ),
})

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const details = {
  phone2: text(60),
  title: text(32),
  firstName: text(100),
  lastName: text(100),
  gender: text(32),
  email: text(2_560),
  country: text(100),
  city: text(100),
  area: text(100),
  birthDate: text(10),
  /** Values of contact fields, by key. Null removes a value, and other fields keep theirs. */
  fields: Type.Optional(mapOf(Type.Union([...FieldValue.anyOf, Type.Null()]), fieldsMax)),
  /** Defaults to the Default address book. */
  bookIds: Type.Optional(Type.Array(IdNumber, { maxItems: 1_000 })),
}

/** In international form, or as dialled in the country of the account. */
const Phone = Type.String({ maxLength: 60 })

const BookName = Type.String({ maxLength: 100 })

/** These schemas only document the bodies: the module validates them like the public API. */
export type ContactBody = Static<typeof ContactBody>
const ContactBody = objectOf({ phone: Phone, ...details })

const columnChoices = Type.Optional(
  Type.Union([Type.String({ maxLength: 1_000 }), Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 })]),
)

export type UploadQuery = Static<typeof UploadQuery>
const UploadQuery = objectOf({
  /** The name of the file. */
  name: Type.Optional(Type.String({ maxLength: 255 })),
  /** Whether full names are split into first and last name, or kept as first name, the default. */
  names: Type.Optional(oneOf(nameChoices)),
  /**
   * The character before decimals, which decides about 1.250: `point` or `comma` for all columns, or as `Column:comma`
   * for one of them. By default a comma in a file with semicolons between cells, and otherwise a point.
   */
  decimals: columnChoices,
  /**
   * `Column:field`, once for each manually mapped column. The field may be the key of a contact field, or `new:text`,
   * `new:number` or `new:date` for a new one. Without a field, the column is ignored.
   */
  map: columnChoices,
})

export const contactRoutes = {
  'GET /v2/books': {
    query: queryOf('cursor', 'limit', 'sortBy', 'sortOrder', 'q', 'createdFrom', 'createdTo'),
    answer: listPageOf(Book),
  },
  'GET /v2/books/:book': { answer: Book },
  'POST /v2/books': {
    body: objectOf({ name: BookName, description: text(1_000) }),
    status: 201,
    answer: Book,
  },
  'PUT /v2/books/:book': {
    body: objectOf({ name: Type.Optional(BookName), description: text(1_000) }),
    answer: Book,
  },
  'DELETE /v2/books/:book': { status: 204, answer: Nothing },
  'GET /v2/books/:book/export': { answer: File },
  'GET /v2/contacts': {
    /** Newest first. */
    query: queryOf('cursor', 'limit', 'q', 'book', 'segment'),
    answer: ContactList,
  },
  'GET /v2/contacts/:contact': { answer: Contact },
  'POST /v2/contacts': { body: ContactBody, status: 201, answer: Contact },
  'PUT /v2/contacts/:contact': { body: partial(ContactBody), answer: Contact },
  /** With `book`, the contact is only removed from that address book. */
  'DELETE /v2/contacts/:contact': { query: queryOf('book'), status: 204, answer: Nothing },
  'POST /v2/books/:book/imports': { query: UploadQuery, body: CsvFile, status: 202, answer: Import },
  'POST /v2/books/:book/imports/preview': { query: UploadQuery, body: CsvFile, answer: ImportPreview },
  'GET /v2/imports': { query: queryOf('cursor', 'limit'), answer: listPageOf(Import) },
  'GET /v2/imports/:import': { answer: Import },
  'DELETE /v2/imports/:import': { status: 204, answer: Nothing },
  'GET /v2/imports/:import/rows': {
    query: queryOf('cursor', 'limit', 'outcome'),
    answer: listPageOf(ImportRow),
  },
  'GET /v2/imports/:import/report': { answer: File },
} as const satisfies RouteShapes
