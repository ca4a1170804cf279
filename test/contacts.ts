/** A client of the public API for contacts and address books, and a check of their counters. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Queryable } from '../src/engine/db/index.ts'
import { addAccount, command } from './console/people.ts'
import type { Answer, World } from './world.ts'

export const books = '/public/v1/address-books'
export const contacts = '/public/v1/contacts'

type Headers = Record<string, string | undefined>

export interface Client {
  readonly accountId: number
  readonly headers: Headers
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Answer>
  /** Returns the id. */
  addBook(name: string, description?: string): Promise<string>
  addContact(fields: Record<string, unknown>): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
  list(path: string): Promise<any[]>
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
  contact(id: string): Promise<any>
  /** The contact count of each book, by name. */
  counts(): Promise<Record<string, number>>
}

function clientOf(world: World, accountId: number, headers: Headers): Client {
  const ask: Client['ask'] = (method, path, body, more = {}) =>
    world.request(method, path, { headers: { ...headers, ...more }, body })
  const add = async (path: string, body: unknown) => {
    const answer = await ask('POST', path, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.id as string
  }
  const list: Client['list'] = async (path) => {
    const answer = await ask('GET', path)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  return {
    accountId,
    headers,
    ask,
    list,
    addBook: (name, description = '') => add(books, { addressbook: name, description }),
    addContact: (fields) => add(contacts, fields),
    contact: async (id) => (await list(`${contacts}?limit=1000`)).find((one) => one.id === id),
    counts: async () =>
      Object.fromEntries(
        (await list(`${books}?limit=1000`)).map(({ addressbook, contacts_count }) => [addressbook, contacts_count]),
      ),
  }
}

export const firstClient = (world: World) => clientOf(world, world.accountId, {})

/** A client of a new account, with its own token. */
export async function newClient(world: World, token: Record<string, unknown> = {}): Promise<Client> {
  const accountId = await addAccount(world)
  const { body } = await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'a token', ...token })
  return clientOf(world, accountId, { authorization: body.token })
}

export const bookOf = async (client: Client, name: string): Promise<string> =>
  (await client.list(`${books}?limit=1000`)).find(({ addressbook }) => addressbook === name)?.id

let last = 255_700_000_007
/** A new phone number without special handling by the simulated network. */
export function freshPhone(): string {
  last += 10
  return String(last)
}

/** Asserts that all counters are correct, every contact is in a book, and no membership refers to a missing row. */
export async function assertCounted(db: Queryable): Promise<void> {
  const { rows: wrong } = await sql<Record<string, unknown>>`
    select 'count of a book' as what, b.id, b.contacts_count as said, count(m.contact_id) as found
      from contact_books b
      left join contact_memberships m on m.book_id = b.id and m.account_id = b.account_id
     group by b.id
    having b.contacts_count <> count(m.contact_id)
     union all
    select 'count of an account', a.account_id, a.contacts_count, count(c.id)
      from contact_accounts a
      left join contacts c on c.account_id = a.account_id
     group by a.account_id
    having a.contacts_count <> count(c.id)
     union all
    select 'contact in no book', c.id, null, null
      from contacts c
     where not exists (select from contact_memberships m where m.contact_id = c.id and m.account_id = c.account_id)
     union all
    select 'membership of a missing contact or book', m.contact_id, m.book_id, null
      from contact_memberships m
     where not exists (select from contacts c where c.id = m.contact_id and c.account_id = m.account_id)
        or not exists (select from contact_books b where b.id = m.book_id and b.account_id = m.account_id)
  `.execute(db)
  assert.deepEqual(wrong, [])
}
