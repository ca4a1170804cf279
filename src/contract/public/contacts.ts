import { objectOf, optional } from '../shapes.ts'
import { type Static, type TProperties, Type } from '../type.ts'
import { Created, Id, idParams, ListQuery, optionalText, PhoneText, pageOf } from './shapes.ts'

export const nameLengthMax = 100
export const titleLengthMax = 32
export const genderLengthMax = 32
/** Ten addresses of 255 characters, with commas. */
export const emailsLengthMax = 2_560
export const descriptionLengthMax = 1_000
export const idsMax = 1_000

const NameText = (description?: string) => Type.String({ maxLength: nameLengthMax, description })
const Ids = (description?: string) => Type.Array(Id, { maxItems: idsMax, description })

/** The field names of older clients. */
const olderNames = {
  fname: NameText('first_name'),
  lname: NameText('last_name'),
  country: NameText('address_country'),
  city: NameText('address_city'),
  area: NameText('address_area'),
  birth_date: Type.String({ maxLength: 10, description: 'dob' }),
}

const fields = {
  mob_no: PhoneText('primary mobile number: digits only, with country code'),
  mob_no2: PhoneText('secondary mobile number'),
  addressbook_id: Ids('the address books of the contact; defaults to Default'),
  title: Type.String({ maxLength: titleLengthMax, description: 'salutation, up to 32 characters' }),
  first_name: NameText(),
  last_name: NameText(),
  gender: Type.String({ maxLength: genderLengthMax, description: 'up to 32 characters' }),
  email: Type.String({ maxLength: emailsLengthMax, description: 'one address, or several separated by commas' }),
  address_country: NameText(),
  address_city: NameText(),
  address_area: NameText(),
  dob: Type.String({ maxLength: 10, description: 'YYYY-MM-DD' }),
}

export const Contact = objectOf({ id: Id, ...fields, ...olderNames, created: Created })
export type Contact = Static<typeof Contact>

/** Missing fields keep their value. */
export const ContactBody = Type.Partial(Type.Object({ ...fields, ...olderNames }))
export type ContactBody = Static<typeof ContactBody>

export const NewContactBody = Type.Object({ ...ContactBody.properties, mob_no: fields.mob_no })

export const ContactParams = idParams('contact')

export const contactSortFields = ['id', 'mob_no', 'first_name', 'last_name', 'created'] as const

export const ContactsQuery = ListQuery(contactSortFields, {
  addressbook_id: optionalText('only contacts of the address book with this id', '1'),
  q: optionalText('part of a name or number, ignoring case', 'amina'),
})
export type ContactsQuery = Static<typeof ContactsQuery>

export const Contacts = pageOf(Contact)

export const Book = objectOf({
  id: Id,
  addressbook: Type.String(),
  description: Type.String(),
  contacts_count: Type.Integer(),
  created: Created,
  vendor_id: optional(Type.String({ pattern: '^[0-9]+$' }), 'the id of the sub-account; only with parent_vendor_id'),
})
export type Book = Static<typeof Book>

export const NewBookBody = Type.Object({
  addressbook: NameText('the name, up to 100 characters'),
  description: Type.Optional(Type.String({ maxLength: descriptionLengthMax })),
})

/** Missing fields keep their value. */
export const BookBody = Type.Partial(NewBookBody)
export type BookBody = Static<typeof BookBody>

export const BookParams = idParams('book')

export const bookSortFields = ['id', 'addressbook', 'description', 'contacts_count', 'created'] as const

export const BooksQuery = ListQuery(bookSortFields, {
  q: optionalText('part of a name, ignoring case', 'custom'),
  parent_vendor_id: optionalText(
    'your own account id lists the address books of your sub-accounts (resellers); any other id returns an empty list',
    '1',
  ),
  created_from: optionalText('ISO date: created on or after this day', '2026-01-01'),
  created_to: optionalText('ISO date: created on or before this day', '2030-12-31'),
})
export type BooksQuery = Static<typeof BooksQuery>

export const Books = pageOf(Book)

const resultOf = <Fields extends TProperties>(values: Fields) =>
  objectOf({
    data: objectOf({
      ...values,
      message: Type.String(),
      status: Type.String({ description: 'the string true' }),
    }),
  })

/** The response for a created or changed contact or address book. */
export const Written = resultOf({ id: Id })
export type Written = Static<typeof Written>

export const Deleted = resultOf({})
export type Deleted = Static<typeof Deleted>

export const ContactRemovalQuery = Type.Object({
  addressbook_id: optionalText('removes the contact only from the address book with this id', '1'),
})
export type ContactRemovalQuery = Static<typeof ContactRemovalQuery>

export const RemovalBody = Type.Object({ contacts_id: Ids(), addressbook_id: Type.Optional(Ids()) })
export type RemovalBody = Static<typeof RemovalBody>
