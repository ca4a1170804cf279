import type { Described } from '../../engine/http/index.ts'
import { showPage } from '../../values/page.ts'

type Examples = Described['examples']

const created = '2030-01-31T08:00:00.000Z'
const onePage = (item: unknown) => showPage({ items: [item], total: 1 }, { page: 1, limit: 10 })
const written = (id: string, message: string) => ({ data: { id, message, status: 'true' } })
const deleted = (message: string) => ({ data: { message, status: 'true' } })

const book = { addressbook: 'Customers', description: 'Customers with at least one purchase' }

export const booksListed: Examples = { answer: { 'a page': onePage({ id: '2', ...book, contacts_count: 1, created }) } }
export const bookCreated: Examples = {
  body: { 'a book': book },
  answer: { created: written('2', 'AddressBook Added Successfully') },
}
export const bookChanged: Examples = {
  body: { 'another description': { description: 'Customers with a purchase this year' } },
  answer: { changed: written('1', 'AddressBook Updated Successfully') },
}
export const bookRemoved: Examples = { answer: { deleted: deleted('AddressBook Deleted successfully') } }

const names = { first_name: 'Amina', last_name: 'Juma' }
const place = { address_country: 'Tanzania', address_city: 'Dar es Salaam', address_area: 'Kinondoni' }
const contact = {
  mob_no: '255712345678',
  mob_no2: '',
  addressbook_id: ['1'],
  title: 'Ms',
  ...names,
  gender: 'female',
  email: 'amina@example.com',
}
const older = {
  fname: 'Amina',
  lname: 'Juma',
  country: 'Tanzania',
  city: 'Dar es Salaam',
  area: 'Kinondoni',
  birth_date: '1990-01-31',
}

export const contactsListed: Examples = {
  answer: { 'a page': onePage({ id: '1', ...contact, ...place, dob: '1990-01-31', ...older, created }) },
}
export const contactCreated: Examples = {
  body: {
    'with a number only': { mob_no: '255712345679' },
    'with all fields': { ...contact, ...place, dob: '1990-01-31' },
  },
  answer: { created: written('1', 'Contact added successfully') },
}
export const contactUpdated: Examples = {
  body: { 'another name, in two books': { last_name: 'Mushi', addressbook_id: ['1', '2'] } },
  answer: { changed: written('1', 'Contact Updated Successfully') },
}
export const contactRemoved: Examples = { answer: { deleted: deleted('Contacts Deleted Successfully') } }
export const contactsRemoved: Examples = {
  body: { altogether: { contacts_id: ['1', '2'] }, 'out of a book': { contacts_id: ['3'], addressbook_id: ['1'] } },
  answer: { deleted: deleted('Contacts Deleted Successfully') },
}
