import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, addPerson, ask, command, type Method, type Person } from '../../../test/console/people.ts'
import { assertLedger, sumsOf } from '../../../test/ledger.ts'
import { authorization, basic, onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { createKey } from '../accounts/index.ts'

const phone = '255712345678'
const path = '/accounts/1/conversations'

// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
type Any = any

onOneEngine('the shared inbox', (engine) => {
  let world: World
  let asha: Person
  let juma: Person
  before(async () => {
    world = await openWorld(engine)
    asha = await addPerson(world, 1, 'member')
    juma = await addPerson(world, 1, 'member')
    await sql`update auth_users set name = 'Asha' where id = ${asha.id}`.execute(world.db)
    await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
  })
  after(() => world.close())

  async function write(text: string, from = phone): Promise<void> {
    const written = await command(world, 'POST', '/inbound/simulate', { from, to: '15001', text })
    assert.equal(written.status, 202, written.text)
  }
  async function get(person: Person, rest = ''): Promise<Any> {
    const { status, body, text } = await person.ask('GET', `${path}${rest}`)
    assert.equal(status, 200, text)
    return body
  }
  const list = async (query = '', person = asha) => (await get(person, `?${query}`)).data
  const phones = async (query: string, person = asha) => (await list(query, person)).map((one: Any) => one.phone)
  const findWith = async (number: string): Promise<Any> => (await list(`status=all&q=${number}`))[0]
  async function call(person: Person, method: Method, rest: string, body: unknown, status: number): Promise<Any> {
    const answer = await person.ask(method, `${path}/${rest}`.replace(/\/$/, ''), body)
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }
  const entries = async (id: number) =>
    (await get(asha, `/${id}/entries`)).data.map((one: Any) => [one.kind, one.text, one.author])

  it('has one conversation per number, with unread messages of each member', async () => {
    await write('Habari')
    await write('Are you open?')
    await write('Hello', '255712340002')
    assert.deepEqual(await phones(''), ['255712340002', phone])
    const { id, lastAt, createdAt, ...one } = await findWith('0712 345 678')
    assert.deepEqual(one, {
      ...{ channel: 'sms', phone, name: '', from: 'INFO', status: 'open', assignee: null, incoming: 2, unread: 2 },
      ...{ replies: 0, lastText: 'Are you open?', lastDirection: 'in', optedOut: false, needsTemplate: false },
      sessionUntil: null,
    })
    await call(asha, 'POST', `${id}/read`, { incoming: 1 }, 204)
    const unread = async (person: Person) => (await get(person, `/${id}`)).unread
    assert.deepEqual([await unread(asha), await unread(juma)], [1, 2])
    await call(asha, 'POST', `${id}/read`, { incoming: 99 }, 204)
    assert.deepEqual([await unread(asha), await phones('unread=true')], [0, ['255712340002']])
    assert.deepEqual(await get(asha, '/counts'), { open: 2, unassigned: 2, mine: 0, unread: 1 })
    const byKey = await world.request('GET', `/v2/conversations/${id}`)
    assert.deepEqual([byKey.status, byKey.body.unread], [200, null])
    const keyReads = await world.request('POST', `/v2/conversations/${id}/read`, { body: { incoming: 2 } })
    assert.equal(keyReads.status, 204)
  })

  it('assigns, closes and reopens, and an incoming message opens again, but STOP does not', async () => {
    const { id } = await findWith(phone)
    const assigned = await call(asha, 'PUT', String(id), { assigneeId: asha.id }, 200)
    assert.deepEqual(assigned.assignee, { id: asha.id, name: 'Asha' })
    assert.deepEqual([await phones('assignee=me'), await phones('assignee=none')], [[phone], ['255712340002']])
    assert.deepEqual(await phones('assignee=me', juma), [])
    await call(asha, 'POST', `${id}/notes`, { text: 'Called back.' }, 201)
    await call(juma, 'PUT', String(id), { status: 'closed' }, 200)
    assert.deepEqual([await phones(''), await phones('status=closed')], [['255712340002'], [phone]])
    await write('STOP')
    const stopped = await findWith(phone)
    assert.deepEqual(
      [stopped.status, stopped.incoming, stopped.lastText, stopped.optedOut],
      ['closed', 2, 'STOP', true],
    )
    const refused = await call(asha, 'POST', `${id}/replies`, { text: 'Wait' }, 409)
    assert.equal(refused.code, 'opted_out')
    await write('START')
    await write('Sorry')
    const again = await findWith(phone)
    assert.deepEqual([again.status, again.incoming, again.optedOut, again.assignee?.name], ['open', 3, false, 'Asha'])
    assert.deepEqual((await entries(id)).slice(3), [
      ['closed', null, juma.email],
      ['note', 'Called back.', 'Asha'],
      ['assigned', 'Asha', 'Asha'],
      ['inbound', 'Are you open?', null],
      ['inbound', 'Habari', null],
    ])
    const viewer = await addPerson(world, 1, 'viewer')
    const names = (await get(asha, '/assignees')).data.map((one: Any) => one.id)
    assert.deepEqual([names.includes(juma.id), names.includes(viewer.id)], [true, false])
    for (const assigneeId of [viewer.id, 'nobody'])
      assert.equal((await call(asha, 'PUT', String(id), { assigneeId }, 400)).code, 'assignee_not_found')
    const leaving = await addPerson(world, 1, 'member')
    await call(asha, 'PUT', String(id), { assigneeId: leaving.id }, 200)
    await command(world, 'DELETE', `/accounts/1/members/${leaving.id}`)
    assert.equal((await findWith(phone)).assignee, null)
  })

  it('sends a reply as a normal message, from the number that the person wrote to', async () => {
    const { id, replies } = await findWith(phone)
    await sql`
      insert into senders (account_id, sender, sample_content, status, created_at)
      values (1, '15001', '', 'active', now()), (1, 'DUKA', '', 'active', now())
    `.execute(world.db)
    const replied = await call(asha, 'POST', `${id}/replies`, { text: 'Karibu', replies }, 201)
    assert.deepEqual(
      [replied.replies, replied.lastText, replied.lastDirection, replied.unread, replied.from],
      [replies + 1, 'Karibu', 'out', 0, '15001'],
    )
    const late = await call(juma, 'POST', `${id}/replies`, { text: 'Hello', replies }, 409)
    assert.equal(late.code, 'already_replied')
    assert.match(late.hint, /^Asha replied at .*Z/)
    assert.deepEqual((await entries(id))[0], ['message', 'Karibu', 'Asha'])
    for (const from of ['OTHER', `+${'1'.repeat(20)}`])
      assert.equal((await call(juma, 'POST', `${id}/replies`, { text: 'Hello', from }, 400)).code, 'unknown_sender')
  })

  it('starts a conversation by SMS, which needs a sender ID', async () => {
    const unknown = await call(asha, 'POST', '', { phone: '0712340009', text: 'Habari' }, 400)
    assert.equal(unknown.code, 'reply_sender_missing')
    assert.match(unknown.hint, /15001, DUKA, INFO/)
    const started = await call(asha, 'POST', '', { phone: '0712340009', text: 'Habari', from: 'DUKA' }, 201)
    assert.deepEqual(
      [started.phone, started.from, started.status, started.incoming, started.replies],
      ['255712340009', 'DUKA', 'open', 0, 1],
    )
    const again = await call(juma, 'POST', '', { phone: '255712340009', text: 'Again' }, 201)
    assert.deepEqual([again.id, again.replies], [started.id, 2])
    assert.equal((await call(asha, 'POST', '', { phone: '12', text: 'Habari' }, 400)).code, 'invalid_phone')
  })

  it('finds conversations by names of contacts and parts of numbers', async () => {
    await command(world, 'POST', '/accounts/1/contacts', { phone, firstName: 'Neema', lastName: 'Mushi' })
    assert.deepEqual(
      [
        await phones('q=neema'),
        await phones('q=5678'),
        await phones('q=%2B25571234'),
        await phones('q=99'),
        await phones('q=nobody'),
      ],
      [[phone], [phone], ['255712340009', phone, '255712340002'], [], []],
    )
    assert.equal((await findWith(phone)).name, 'Neema Mushi')
    assert.deepEqual(await phones('status=all&channel=whatsapp'), [])
  })

  it('lists conversations by chat with those by SMS', async () => {
    const body = { from: 'SHOP', to: '255713101237', channel: 'whatsapp', message_type: 'text', text: 'Hello' }
    assert.equal((await world.request('POST', '/v1/chatapi', { body })).status, 200)
    await until('the person replies', async () => (await phones('channel=whatsapp')).length > 0)
    const [found] = await list('channel=whatsapp')
    assert.deepEqual([found.channel, found.from, found.incoming], ['whatsapp', 'SHOP', 1])
    assert.ok((await list()).length > 1)
  })

  it('shows keys only the channels, names and opt-outs that they can read elsewhere', async () => {
    const keyWith = async (limits: Parameters<typeof createKey>[4]) => {
      const key = await world.db.transaction((tx) => createKey(tx, 1, 'a key', world.clock.now(), limits))
      const headers = { authorization: basic(key.apiKey, key.secret) }
      return (method: Method, rest: string, body?: unknown) => ask(world, method, `${path}${rest}`, { headers, body })
    }
    const [chat] = await list('channel=whatsapp')
    const sms = await findWith(phone)
    const byProduct = { sms: await keyWith({ products: ['sms'] }), chat: await keyWith({ products: ['chat'] }) }
    const openOf = { sms: 3, chat: 1 }
    for (const [product, own, hidden] of [['sms', sms, chat] as const, ['chat', chat, sms] as const]) {
      const call = byProduct[product]
      const { data } = (await call('GET', '')).body
      assert.deepEqual([...new Set(data.map((one: Any) => one.channel))], [own.channel])
      const { body: counts } = await call('GET', '/counts')
      assert.deepEqual([data.length, counts.open, counts.unassigned], Array(3).fill(openOf[product]))
      assert.equal((await call('GET', `/${own.id}/entries`)).status, 200)
      assert.equal((await call('PUT', `/${own.id}`, { status: 'open' })).status, 200)
      const refused: [Method, string, unknown?][] = [
        ['GET', ''],
        ['GET', '/entries'],
        ['POST', '/read', { incoming: 1 }],
        ['PUT', '', { status: 'closed' }],
        ['POST', '/notes', { text: 'Hello' }],
        ['POST', '/replies', { text: 'Hello' }],
      ]
      for (const [method, rest, body] of refused)
        assert.equal((await call(method, `/${hidden.id}${rest}`, body)).status, 404, `${product}: ${method} ${rest}`)
    }
    const start = await byProduct.chat('POST', '', { phone, text: 'Hello', from: 'INFO' })
    assert.deepEqual([start.status, start.body.code], [403, 'scope_missing'])
    await command(world, 'POST', '/accounts/1/optouts', { phone })
    const reader = await keyWith({ scopes: ['conversations:read', 'conversations:write', 'inbound:read'] })
    const shown = (await reader('GET', `/${sms.id}`)).body
    assert.deepEqual(
      [shown.name, shown.optedOut, shown.lastText, (await findWith(phone)).optedOut],
      ['', false, '', true],
    )
    assert.deepEqual((await reader('GET', '?q=neema')).body.data, [])
    const kinds = (await reader('GET', `/${sms.id}/entries`)).body.data.map((one: Any) => one.kind)
    assert.deepEqual([kinds.includes('inbound'), kinds.includes('message')], [true, false])
    assert.equal((await reader('POST', `/${sms.id}/notes`, { text: 'Hello' })).body.code, 'scope_missing')
    const blind = await keyWith({ scopes: ['conversations:read'] })
    assert.deepEqual([(await blind('GET', '')).body.data, (await blind('GET', '/counts')).body.open], [[], 0])
    await command(world, 'DELETE', `/accounts/1/optouts/${phone}`)
  })

  it('hides the conversations of other accounts', async () => {
    const other = await addAccount(world)
    const stranger = await addPerson(world, other, 'owner')
    const { id } = await findWith(phone)
    const theirs = `/accounts/${other}/conversations/${id}`
    const calls: [Method, string, unknown?][] = [
      ['GET', ''],
      ['GET', '/entries'],
      ['PUT', '', { status: 'closed' }],
      ['POST', '/replies', { text: 'Hello' }],
      ['POST', '/notes', { text: 'Hello' }],
      ['POST', '/read', { incoming: 1 }],
    ]
    for (const [method, rest, body] of calls) {
      const answer = await stranger.ask(method, `${theirs}${rest}`, body)
      assert.deepEqual([answer.status, answer.body.code], [404, 'conversation_not_found'], `${method} ${rest}`)
    }
    assert.deepEqual((await stranger.ask('GET', `/accounts/${other}/conversations?q=${phone}`)).body.data, [])
  })

  it('accepts one of two replies at the same time, and charges it once', async () => {
    const rounds = engine === 'embedded' ? 4 : 15
    const from = '255712340077'
    await write('Who answers?', from)
    const { id } = await findWith(from)
    const reply = (person: Person, text: string, replies: number, key: string) =>
      ask(world, 'POST', `${path}/${id}/replies`, {
        body: { text, replies, from: 'INFO' },
        cookie: person.cookie,
        headers: { 'idempotency-key': key },
      })
    const before = await sumsOf(world.db, 1)
    for (let round = 0; round < rounds; round += 1) {
      // Each member clicks twice.
      const answers = await Promise.all(
        [asha, juma, asha, juma].map((person) =>
          reply(person, `${person.id} ${round}`, round, `${person.id} ${round}`),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      assert.deepEqual(statuses.toSorted(), [201, 201, 409, 409], answers.map(({ text }) => text).join('\n'))
      assert.equal(statuses[0], statuses[2], 'a repeated request gets the same answer')
      assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 1)
      const winner = statuses[0] === 201 ? asha : juma
      const late = await reply(winner, `${winner.id} ${round}`, round, `${winner.id} ${round}`)
      assert.deepEqual([late.status, late.headers['idempotent-replayed']], [201, 'true'])
    }
    const { rows } = await sql<{ messages: number; replies: number }>`
      select (select count(*) from sms_messages where phone = ${from}) as messages,
             (select replies from conversations where id = ${id}) as replies
    `.execute(world.db)
    assert.deepEqual(rows, [{ messages: rounds, replies: rounds }])
    const { left: rest } = await sumsOf(world.db, 1)
    assert.equal(Number(before.left) - Number(rest), rounds, 'each message costs 1')
    await assertLedger(world.db)
    const key = { 'idempotency-key': 'of a program', authorization }
    const send = () =>
      world.request('POST', `/v2/conversations/${id}/replies`, { body: { text: 'Once', from: 'INFO' }, headers: key })
    const both = await Promise.all([send(), send()])
    assert.deepEqual([...both.map(({ status }) => status), (await send()).status], [201, 201, 201])
    assert.equal((await findWith(from)).replies, rounds + 1)
  })
})
