import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, ask, command } from './people.ts'

interface Sent {
  readonly phone: string
  readonly text: string
  readonly encoding: string
  readonly segments: number
}

onOneEngine('sending to an address book', (engine) => {
  let world: World
  before(async () => {
    // Far from midnight, when daily limits reset.
    world = await openWorld(engine, { config: { recipientsMax: 3 }, startAt: new Date('2030-06-15T10:30:00Z') })
  })
  after(() => world.close())

  let next = 0
  /** Creates an address book with a contact for each item. */
  async function makeBook(...names: readonly Record<string, string>[]): Promise<{ id: string; phones: string[] }> {
    const { body } = await world.request('POST', '/public/v1/address-books', { body: { addressbook: `Book ${next}` } })
    const phones = names.map(() => String(255_710_000_007 + 100 * next++))
    for (const [index, fields] of names.entries()) {
      const created = await world.request('POST', '/public/v1/contacts', {
        body: { mob_no: phones[index], ...fields, addressbook_id: [body.data.id] },
      })
      assert.equal(created.status, 200, created.text)
    }
    next += 1
    return { id: body.data.id, phones }
  }

  const send = (book: string, change: Record<string, unknown>, headers: Record<string, string> = {}) =>
    ask(world, 'POST', `/accounts/1/books/${book}/send`, {
      body: { source_addr: 'INFO', message: 'Hello', encoding: 0, ...change },
      headers: { ...world.app.controlHeaders, ...headers },
    })

  async function messagesOf(requestIds: readonly string[]): Promise<Sent[]> {
    const { rows } = await sql<Sent>`
      select m.phone, coalesce(m.text, r.text) as text, coalesce(m.encoding, r.encoding) as encoding, m.segments
        from sms_messages m
        join sms_requests r on r.id = m.request_id
       where r.id = any(${requestIds.map(Number)}::bigint[])
       order by m.id
    `.execute(world.db)
    return rows
  }

  it('fills in the contact fields, picks the encoding per message and delivers all', async () => {
    const book = await makeBook({ first_name: 'Amina', last_name: 'Juma' }, { first_name: 'Zoë 😀' })
    const { status, body } = await send(book.id, { message: 'Dear {NAME}, {first_name} {city}{{x}} {last_name}.' })
    assert.equal(status, 400, 'x is not a contact field')
    assert.equal(body.code, 109)

    const sent = await send(book.id, { message: 'Dear {NAME}: {first_name}, { city }, {last_name}.' })
    assert.equal(sent.status, 200, sent.text)
    const { request_ids: requestIds, ...figures } = sent.body
    const wanted = {
      successful: true,
      code: 100,
      message: 'Message Submitted Successfully',
      valid: 2,
      invalid: 0,
      duplicates: 0,
      opted_out: 0,
    }
    assert.deepEqual(figures, { ...wanted, total_validated: 2 })
    assert.deepEqual(await messagesOf(requestIds), [
      { phone: book.phones[0], text: 'Dear Amina Juma: Amina, { city }, Juma.', encoding: 'gsm', segments: 1 },
      { phone: book.phones[1], text: 'Dear Zoë 😀: Zoë 😀, { city }, .', encoding: 'ucs2', segments: 1 },
    ])
    await until('all messages are delivered', async () => {
      const statuses = await world.statuses(requestIds[0])
      return statuses.size === 2 && [...statuses.values()].every((one) => one === 'DELIVERED')
    })
  })

  it('sends the text of a template', async () => {
    const template = await world.request('POST', '/public/v1/sms-templates', {
      body: { sms_title: 'Greeting', message: 'Hi {fname}' },
    })
    const book = await makeBook({ first_name: 'Neema' })
    const { body } = await send(book.id, { message: undefined, template_id: template.body.data.id })
    assert.deepEqual(
      (await messagesOf(body.request_ids)).map(({ text }) => text),
      ['Hi Neema'],
    )
    const missing = await send(book.id, { message: undefined, template_id: '999999' })
    assert.deepEqual([missing.status, missing.body], [404, { code: 404, message: 'Template Not Found' }])
  })

  it('counts a contact as invalid when its text is empty or too long', async () => {
    const long = 'x'.repeat(100)
    const book = await makeBook({ first_name: 'Asha' }, { last_name: 'Nameless' }, { first_name: long })
    const { body } = await send(book.id, { message: '{first_name}'.repeat(400) })
    assert.deepEqual([body.valid, body.invalid, body.total_validated], [1, 2, 3])
    assert.deepEqual(
      (await messagesOf(body.request_ids)).map(({ phone, segments }) => [phone, segments]),
      [[book.phones[0], 11]],
    )
  })

  it('skips opted-out contacts', async () => {
    const book = await makeBook({ first_name: 'In' }, { first_name: 'Out' })
    await command(world, 'POST', '/accounts/1/optouts', { phone: book.phones[1] })
    const { body } = await send(book.id, {})
    assert.deepEqual([body.valid, body.opted_out, body.total_validated], [1, 1, 2])
  })

  it('splits a large book into several requests with one message per contact', async () => {
    const book = await makeBook(...Array.from({ length: 7 }, (_, index) => ({ first_name: `N${index}` })))
    const { body } = await send(book.id, { message: 'To {first_name}' })
    assert.equal(body.request_ids.length, 3)
    assert.deepEqual([body.valid, body.total_validated], [7, 7])
    const sent = await messagesOf(body.request_ids)
    assert.deepEqual(
      sent.map(({ phone, text }) => [phone, text]),
      book.phones.map((phone, index) => [phone, `To N${index}`]),
    )
  })

  it('requires a consent in every part of a large book', async () => {
    const book = await makeBook({}, {}, {}, {})
    const [first, , , last] = book.phones
    await command(world, 'PUT', '/accounts/1/consent-rule', { required: true })
    await command(world, 'POST', '/accounts/1/consents', { phone: first, source: 'form' })
    const { body } = await send(book.id, {})
    assert.deepEqual([body.valid, body.opted_out], [1, 3], `${last} is alone in its request`)
    const quote = await command(world, 'POST', '/accounts/1/sms/quote', {
      book_id: book.id,
      source_addr: 'INFO',
      message: 'Hello',
      encoding: 0,
    })
    assert.deepEqual([quote.body.recipients?.valid, quote.body.recipients?.noConsent], [1, 3], quote.text)
    await command(world, 'PUT', '/accounts/1/consent-rule', { required: false })
  })

  it('continues after the last contact that is not erased', async () => {
    const book = await makeBook({}, {}, {}, {}, {})
    const key = { 'idempotency-key': 'erased' }
    const first = await send(book.id, {}, key)
    const [request] = first.body.request_ids
    await sql`
      update sms_messages set phone = 'erased', recipient_id = 'erased' where phone = ${book.phones[2]}
    `.execute(world.db)
    await sql`delete from idempotency_keys where key like '%erased part 2'`.execute(world.db)
    const again = await send(book.id, {}, key)
    assert.equal(again.body.request_ids[0], request)
    assert.deepEqual(
      (await messagesOf(again.body.request_ids.slice(1))).map(({ phone }) => phone),
      book.phones.slice(2),
    )
  })

  it('sends once per idempotency key', async () => {
    const book = await makeBook(...Array.from({ length: 5 }, () => ({})))
    const [first, second] = [
      await send(book.id, {}, { 'idempotency-key': 'once' }),
      await send(book.id, {}, { 'idempotency-key': 'once' }),
    ]
    assert.equal(first.body.request_ids.length, 2)
    assert.equal(second.text, first.text)
    const { status } = await send(book.id, { message: 'Another' }, { 'idempotency-key': 'once' })
    assert.equal(status, 409)
  })

  it('answers a repeated key as before after its sender is removed', async () => {
    const book = await makeBook({}, {})
    const sender = (await command(world, 'POST', '/accounts/1/senders', { sender: 'GONE' })).body.id
    await command(world, 'POST', `/accounts/1/senders/${sender}/approve`, {})
    const keyed = () => send(book.id, { source_addr: 'GONE' }, { 'idempotency-key': 'gone' })
    const first = await keyed()
    await command(world, 'POST', `/accounts/1/senders/${sender}/deactivate`, {})
    assert.equal((await keyed()).text, first.text)
    assert.equal((await send(book.id, { source_addr: 'GONE' })).body.code, 111)
  })

  it('scopes idempotency keys to one book', async () => {
    const [one, other] = [await makeBook({}), await makeBook({})]
    const [first, second] = [
      await send(one.id, {}, { 'idempotency-key': 'books' }),
      await send(other.id, {}, { 'idempotency-key': 'books' }),
    ]
    assert.notDeepEqual(second.body.request_ids, first.body.request_ids)
    assert.deepEqual(
      (await messagesOf(second.body.request_ids)).map(({ phone }) => phone),
      other.phones,
    )
  })

  it('continues an interrupted send under its key when contacts were added or removed since', async () => {
    const book = await makeBook(...Array.from({ length: 6 }, () => ({})))
    const { body: list } = await world.request(
      'GET',
      `/public/v1/contacts?addressbook_id=${book.id}&sortBy=id&limit=10`,
    )
    await command(world, 'PUT', '/accounts/1/limits', { requestsPerSecond: null, messagesPerDay: 1_000 })
    const before = await sql<{
      sent: number
    }>`select coalesce(sum(messages), 0)::bigint as sent from sms_usage where account_id = 1`.execute(world.db)
    await command(world, 'PUT', '/accounts/1/limits', {
      requestsPerSecond: null,
      messagesPerDay: (before.rows[0]?.sent ?? 0) + 3,
    })
    const broken = await send(book.id, {}, { 'idempotency-key': 'broken' })
    assert.deepEqual([broken.body.code, broken.body.valid], [429, 3])
    await command(world, 'PUT', '/accounts/1/limits', { requestsPerSecond: null, messagesPerDay: null })
    await world.request('DELETE', `/public/v1/contacts/${list.data[0].id}`)
    const { body } = await send(book.id, {}, { 'idempotency-key': 'broken' })
    assert.deepEqual([body.code, body.valid], [100, 6])
    assert.deepEqual(
      (await messagesOf(body.request_ids)).map(({ phone }) => phone),
      book.phones,
    )
  })

  it('reports the sent part when a later request is rejected', async () => {
    const accountId = await addAccount(world)
    const path = `/accounts/${accountId}`
    await command(world, 'PUT', `${path}/limits`, { requestsPerSecond: null, messagesPerDay: 4 })
    const { body: key } = await command(world, 'POST', `${path}/keys`, { name: 'key' })
    const authorization = `Basic ${Buffer.from(`${key.apiKey}:${key.secret}`).toString('base64')}`
    for (let index = 0; index < 5; index += 1) {
      await world.request('POST', '/public/v1/contacts', {
        body: { mob_no: `25571111100${index}` },
        headers: { authorization },
      })
    }
    const books = await world.request('GET', '/public/v1/address-books', { headers: { authorization } })
    const sent = await command(world, 'POST', `${path}/books/${books.body.data[0].id}/send`, {
      source_addr: 'INFO',
      message: 'Hello',
      encoding: 0,
    })
    const { request_ids: requestIds, ...figures } = sent.body
    assert.equal(sent.status, 200)
    assert.equal(requestIds.length, 1)
    assert.deepEqual(
      [figures.successful, figures.code, figures.message, figures.valid],
      [false, 429, 'Daily Limit Reached', 3],
    )
  })

  it('rejects invalid sends like the send API and sends nothing', async () => {
    const book = await makeBook({ first_name: 'Baraka' })
    const empty = await makeBook()
    const table: readonly [string, Record<string, unknown>, number, number][] = [
      [book.id, { source_addr: 'NOBODY' }, 400, 111],
      [book.id, { encoding: 7 }, 400, 118],
      [book.id, { message: '' }, 400, 109],
      [book.id, { message: undefined }, 400, 104],
      [book.id, { schedule_time: '2001-01-01 00:00' }, 400, 112],
      [book.id, { message: 'Hello {firstname}' }, 400, 109],
      [empty.id, {}, 200, 101],
      ['999999', {}, 404, 404],
      ['x', {}, 404, 404],
    ]
    for (const [id, change, status, code] of table) {
      const answer = await send(id, change)
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
    }
    const hint = (await send(book.id, { message: 'Hello {firstname}' })).headers['ngoma-hint']
    assert.match(String(hint), /contacts have no field \{firstname\}; available fields: .*\{first_name\}/)
  })

  it('rejects books and templates of another account', async () => {
    const accountId = await addAccount(world)
    const book = await makeBook({ first_name: 'Grace' })
    const other = (id: string, body: Record<string, unknown>) =>
      command(world, 'POST', `/accounts/${accountId}/books/${id}/send`, { source_addr: 'INFO', encoding: 0, ...body })
    const [theirs, missing] = [await other(book.id, { message: 'Hello' }), await other('999999', { message: 'Hello' })]
    assert.deepEqual([theirs.status, theirs.text], [missing.status, missing.text])
    assert.equal(theirs.status, 404)
  })
})
