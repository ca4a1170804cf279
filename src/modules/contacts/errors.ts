import { bodyHint, Refusal } from '../../values/refusal.ts'

/** The specification words refusals of contacts and books as results of a write: `status` is text. */
const refused = (status: number, message: string, hint: string, plain = message) =>
  new Refusal(status, status, message, { body: { data: { message, status: 'false' } }, hint, plain })

/** Where there is an example of everything. */
const reference = '/docs#tag/contacts has an example'

export const invalidFormat = (hint = bodyHint) => refused(400, 'Invalid Request Format', `${hint}; ${reference}`)
export const invalidField = (name: string, wanted: string) =>
  refused(400, `${name} ${wanted}`, `correct ${name}, or leave it out; ${reference}`)
export const contactIdsMissing = () =>
  refused(400, 'contacts_id is required', 'contacts_id is a list of ids of contacts, such as ["17", "18"]')
export const invalidMobileNumber = () =>
  new Refusal(400, 400, 'Invalid Mobile Number', {
    body: { status: 400, message: 'Invalid Mobile Number' },
    hint: 'a mobile number is a text of digits only that begins with the country code, such as "255712345678"',
  })
export const contactMissing = () =>
  refused(
    404,
    'Contact Not Found',
    'the list of contacts has their ids; what was deleted, or is not of this account, has none',
  )
export const contactExists = () =>
  refused(
    409,
    'Contact already exists',
    'the account has a contact with this mob_no: find it with q in the list of contacts, and change that one',
  )
/** The two spellings are the specification's. */
export const bookOfContactMissing = () =>
  refused(
    404,
    'Addressbook Not Found',
    'addressbook_id is a list of ids from the list of address books; leave it out for the Default group',
  )
export const bookMissing = () =>
  refused(
    404,
    'AddressBook Not Found',
    'the list of address books has their ids; what was deleted, or is not of this account, has none',
  )
export const bookNameMissing = (field: string) =>
  refused(400, `${field} is required`, `${field} is the name of the book, a text such as "Customers"`)
export const bookExists = (name: string) =>
  refused(
    409,
    `${name} already exists`,
    'take another name, or use the book that has it: the list of address books has its id',
    'an address book of this name already exists',
  )
export const defaultBookStays = () =>
  refused(
    403,
    'You do not have permission to delete the Default group',
    'it has every contact that is in no other book: delete the contacts in it, or another book',
  )
export const defaultBookKeepsName = () =>
  refused(
    403,
    'You do not have permission to rename the Default group',
    'it keeps its name, and its description can be changed: leave the name out, or make another book',
  )
