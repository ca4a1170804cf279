import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createLink, type Link } from '../../../src/engine/smpp/link.ts'
import { type Pdu, status } from '../../../src/engine/smpp/pdu.ts'
import { type Login, submitFields } from '../../smpp-customer.ts'
import type { Host } from './host.ts'
import type { Workload } from './workload.ts'

const receiptsEach = 200
const customersCount = 4
const window = 20
const numbersEach = 10

interface Customer {
  readonly login: Login
  readonly links: Map<number, Link>
  /** The ids in the responses to its submits. */
  readonly submitted: string[]
  /** The ids of its receipts, over all connections. */
  readonly received: string[]
  /** Connections that a fault came over, or that ended while their receipts were held. */
  losses: number
}

/** Customers that submit messages over SMPP and receive their receipts. */
export async function openSmpp({ db, apis, size, patience, get, addAccount, wait }: Host): Promise<Workload> {
  const accountId = await addAccount('SMPP')
  const customers: Customer[] = []
  for (let count = 0; count < customersCount; count += 1) {
    const login = await get('POST', `/accounts/${accountId}/smpp/credentials`, { rate: 0, windowSize: window })
    customers.push({ login, links: new Map(), submitted: [], received: [], losses: 0 })
  }
  const orders: string[][] = []
  const unanswered: (() => void)[] = []
  let isHolding = false
  let receivedBefore = 0
  let isReceiving = false
  const receivedCount = () => customers.reduce((sum, { received }) => sum + received.length, 0)
  const quarter = (receiptsEach * size) / 4

  /** The ids of outstanding receipts about each number, in the order of their delivery. */
  async function listOrders(): Promise<string[][]> {
    const { rows } = await sql<{ number: string; id: string }>`
      select submitter || phone as number, request_id::text as id from sms_reports where account_id = ${accountId} order by due_at, sms_reports.id
    `.execute(db)
    return Array.from(Map.groupBy(rows, ({ number }) => number).values(), (ofNumber) => ofNumber.map(({ id }) => id))
  }

  async function countReports(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from sms_reports where account_id = ${accountId}
    `.execute(db)
    return rows[0]?.count ?? 0
  }

  async function countReceivers(): Promise<number> {
    const { rows } = await sql`
      select from smpp_binds where account_id = ${accountId} and mode = 'receiver' and lease_until > clock_timestamp()
    `.execute(db)
    return rows.length
  }

  async function bind({ login }: Customer, port: number, mode: string, onRequest: (link: Link, pdu: Pdu) => void) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const link: Link = createLink(socket, {
      answerMs: 20_000 * patience,
      enquireMs: 0,
      onRequest: (request) => onRequest(link, request),
    })
    const fields = { system_id: login.systemId, password: login.password, interface_version: 0x34 }
    const answer = await link.request(`bind_${mode}`, fields)
    if (answer.status === status.ok) return link
    link.destroy('the bind was refused')
    throw new Error(`the bind was refused with ${answer.status}`)
  }

  /** Binds as receiver to a process, again and again while it may not serve. */
  async function receive(customer: Customer, port: number): Promise<void> {
    if (customer.links.has(port)) return
    const take = (link: Link, request: Pdu) => {
      if (request.command === 'deliver_sm') customer.received.push(String(request.fields.receipted_message_id))
      const answer = () => link.answer(request, status.ok)
      if (isHolding && receivedCount() - receivedBefore > quarter) unanswered.push(answer)
      else answer()
    }
    const link = await bind(customer, port, 'receiver', take)
    customer.links.set(port, link)
    void link.ended.then(() => {
      customer.links.delete(port)
      if (isHolding) customer.losses += 1
    })
  }

  async function keepReceiving(): Promise<void> {
    while (isReceiving) {
      const ports = isHolding ? [] : apis.flatMap((one) => (one.servedAt() === null ? [] : one.smppPort))
      await Promise.all(ports.flatMap((port) => customers.map((one) => receive(one, port).catch(() => {}))))
      await sleep(200)
    }
  }
  let receiving: Promise<void> = Promise.resolve()

  async function stopReceiving(): Promise<void> {
    isReceiving = false
    await receiving
    for (const { links } of customers) for (const link of links.values()) link.destroy('no longer needed')
    await wait('no receiver is bound', async () => (await countReceivers()) === 0)
  }

  /** A busy server may refuse a bind for now. */
  async function receiveAll(): Promise<void> {
    await wait('every customer is bound as receiver', async () => {
      await Promise.all(customers.map((one, place) => receive(one, portFor(place)).catch(() => {})))
      return customers.every(({ links }, place) => links.has(portFor(place)))
    })
  }

  async function submitAll(customer: Customer, place: number, port: number): Promise<void> {
    let link: Link | null = null
    await wait('a customer is bound as transmitter', async () => {
      link = await bind(customer, port, 'transmitter', () => {}).catch(() => null)
      return link !== null
    })
    await submitOver(link ?? assert.fail(), customer, place)
  }

  async function submitOver(link: Link, customer: Customer, place: number): Promise<void> {
    let next = 0
    const submitSome = async () => {
      while (next < (receiptsEach * size) / customersCount) {
        next += 1
        const destination_addr = `25574${String(place).padStart(2, '0')}${11_000 + (next % numbersEach)}`
        const answer = await link.request('submit_sm', submitFields({ destination_addr }))
        assert.equal(answer.status, status.ok, 'a submit was refused')
        customer.submitted.push(String(answer.fields.message_id))
      }
    }
    await Promise.all(Array.from({ length: window }, submitSome))
    link.destroy('all is submitted')
  }

  const portFor = (place: number) => apis[place % apis.length]?.smppPort ?? assert.fail()

  async function finish(): Promise<void> {
    await wait('no receipt is outstanding', async () => (await countReports()) === 0)
  }

  return {
    async begin(isHeld) {
      await finish()
      await stopReceiving()
      await Promise.all(customers.map((one, place) => submitAll(one, place, portFor(place))))
      await wait('all receipts are outstanding', async () => (await countReports()) === receiptsEach * size)
      orders.push(...(await listOrders()))
      receivedBefore = receivedCount()
      isHolding = isHeld
      await receiveAll()
      isReceiving = true
      receiving = keepReceiving()
    },
    async missing() {
      const received = receivedCount() - receivedBefore
      const left = await countReports()
      return received > quarter && left > 0 ? null : `${received} receipts arrived, and ${left} are outstanding`
    },
    async release() {
      // A process that is only frozen has sent them, and sends them again when it continues.
      for (const one of customers) one.losses += one.links.size
      isHolding = false
      for (const answer of unanswered.splice(0)) answer()
    },
    async finish() {
      await finish()
      await stopReceiving()
    },
    properties: {
      'every receipt arrives'() {
        for (const { submitted, received } of customers)
          assert.deepEqual([...new Set(received)].sort(), submitted.toSorted())
      },
      'receipts about a number keep their order'() {
        const all = [...new Set(customers.flatMap(({ received }) => received))]
        const places = new Map(all.map((id, place) => [id, place]))
        for (const ids of orders)
          assert.deepEqual(
            ids.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)),
            ids,
          )
      },
      'a lost connection repeats a window at most'() {
        for (const { received, losses } of customers) {
          const repeated = received.length - new Set(received).size
          assert.ok(repeated <= window * losses, `${repeated} receipts were repeated after ${losses} losses`)
        }
      },
    },
  }
}
