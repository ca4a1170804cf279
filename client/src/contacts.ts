import { isPage, iteratePages, oldestFirst, type Page, type Unpaged } from './pages.ts'
import { pathTo } from './paths.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

type BookPageQuery = wire.ListAddressBooksQuery
type ContactPageQuery = wire.ListContactsQuery

/** A named list of contacts. */
export type AddressBook = wire.ListAddressBooksAnswer['data'][number]

/** A person in one or more address books. */
export type Contact = wire.ListContactsAnswer['data'][number]

/** The ID of a created or changed item, and the message of the server. */
export type Written = wire.CreateContactAnswer['data']

/** The message of the server about a deletion. */
export type Deleted = wire.DeleteContactsAnswer['data']

const product = 'contact'
const booksPath = '/public/v1/address-books'
const contactsPath = '/public/v1/contacts'

/** Address books. */
export function booksOf(transport: Transport) {
  const page = (query?: BookPageQuery, options?: CallOptions): Promise<Page<AddressBook>> =>
    transport.get({ product, path: booksPath, query, options, isAnswer: isPage })

  return {
    /**
     * All address books, oldest first. Pages are fetched on demand, so do not delete during the iteration: collect the
     * IDs first, or items are skipped.
     */
    list(query?: Unpaged<BookPageQuery>, options?: CallOptions): AsyncIterable<AddressBook> {
      return iteratePages<AddressBook, BookPageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page with its pagination, newest first. Default page size: 10. */
    page,

    /** Creates an address book. An existing name is rejected with status 409. */
    async create(book: wire.CreateAddressBookBody, options?: CreateOptions): Promise<Written> {
      return (await transport.create<wire.CreateAddressBookAnswer>({ product, path: booksPath, body: book, options }))
        .data
    },

    /** Changes the given fields. */
    async update(id: string, change: wire.UpdateAddressBookBody, options?: CallOptions): Promise<Written> {
      return (
        await transport.put<wire.UpdateAddressBookAnswer>({
          product,
          path: pathTo(booksPath, id),
          body: change,
          options,
        })
      ).data
    },

    /** Deletes an address book. The address book "Default" cannot be deleted. */
    async delete(id: string, options?: CallOptions): Promise<Deleted> {
      return (await transport.delete<wire.DeleteAddressBookAnswer>({ product, path: pathTo(booksPath, id), options }))
        .data
    },
  }
}

export type Books = ReturnType<typeof booksOf>

/** Contacts. */
export function contactsOf(transport: Transport) {
  const page = (query?: ContactPageQuery, options?: CallOptions): Promise<Page<Contact>> =>
    transport.get({ product, path: contactsPath, query, options, isAnswer: isPage })

  return {
    /**
     * All contacts, or those of an address book, oldest first. Pages are fetched on demand, so do not delete during the
     * iteration: collect the IDs first, or items are skipped.
     */
    list(query?: Unpaged<ContactPageQuery>, options?: CallOptions): AsyncIterable<Contact> {
      return iteratePages<Contact, ContactPageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page with its pagination, newest first. Default page size: 10. */
    page,

    /** Creates a contact. An existing phone number is rejected with status 409. */
    async create(contact: wire.CreateContactBody, options?: CreateOptions): Promise<Written> {
      return (await transport.create<wire.CreateContactAnswer>({ product, path: contactsPath, body: contact, options }))
        .data
    },

    /** Changes the given fields. */
    async update(id: string, change: wire.UpdateContactBody, options?: CallOptions): Promise<Written> {
      return (
        await transport.put<wire.UpdateContactAnswer>({
          product,
          path: pathTo(contactsPath, id),
          body: change,
          options,
        })
      ).data
    },

    /** Deletes a contact, or with an address book, only removes it from that book. */
    async delete(id: string, query?: wire.DeleteContactQuery, options?: CallOptions): Promise<Deleted> {
      return (
        await transport.delete<wire.DeleteContactAnswer>({ product, path: pathTo(contactsPath, id), query, options })
      ).data
    },

    /** Deletes up to 1,000 contacts, or with address books, only removes them from those books. */
    async deleteMany(which: wire.DeleteContactsBody, options?: CallOptions): Promise<Deleted> {
      return (await transport.delete<wire.DeleteContactsAnswer>({ product, path: contactsPath, body: which, options }))
        .data
    },
  }
}

export type Contacts = ReturnType<typeof contactsOf>
