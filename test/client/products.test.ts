import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { AuthenticationError, Ngoma, NgomaError, type NgomaOptions, RateLimitError, RefusedError } from 'ngoma/client'
import { setLimits } from '../../src/modules/accounts/index.ts'
import { freshPhone, newClient } from '../contacts.ts'
import { importFile } from '../imports.ts'
import { pinTo, watchCarrier } from '../otp.ts'
import { apiKey, apiSecret, onOneEngine, openWorld, until, type World } from '../world.ts'

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

onOneEngine('The client', (engine) => {
  let world: World
  let address: string
  let ngoma: Ngoma
  before(async () => {
    world = await openWorld(engine)
    address = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    ngoma = new Ngoma({ url: address, key: apiKey, secret: apiSecret })
  })
  after(() => world.close())

  /** A client of an account of its own. */
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

  it('sends to numbers, which get ids, and to recipients that have some, and reads their reports', async () => {
    const [first, second, third] = [freshPhone(), freshPhone(), freshPhone()]
    const sent = await ngoma.sms.send({
      source_addr: 'INFO',
      message: 'Hello',
      recipients: [first, { recipient_id: 1, dest_addr: second }, third],
    })
    assert.deepEqual([sent.successful, sent.code, sent.valid, sent.invalid, sent.duplicates], [true, 100, 3, 0, 0])
    assert.match(sent.request_id, /^\d+$/)
    const reports = await all(ngoma.sms.reports({ request_id: sent.request_id }))
    assert.deepEqual(
      reports.map(({ dest_addr }) => dest_addr),
      [third, second, first],
    )
    assert.deepEqual(
      (await all(ngoma.sms.reports({ request_id: sent.request_id, limit: 1 }))).map(({ dest_addr }) => dest_addr),
      [third, second, first],
      'also when every report is a page of its own',
    )
    const [report] = await ngoma.sms.reportsPage({ request_id: sent.request_id, page: 2, limit: 2 })
    assert.equal(report?.dest_addr, first)
    const none = await ngoma.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['12'] })
    assert.deepEqual([none.successful, none.code], [false, 101])
  })

  it('sends at a time, and in the encoding that it is told', async () => {
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

  it('says what is no time, and takes none for now', async () => {
    const message = { source_addr: 'INFO', message: 'Hello', recipients: [freshPhone()] }
    const never = new Date('never')
    await assert.rejects(ngoma.sms.send({ ...message, schedule_time: never }), {
      name: 'TypeError',
      message: /^schedule_time is no time/,
    })
    assert.equal((await ngoma.sms.send({ ...message, schedule_time: null })).valid, 1)
  })

  it('lists sender names, and asks for one', async () => {
    const asked = await ngoma.senders.request({ senderid: 'MARKET', sample_content: 'Fresh fish today' })
    assert.deepEqual([asked.senderid, asked.status], ['MARKET', 'pending'])
    assert.deepEqual(
      (await all(ngoma.senders.list({ status: 'pending' }))).map(({ senderid }) => senderid),
      ['MARKET'],
    )
    const { data, pagination } = await ngoma.senders.page({ page: 1, limit: 1 })
    assert.deepEqual([data[0]?.senderid, pagination.pageSize, pagination.totalItems], ['MARKET', 1, 2])
  })

  it('makes, lists, changes and deletes templates', async () => {
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

  it('goes through 250 contacts of a book, and deletes them', async () => {
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

  it('makes, lists, changes and deletes address books', async () => {
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

  it('transfers airtime and asks what became of it', async () => {
    const transfer = await ngoma.airtime.transfer({
      dest_addr: freshPhone(),
      amount: '500',
      reference_id: 'order-4711',
    })
    assert.equal(transfer.code, 200)
    await until('it arrived', async () => (await ngoma.airtime.status(transfer)).code === 100)
    assert.equal((await ngoma.airtime.status(transfer)).args.reference_id, 'order-4711')
  })

  it('knows the credit', async () => {
    const { credit_bal } = await ngoma.credit.balance('SMS', { country: 'TZ', currency: undefined })
    assert.match(credit_bal, /^\d+\.\d{4}$/)
    assert.equal((await ngoma.credit.sms()).credit_balance, Number(credit_bal))
  })

  it('sends a PIN and knows it again', async () => {
    const carried = watchCarrier(world)
    const phone = freshPhone()
    const { pinId, expiresInSeconds } = await ngoma.otp.request({ appId: 1, msisdn: phone })
    assert.ok(expiresInSeconds > 0)
    assert.equal((await ngoma.otp.verify({ pinId, pin: 'wrong' })).message.code, 114)
    assert.equal((await ngoma.otp.verify({ pinId, pin: await pinTo(carried, phone) })).message.code, 117)
    const error = await refused(ngoma.otp.request({ appId: 999, msisdn: phone }))
    assert.deepEqual([error.status, error.code], [404, 106])
  })

  it('opens a payment', async () => {
    const payment = { amount: '1500.50', reference_number: 'order 7', transaction_id: 't-1' }
    const { src } = await ngoma.checkout.open(payment, { secureToken: 'mine' })
    assert.equal((await fetch(src)).status, 200)
    assert.equal((await ngoma.checkout.open({ ...payment, mobile: undefined }, { secureToken: 'mine' })).src, src)
  })

  it('writes in a chat, and lists who wrote', async () => {
    const { ngoma: other } = await openOther()
    const phone = freshPhone()
    assert.equal(
      (await other.chat.send({ from: 'SHOP', to: phone, channel: 'whatsapp', message_type: 'text', text: 'Hello' }))
        .message,
      'success',
    )
    await until('they answered', async () => (await all(other.chat.activeUsers())).length === 1)
    assert.deepEqual(
      (await other.chat.activeUsersPage({ limit: 5 })).data.map(({ from }) => from),
      [phone],
    )
  })

  it('says what is wrong, with the hint of the server, its code and its request', async () => {
    const error = await refused(ngoma.sms.send({ source_addr: 'MARKET', message: 'Hello', recipients: [freshPhone()] }))
    assert.ok(error instanceof RefusedError)
    assert.equal(error.name, 'RefusedError')
    assert.match(error.message, /^Invalid Sender ID \(111\): sender MARKET is pending/)
    assert.deepEqual([error.status, error.code, error.body], [400, 111, { code: 111, message: 'Invalid Sender ID' }])
    assert.match(error.hint ?? '', /^sender MARKET is pending/)
    assert.ok(world.logs.some((line) => line.includes(error.requestId ?? 'none')))

    const number = await refused(ngoma.contacts.create({ mob_no: '12' }))
    assert.deepEqual(
      [number.status, number.code, number.message.startsWith('Invalid Mobile Number (400)')],
      [400, 400, true],
    )
    const contact = await refused(ngoma.contacts.update('999999', { first_name: 'Asha' }))
    assert.deepEqual([contact.status, contact.code, contact.message.startsWith('Contact Not Found')], [404, 404, true])
    const pin = await refused(ngoma.otp.verify({ pinId: 'none', pin: '1234' }))
    assert.deepEqual([pin.status, pin.code], [404, 113])
    for (const remove of [ngoma.contacts.delete, ngoma.books.delete, ngoma.templates.delete])
      await assert.rejects(remove(''), TypeError, 'without an id it would be another request')
  })

  it('knows a credential that is none, in every way that it is told', async () => {
    const wrong: readonly NgomaOptions[] = [
      { url: address, key: apiKey, secret: 'wrong' },
      { url: address, token: 'wrong' },
    ]
    for (const options of wrong) {
      const error = await refused(new Ngoma(options).senders.page())
      assert.ok(error instanceof AuthenticationError)
      assert.deepEqual([error.status, error.code], [401, 120])
    }
    // A proxy that takes headers away.
    const bare = new Ngoma({ url: address, token: 'any', fetch: (url) => fetch(url) })
    const error = await refused(bare.senders.page())
    assert.ok(error instanceof AuthenticationError)
    assert.deepEqual(
      [error.status, error.message],
      [400, error.hint === undefined ? 'No authorization headers' : `No authorization headers: ${error.hint}`],
    )
  })

  it('waits when the server says that it is too fast', async () => {
    const statuses: number[] = []
    const { accountId, ngoma: other } = await openOther({
      fetch: async (...parameters) => {
        const response = await fetch(...parameters)
        statuses.push(response.status)
        return response
      },
    })
    await setLimits(world.app.sms, accountId, { requestsPerSecond: 2, messagesPerDay: 1 })
    await until('the limit is known', async () => {
      await Promise.all(Array.from({ length: 4 }, () => other.senders.page()))
      return statuses.includes(429)
    })
    const day = await refused(
      other.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: [freshPhone(), freshPhone()] }),
    )
    assert.ok(day instanceof RateLimitError && (day.retryAfterSeconds ?? 0) > 0, String(day))
  })

  it('asks the hosts of products', async () => {
    const paths: string[] = []
    const hosted = new Ngoma({
      url: `${address}/`,
      products: { dlr: 'https://dlr.example.com/ngoma/', contact: 'https://contact.example.com' },
      token: 'any',
      fetch: async (url) => {
        paths.push(String(url))
        return new Response(String(url).includes('delivery-reports') ? '[]' : '{"data":[],"pagination":{}}')
      },
    })
    await hosted.sms.reportsPage({ request_id: '1', dest_addr: undefined })
    await hosted.books.page({ q: 'a b&c' })
    await hosted.senders.page()
    assert.deepEqual(paths, [
      'https://dlr.example.com/ngoma/public/v1/delivery-reports?request_id=1',
      'https://contact.example.com/public/v1/address-books?q=a+b%26c',
      `${address}/public/v1/sender-names`,
    ])
  })

  it('shows its secret to nobody', async () => {
    const secrets = ['a very secret thing', 'ein Geheimnis: ü', 'Zm9v+token/that=is=long']
    const clients = [
      new Ngoma({ url: address, key: 'key', secret: secrets[0] }),
      new Ngoma({ url: address, key: 'key', secret: secrets[1] }),
      new Ngoma({ url: address, token: secrets[2] }),
    ]
    for (const client of clients) {
      const error = await refused(client.senders.page())
      for (const shown of [
        inspect(client, { depth: 9, showHidden: true }),
        JSON.stringify(client),
        inspect(error, { depth: 9, showHidden: true }),
      ])
        for (const secret of secrets) {
          assert.ok(!shown.includes(secret))
          assert.ok(!shown.includes(Buffer.from(`key:${secret}`).toString('base64')))
        }
    }
  })
})
