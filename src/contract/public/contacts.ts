import { type Static, type TProperties, Type } from 'typebox'
import { answerOf, pageOf } from '../shapes.ts'
import { Created, Id, idParams, ListQuery, optionalText } from './shapes.ts'

/** The names that older clients know, beside the new ones. */
const olderNames = {
  fname: Type.String({ description: 'first_name' }),
  lname: Type.String({ description: 'last_name' }),
  country: Type.String({ description: 'address_country' }),
  city: Type.String({ description: 'address_city' }),
  area: Type.String({ description: 'address_area' }),
  birth_date: Type.String({ description: 'dob' }),
}

const fields = {
  mob_no: Type.String({ description: 'primary mobile number: digits only, with country code' }),
  mob_no2: Type.String({ description: 'secondary mobile number' }),
  addressbook_id: Type.Array(Id, { description: 'the address books it belongs to; Default when there are none' }),
  title: Type.String({ description: 'salutation, up to 32 characters' }),
  first_name: Type.String(),
  last_name: Type.String(),
  gender: Type.String({ description: 'up to 32 characters' }),
  email: Type.String({ description: 'one address, or several separated by commas' }),
  address_country: Type.String(),
  address_city: Type.String(),
  address_area: Type.String(),
  dob: Type.String({ description: 'YYYY-MM-DD' }),
}

export const Contact = answerOf({ id: Id, ...fields, ...olderNames, created: Created })
export type Contact = Static<typeof Contact>

/** A field that is left out stays as it is. */
export const ContactBody = Type.Partial(Type.Object({ ...fields, ...olderNames }))
export type ContactBody = Static<typeof ContactBody>

export const NewContactBody = Type.Object({ ...ContactBody.properties, mob_no: fields.mob_no })

export const ContactParams = idParams('contact')

/** The fields that contacts can be sorted by. */
export const contactSortFields = ['id', 'mob_no', 'first_name', 'last_name', 'created'] as const

export const ContactsQuery = ListQuery(contactSortFields, {
  addressbook_id: optionalText('of this book alone, by its id', '1'),
  q: optionalText('part of a name or number, whatever its case', 'amina'),
})
export type ContactsQuery = Static<typeof ContactsQuery>

export const Contacts = pageOf(Contact)

export const Book = answerOf({
  id: Id,
  addressbook: Type.String(),
  description: Type.String(),
  contacts_count: Type.Integer(),
  created: Created,
  vendor_id: Type.Optional(
    Type.String({ pattern: '^[0-9]+$', description: 'the sub-account it belongs to; only with parent_vendor_id' }),
  ),
})
export type Book = Static<typeof Book>

export const NewBookBody = Type.Object({
  addressbook: Type.String({ description: 'its name, up to 100 characters' }),
  description: Type.Optional(Type.String()),
})

/** A field that is left out stays as it is. */
export const BookBody = Type.Partial(NewBookBody)
export type BookBody = Static<typeof BookBody>

export const BookParams = idParams('book')

/** The fields that address books can be sorted by. */
export const bookSortFields = ['id', 'addressbook', 'description', 'contacts_count', 'created'] as const

export const BooksQuery = ListQuery(bookSortFields, {
  q: optionalText('part of a name, whatever its case', 'custom'),
  parent_vendor_id: optionalText(
    'your own account id lists the books of your sub-accounts (resellers); any other id lists nothing',
    '1',
  ),
  created_from: optionalText('ISO date: created on or after it', '2026-01-01'),
  created_to: optionalText('ISO date: created on or before it', '2030-12-31'),
})
export type BooksQuery = Static<typeof BooksQuery>

export const Books = pageOf(Book)

const resultOf = <Fields extends TProperties>(values: Fields) =>
  answerOf({
    data: answerOf({
      ...values,
      message: Type.String(),
      status: Type.String({ description: 'the text true' }),
    }),
  })

/** The answer to a contact or an address book that was created or changed. */
export const Written = resultOf({ id: Id })
export type Written = Static<typeof Written>

export const Deleted = resultOf({})
export type Deleted = Static<typeof Deleted>

export const ContactRemovalQuery = Type.Object({
  addressbook_id: optionalText('out of this book alone, by its id', '1'),
})
export type ContactRemovalQuery = Static<typeof ContactRemovalQuery>

export const RemovalBody = Type.Object({ contacts_id: Type.Array(Id), addressbook_id: Type.Optional(Type.Array(Id)) })
export type RemovalBody = Static<typeof RemovalBody>
