import { type Static, Type } from 'typebox'
import {
  choicesMax,
  fieldNameLengthMax,
  fieldTypes,
  keyLengthMax,
  numberMax,
  valueLengthMax,
} from '../../values/custom-field.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { listPageOf, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/** A value of a custom field in a request. */
export const FieldValue = Type.Union([
  Type.String({ maxLength: valueLengthMax }),
  Type.Number({ minimum: -numberMax, maximum: numberMax }),
])

/** A custom field of contacts. */
export type ContactField = Static<typeof ContactField>
const ContactField = objectOf({
  id: Type.Integer(),
  /** The name of the field in the API, in placeholders and in filters. It never changes. */
  key: Type.String(),
  name: Type.String(),
  type: oneOf(fieldTypes),
  /** The possible values of a choice; empty for other types. */
  choices: Type.Array(Type.String()),
  createdAt: Time,
})

const Name = Type.String({ minLength: 1, maxLength: fieldNameLengthMax })
const Choices = Type.Optional(Type.Array(Type.String({ maxLength: valueLengthMax }), { maxItems: choicesMax }))

export const contactFieldRoutes = {
  'GET /v2/contact-fields': { query: queryOf('cursor', 'limit', 'q'), answer: listPageOf(ContactField) },
  'GET /v2/contact-fields/:field': { answer: ContactField },
  'POST /v2/contact-fields': {
    body: objectOf({
      name: Name,
      type: oneOf(fieldTypes),
      choices: Choices,
      /** Derived from the name by default. */
      key: Type.Optional(Type.String({ maxLength: keyLengthMax })),
    }),
    status: 201,
    answer: ContactField,
  },
  'PUT /v2/contact-fields/:field': {
    body: objectOf({ name: Type.Optional(Name), choices: Choices }),
    answer: ContactField,
  },
  /** Deletes the values of all contacts too. */
  'DELETE /v2/contact-fields/:field': { status: 204, answer: Nothing },
} as const satisfies RouteShapes
