import { bodyHint, Refusal, type RefusalDetails } from '../../values/refusal.ts'

/** The specification shapes refusals of contacts and address books like the result of a write: `status` is a string. */
const refused = (
  status: number,
  message: string,
  hint: string,
  details: Pick<RefusalDetails, 'plain' | 'problem' | 'errors'> = {},
) => new Refusal(status, status, message, { body: { data: { message, status: 'false' } }, hint, ...details })

const reference = 'see the example in /docs#tag/contacts'

export const invalidFormat = (hint = bodyHint) => refused(400, 'Invalid Request Format', `${hint}; ${reference}`)
export const invalidField = (name: string, wanted: string) =>
  refused(400, `${name} ${wanted}`, `correct ${name}, or leave it out; ${reference}`, {
    errors: [{ field: name, message: wanted }],
  })
export const contactIdsMissing = () =>
  refused(400, 'contacts_id is required', 'contacts_id is a list of contact IDs, such as ["17", "18"]')
export const invalidMobileNumber = () =>
  new Refusal(400, 400, 'Invalid Mobile Number', {
    body: { status: 400, message: 'Invalid Mobile Number' },
    hint: 'a mobile number is a string of digits that starts with the country code, such as "255712345678"',
    problem: 'invalid_phone',
  })
export const contactMissing = () =>
  refused(
    404,
    'Contact Not Found',
    'the contact was deleted or belongs to another account: take its ID from the list of contacts',
    { problem: 'contact_not_found' },
  )
export const contactExists = () =>
  refused(
    409,
    'Contact already exists',
    'this account already has a contact with this number: find it with q in the list of contacts and change it',
    { problem: 'contact_exists' },
  )
/** The specification spells the two messages differently. */
export const bookOfContactMissing = () =>
  refused(
    404,
    'Addressbook Not Found',
    'use IDs from the list of address books; leave them out to use the Default group',
    { problem: 'book_not_found' },
  )
export const bookMissing = () =>
  refused(
    404,
    'AddressBook Not Found',
    'the address book was deleted or belongs to another account: take its ID from the list of address books',
    { problem: 'book_not_found' },
  )
export const bookNameMissing = (field: string) =>
  refused(400, `${field} is required`, `${field} is the name of the address book, a string such as "Customers"`, {
    errors: [{ field, message: 'is required' }],
  })
export const bookExists = (name: string) =>
  refused(
    409,
    `${name} already exists`,
    'choose another name, or use the existing book: its ID is in the list of address books',
    { plain: 'an address book with this name already exists', problem: 'book_exists' },
  )
export const defaultBookStays = () =>
  refused(
    403,
    'You do not have permission to delete the Default group',
    'the Default group holds every contact that is in no other book: delete its contacts, or delete another book',
    { problem: 'default_book' },
  )
export const defaultBookKeepsName = () =>
  refused(
    403,
    'You do not have permission to rename the Default group',
    'the Default group keeps its name: change only its description, or create another book',
    { problem: 'default_book' },
  )
