/** A server with customers in an address book, for tests of campaigns. */
import assert from 'node:assert/strict'
import type { Campaign } from '../src/contract/account/campaigns.ts'
import { ask, command, type Method } from './console/people.ts'
import { recordSubmits, simulatorOf } from './e2e/apps.ts'
import { type EngineName, openWorld, until } from './world.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** At 12:00 in Dar es Salaam. Incoming messages to 15001 belong to the account. */
export async function openShop(engine: EngineName) {
  const world = await openWorld(engine, { startAt: new Date('2030-06-15T09:00:00Z') })
  const submits = recordSubmits(simulatorOf(world.app))
  const owned = await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
  assert.equal(owned.status, 200, owned.text)

  const call = (method: Method, path: string, body?: unknown) =>
    ask(world, method, `/accounts/1${path}`, { body, headers: world.app.controlHeaders })
  async function get(path: string) {
    const { status, body, text } = await call('GET', path)
    assert.equal(status, 200, text)
    return body
  }
  async function post(path: string, body?: unknown, status = 200) {
    const answer = await call('POST', path, body)
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }

  async function newBook(title: string, contacts: readonly Record<string, string>[]): Promise<number> {
    const { id } = await post('/books', { name: title }, 201)
    for (const contact of contacts) await post('/contacts', { ...contact, bookIds: [id] }, 201)
    return id
  }
  const create = (change: Record<string, unknown> = {}): Promise<Campaign> =>
    post(
      '/campaigns',
      { name: 'June', from: 'INFO', text: 'Hello {first_name|customer}', audience: { bookIds: [bookId] }, ...change },
      201,
    )
  const upload = (id: number, rows: readonly string[]) =>
    ask(world, 'PUT', `/accounts/1/campaigns/${id}/file`, {
      body: `${rows.join('\n')}\n`,
      headers: { ...world.app.controlHeaders, 'content-type': 'text/csv' },
    })
  const find = (id: number): Promise<Campaign> => get(`/campaigns/${id}`)
  async function untilStatus(id: number, status: Campaign['status']): Promise<Campaign> {
    let found: Campaign | undefined
    await until(`campaign ${id} is ${status}`, async () => {
      found = await find(id)
      world.app.sms.work.announce('campaigns')
      world.clock.moveForward(3_000)
      return found.status === status
    })
    return found ?? assert.fail()
  }
  /** Sets the spendable credit of the account. */
  async function setCredit(amount: string): Promise<void> {
    const { data } = await get('/balances')
    const { available } = data.find(({ product }: { product: string }) => product === 'SMS')
    const change = (Number(amount) - Number(available)).toFixed(4)
    const { status, text } = await command(world, 'POST', '/accounts/1/credit', { product: 'SMS', amount: change })
    assert.equal(status, 200, text)
  }
  const textsTo = (phone: string) => submits.filter((one) => one.phone === phone).map(({ parts }) => parts.join(''))

  const bookId = await newBook('Customers', [
    { phone: '255712340010', firstName: 'Asha', city: 'Arusha' },
    { phone: '255712340011', firstName: '', city: 'Moshi' },
    // Switched off.
    { phone: '255712340003', firstName: 'Juma' },
    { phone: '255712340012', firstName: 'Neema', city: 'Dodoma' },
  ])
  return { world, submits, bookId, call, get, post, newBook, create, upload, find, untilStatus, setCredit, textsTo }
}
