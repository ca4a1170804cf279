import {
  choicesMax,
  fieldNameLengthMax,
  fieldTypes,
  keyLengthMax,
  numberMax,
  valueLengthMax,
} from '../../values/custom-field.ts'
import { resource, route } from '../route.ts'
import { described, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** A value of a custom field in a request. */
export const FieldValue = Type.Union([
  Type.String({ maxLength: valueLengthMax }),
  Type.Number({ minimum: -numberMax, maximum: numberMax }),
])

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

const Name = Type.String({ minLength: 1, maxLength: fieldNameLengthMax, description: 'such as Loyalty points' })
const Choices = optional(
  Type.Array(Type.String({ maxLength: valueLengthMax }), { maxItems: choicesMax }),
  'the possible values of a choice',
)

export const contactFields = resource('contactFields', 'contacts', {
  list: route('GET /v2/contact-fields', 'viewer', 'List contact fields', {
    names: ['key', 'name'],
    ...pagesOf(ContactField, 'q'),
  }),
  get: route('GET /v2/contact-fields/:field', 'viewer', 'Get a contact field', { answer: ContactField }),
  create: route('POST /v2/contact-fields', 'member', 'Create a contact field', {
    does: 'contact-field.create',
    description: 'The key is the name of the field in `fields` of a contact, in placeholders and in filters.',
    body: objectOf({
      name: Name,
      type: described(oneOf(fieldTypes), 'the type of the values; it never changes'),
      choices: Choices,
      key: optional(
        Type.String({ maxLength: keyLengthMax }),
        'its name in the API, in placeholders and in filters; derived from the name by default',
      ),
    }),
    example: { name: 'Loyalty points', type: 'number' },
    status: 201,
    answer: ContactField,
    problems: ['field_exists', 'field_key_taken', 'field_being_removed', 'too_many_fields', 'invalid_field'],
  }),
  update: route('PUT /v2/contact-fields/:field', 'member', 'Change a contact field', {
    does: 'contact-field.change',
    description: 'Key and type never change. Values stay when their choice is removed.',
    body: objectOf({ name: Type.Optional(Name), choices: Choices }),
    example: { name: 'Points' },
    answer: ContactField,
    problems: ['field_exists', 'field_in_use', 'invalid_field'],
  }),
  delete: route('DELETE /v2/contact-fields/:field', 'member', 'Delete a contact field and all its values', {
    does: 'contact-field.remove',
    problems: ['field_in_use'],
  }),
})
