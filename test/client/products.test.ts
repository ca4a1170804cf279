import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { Ngoma, NgomaError, type NgomaOptions, RefusedError } from 'ngoma/client'
import { freshPhone, newClient } from '../contacts.ts'
import { importFile } from '../imports.ts'
import { pinTo, watchCarrier } from '../otp.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, until, type World } from '../world.ts'

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

onOneEngine('client: products', (engine) => {
  let world: World
  let address: string
  let ngoma: Ngoma
  before(async () => {
    world = await shareWorld(engine)
    address = await world.listen()
    ngoma = new Ngoma({ url: address, key: world.apiKey, secret: world.apiSecret })
  })
  after(() => world.close())

  /** A client of a new account. */
  const openOther = async (options: Partial<NgomaOptions> = {}) => {
    const { headers, accountId } = await newClient(world)
    return { accountId, ngoma: new Ngoma({ url: address, token: headers.authorization, ...options }) }
  }
  const refused = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof NgomaError, String(error))
    return error
  }

  it('sends to numbers and to recipients with IDs, and reads their delivery reports', async () => {
    const [first, second, third, fourth] = [freshPhone(), freshPhone(), freshPhone(), freshPhone()]
    const sent = await ngoma.sms.send({
      source_addr: 'INFO',
      message: 'Hello',
      recipients: [
        first,
        { recipient_id: '01', dest_addr: second },
        third,
        { recipient_id: 9007199254740993n, dest_addr: fourth },
      ],
    })
    assert.deepEqual([sent.successful, sent.code, sent.valid, sent.invalid, sent.duplicates], [true, 100, 4, 0, 0])
    assert.match(sent.request_id, /^\d+$/)
    const reports = await all(ngoma.sms.reports({ request_id: sent.request_id }))
    assert.deepEqual(
      reports.map(({ dest_addr }) => dest_addr),
      [fourth, third, second, first],
    )
    assert.deepEqual(
      (await all(ngoma.sms.reports({ request_id: sent.request_id, limit: 1 }))).map(({ dest_addr }) => dest_addr),
      [fourth, third, second, first],
      'also when every report is a page of its own',
    )
    const [report] = await ngoma.sms.reportsPage({ request_id: sent.request_id, page: 2, limit: 3 })
    assert.equal(report?.dest_addr, first)
    const none = await ngoma.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['12'] })
    assert.deepEqual([none.successful, none.code], [false, 101])
  })

  it('sends with a schedule_time and an encoding', async () => {
    const inTwoHours = new Date(world.clock.now().getTime() + 7_200_000)
    const sent = await ngoma.sms.send({
      source_addr: 'INFO',
      message: 'Habari 😀',
      encoding: 8,
      recipients: [freshPhone()],
      schedule_time: inTwoHours,
    })
    const { rows } = await sql<{
      text: string
      due: Date
    }>`select text, due_at as due from sms_requests where id = ${sent.request_id}`.execute(world.db)
    assert.equal(rows[0]?.text, 'Habari 😀')
    const lateMs = (rows[0]?.due.getTime() ?? 0) - inTwoHours.getTime()
    assert.ok(lateMs >= 0 && lateMs < 60_000, `${lateMs}`)
  })

  it('rejects an invalid schedule_time, and sends now without one', async () => {
    const message = { source_addr: 'INFO', message: 'Hello', recipients: [freshPhone()] }
    const never = new Date('never')
    await assert.rejects(ngoma.sms.send({ ...message, schedule_time: never }), {
      name: 'TypeError',
      message: /^schedule_time is an invalid Date/,
    })
    assert.equal((await ngoma.sms.send({ ...message, schedule_time: null })).valid, 1)
  })

  it('lists and requests sender IDs', async () => {
    const asked = await ngoma.senders.request({ senderid: 'MARKET', sample_content: 'Fresh fish today' })
    assert.deepEqual([asked.senderid, asked.status], ['MARKET', 'pending'])
    assert.deepEqual(
      (await all(ngoma.senders.list({ status: 'pending' }))).map(({ senderid }) => senderid),
      ['MARKET'],
    )
    const { data, pagination } = await ngoma.senders.page({ page: 1, limit: 1 })
    assert.deepEqual([data[0]?.senderid, pagination.pageSize, pagination.totalItems], ['MARKET', 1, 2])
  })

  it('creates, lists, changes and deletes templates', async () => {
    const { id } = await ngoma.templates.create({ sms_title: 'Festival', message: 'Hello {first_name}' })
    assert.equal((await ngoma.templates.update(id, { message: 'Karibu {first_name}' })).message, 'Karibu {first_name}')
    assert.deepEqual(
      (await all(ngoma.templates.list({ q: 'festival' }))).map((one) => one.id),
      [id],
    )
    assert.equal((await ngoma.templates.page({ q: 'festival', limit: 1 })).pagination.totalItems, 1)
    assert.equal((await ngoma.templates.delete(id)).code, 128)
    const error = await refused(ngoma.templates.delete(id))
    assert.ok(error instanceof RefusedError)
    assert.deepEqual([error.status, error.code], [404, 123])
    assert.ok(error.message.startsWith('SMS Template Does Not Exist (123)'), error.message)
  })

  it('iterates over 250 contacts of an address book, and deletes them', async () => {
    let asked = 0
    const { accountId, ngoma: other } = await openOther({
      fetch: (...parameters) => {
        asked += 1
        return fetch(...parameters)
      },
    })
    const book = await other.books.create({ addressbook: 'Neighbours' })
    const phones = Array.from({ length: 250 }, freshPhone)
    await importFile(world, accountId, book.id, `phone\n${phones.join('\n')}`)
    asked = 0
    const listed = other.contacts.list({ addressbook_id: book.id, sortOrder: undefined })
    const found = await all(listed)
    assert.deepEqual(found.map(({ mob_no }) => mob_no).toSorted(), phones, 'each once')
    assert.equal(asked, 3, 'by the hundred')
    const times = found.map(({ created }) => created)
    assert.deepEqual(times, times.toSorted(), 'the oldest first')
    for await (const { id } of listed) {
      assert.equal(id, found[0]?.id, 'a list begins anew for each who goes through it')
      break
    }
    const newest = await other.contacts.page({ limit: 2, page: 1 })
    assert.deepEqual([newest.data[0]?.id, newest.pagination.totalItems], [found[249]?.id, 250])

    const [first, second, ...rest] = found.map(({ id }) => id)
    assert.ok(first !== undefined && second !== undefined)
    assert.equal((await other.contacts.update(first, { first_name: 'Asha' })).id, first)
    assert.equal((await all(other.contacts.list({ q: 'asha' }))).length, 1)
    await other.contacts.delete(first, { addressbook_id: book.id })
    await other.contacts.delete(second)
    assert.equal((await other.contacts.deleteMany({ contacts_id: rest })).status, 'true')
    assert.deepEqual(await all(other.contacts.list({ addressbook_id: book.id })), [])
  })

  it('creates, lists, changes and deletes address books', async () => {
    const { ngoma: other } = await openOther()
    const { id } = await other.books.create({ addressbook: 'Friends', description: 'of the house' })
    assert.equal((await other.books.update(id, { addressbook: 'Family' })).id, id)
    const names = (await all(other.books.list())).map(({ addressbook }) => addressbook)
    assert.deepEqual(names, ['Default', 'Family'])
    assert.equal((await other.books.page({ limit: 1 })).pagination.totalPages, 2)
    const error = await refused(other.books.create({ addressbook: 'Family' }))
    assert.deepEqual([error.status, error.code, error.message.startsWith('Family already exists')], [409, 409, true])
    assert.equal((await other.books.delete(id)).status, 'true')
  })

  it('transfers airtime and reads its status', async () => {
    const transfer = await ngoma.airtime.transfer({
      dest_addr: freshPhone(),
      amount: '500',
      reference_id: 'order-4711',
    })
    assert.equal(transfer.code, 200)
    await until('the transfer is successful', async () => (await ngoma.airtime.status(transfer)).code === 100)
    assert.equal((await ngoma.airtime.status(transfer)).args.reference_id, 'order-4711')
  })

  it('reads the credit balance', async () => {
    const { credit_bal } = await ngoma.credit.balance('SMS', { country: 'TZ', currency: undefined })
    assert.match(credit_bal, /^\d+\.\d{4}$/)
    assert.equal((await ngoma.credit.sms()).credit_balance, Number(credit_bal))
  })

  it('sends and verifies a PIN', async () => {
    const carried = watchCarrier(world)
    const phone = freshPhone()
    const { pinId, expiresInSeconds } = await ngoma.otp.request({ appId: 1, msisdn: phone })
    assert.ok(expiresInSeconds > 0)
    assert.equal((await ngoma.otp.verify({ pinId, pin: 'wrong' })).message.code, 114)
    assert.equal((await ngoma.otp.verify({ pinId, pin: await pinTo(carried, phone) })).message.code, 117)
    const error = await refused(ngoma.otp.request({ appId: 999, msisdn: phone }))
    assert.deepEqual([error.status, error.code], [404, 106])
  })

  it('creates a checkout session', async () => {
    const payment = { amount: '1500.50', reference_number: 'order 7', transaction_id: 't-1' }
    const { src } = await ngoma.checkout.open(payment, { secureToken: 'mine' })
    assert.equal((await fetch(src)).status, 200)
    assert.equal((await ngoma.checkout.open({ ...payment, mobile: undefined }, { secureToken: 'mine' })).src, src)
  })

  it('sends a chat message, and lists active users', async () => {
    const { ngoma: other } = await openOther()
    const phone = freshPhone()
    assert.equal(
      (await other.chat.send({ from: 'SHOP', to: phone, channel: 'whatsapp', message_type: 'text', text: 'Hello' }))
        .message,
      'success',
    )
    await until('the person answered', async () => (await all(other.chat.activeUsers())).length === 1)
    assert.deepEqual(
      (await other.chat.activeUsersPage({ limit: 5 })).data.map(({ from }) => from),
      [phone],
    )
  })
})
