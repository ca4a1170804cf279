import { isPage, iteratePages, oldestFirst, type Page, type Unpaged } from './pages.ts'
import { pathTo } from './paths.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

type BookPageQuery = wire.ListAddressBooksQuery
type ContactPageQuery = wire.ListContactsQuery

/** A set of contacts with a name. */
export type AddressBook = wire.ListAddressBooksAnswer['data'][number]

/** Somebody, in one or more address books. */
export type Contact = wire.ListContactsAnswer['data'][number]

/** The id of what was created or changed, and what the server says about it. */
export type Written = wire.CreateContactAnswer['data']

/** What the server says about what was deleted. */
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
     * All of them, the oldest first, fetched as needed. Collect what you want to delete before you begin: what moves up
     * meanwhile is skipped.
     */
    list(query?: Unpaged<BookPageQuery>, options?: CallOptions): AsyncIterable<AddressBook> {
      return iteratePages<AddressBook, BookPageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page, with its pagination; the newest first, 10 on a page. */
    page,

    /** Makes one. A name that is there already is refused with 409. */
    async create(book: wire.CreateAddressBookBody, options?: CreateOptions): Promise<Written> {
      return (await transport.create<wire.CreateAddressBookAnswer>({ product, path: booksPath, body: book, options }))
        .data
    },

    /** Changes what is given, and leaves the rest. */
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

    /** Deletes one. The book named Default can't be deleted. */
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
     * All, or those of a book; the oldest first, fetched as needed. Collect what you want to delete before you begin:
     * what moves up meanwhile is skipped.
     */
    list(query?: Unpaged<ContactPageQuery>, options?: CallOptions): AsyncIterable<Contact> {
      return iteratePages<Contact, ContactPageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page, with its pagination; the newest first, 10 on a page. */
    page,

    /** Makes one. A number that is there already is refused with 409. */
    async create(contact: wire.CreateContactBody, options?: CreateOptions): Promise<Written> {
      return (await transport.create<wire.CreateContactAnswer>({ product, path: contactsPath, body: contact, options }))
        .data
    },

    /** Changes what is given, and leaves the rest. */
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

    /** Deletes one; with an address book, takes it out of that book. */
    async delete(id: string, query?: wire.DeleteContactQuery, options?: CallOptions): Promise<Deleted> {
      return (
        await transport.delete<wire.DeleteContactAnswer>({ product, path: pathTo(contactsPath, id), query, options })
      ).data
    },

    /** Deletes several, up to 1,000 at once; with address books, takes them out of those. */
    async deleteMany(which: wire.DeleteContactsBody, options?: CallOptions): Promise<Deleted> {
      return (await transport.delete<wire.DeleteContactsAnswer>({ product, path: contactsPath, body: which, options }))
        .data
    },
  }
}

export type Contacts = ReturnType<typeof contactsOf>
