import { nameChoices, newFieldTypes } from '../../values/contact-columns.ts'
import { fieldsMax } from '../../values/custom-field.ts'
import { IdNumber, mapOf, nullable, objectOf, oneOf, optional, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { FieldValue } from './contact-fields.ts'

export type Book = Static<typeof Book>
export const Book = objectOf({
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

const mapped = {
  column: Type.String(),
  /** A field such as `phone` or `first_name`, `full_name`, or `fields.KEY` of a contact field. */
  field: nullable(Type.String()),
}

const importStatuses = ['uploading', 'waiting', 'done', 'cancelled', 'failed'] as const

export type Import = Static<typeof Import>
export const Import = objectOf({
  id: Type.Integer(),
  bookId: Type.Integer(),
  fileName: Type.String(),
  status: oneOf(importStatuses),
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

export type ImportRow = Static<typeof ImportRow>
export const ImportRow = objectOf({
  row: Type.Integer(),
  outcome: oneOf(rowOutcomes),
  phone: Type.String(),
  /** The reason why the row is invalid, or why some of its cells were not imported. */
  why: nullable(Type.String()),
})

export type ImportPreview = Static<typeof ImportPreview>
export const ImportPreview = objectOf({
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
  /** The rows that were checked: all, or the first ones of a long file. */
  rows: Type.Integer(),
  readable: Type.Integer(),
  /** The readable rows whose number is in an earlier row: they update its contact. */
  repeated: Type.Integer(),
  isComplete: Type.Boolean(),
  /** The first readable rows, as they would be imported. */
  contacts: Type.Array(
    objectOf({
      row: Type.Integer(),
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

export const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }))

const details = {
  phone2: text(60, 'another phone number'),
  title: text(32, 'such as Dr'),
  firstName: text(100, 'the first name'),
  lastName: text(100, 'the last name'),
  gender: text(32, 'free text'),
  email: text(2_560, 'one email address, or several separated by commas'),
  country: text(100, 'the country of the address'),
  city: text(100, 'the city of the address'),
  area: text(100, 'the area or district of the address'),
  birthDate: text(10, 'as yyyy-mm-dd'),
  /** Values of contact fields, by key. Null removes a value, and other fields keep theirs. */
  fields: optional(
    mapOf(Type.Union([...FieldValue.anyOf, Type.Null()]), fieldsMax),
    'values of contact fields, by key',
  ),
  bookIds: optional(
    Type.Array(IdNumber, { maxItems: 1_000 }),
    'the address books of the contact; by default the default one',
  ),
}

const Phone = Type.String({
  maxLength: 60,
  description: 'in international form, or as dialled in the country of the account',
})

/** These schemas only document the bodies: the module validates them like the public API. */
export type ContactBody = Static<typeof ContactBody>
export const ContactBody = objectOf({ phone: Phone, ...details })

const columnChoices = Type.Optional(
  Type.Union([Type.String({ maxLength: 1_000 }), Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 })]),
)

export type UploadQuery = Static<typeof UploadQuery>
export const UploadQuery = objectOf({
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
