import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createKey } from '../../src/modules/accounts/index.ts'
import { assertSent, chatPath, conversationsWith, freshPhone, postChat } from '../chat.ts'
import { firstClient, newClient } from '../contacts.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../world.ts'

const dayMs = 86_400_000

onOneEngine('GET /v1/chatapi/active-users', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const users = (query = '') => world.request('GET', `${chatPath}/active-users${query}`)
  const expiry = async (app = 'CHAT') =>
    (await world.request('GET', `/v1/credit-balance?app_name=${app}`)).body.data.chat_session_expiry

  it('lists users who wrote within a day, once per channel; the credit balance shows when the newest session ends', async () => {
    const none = await users()
    assert.deepEqual([none.status, none.body.data, none.body.pagination.totalItems], [200, [], 0])
    assert.equal(await expiry(), '')

    const [first, second, silent] = [freshPhone(), freshPhone(), freshPhone('0002')]
    await assertSent(postChat(world, { to: silent }))
    for (const from of ['SHOP', 'OTHER SHOP']) await assertSent(postChat(world, { to: first, from }))
    await until('the first person has replied to both senders', async () => {
      const written = await conversationsWith(world, first)
      return written.length === 2 && written.every(({ incoming }) => incoming > 0)
    })
    assert.equal((await users()).body.data.length, 1, 'one user who wrote to two senders')
    world.clock.moveForward(3_600_000)
    for (const channel of ['whatsapp', 'telegram']) await assertSent(postChat(world, { to: second, channel }))
    await until('the second person has replied on both channels', async () => (await users()).body.data.length === 3)

    const { body } = await users()
    const [newest] = body.data
    assert.deepEqual(Object.keys(newest), ['from', 'channel', 'last_message_at'])
    assert.equal(newest.last_message_at, new Date(newest.last_message_at).toISOString())
    assert.deepEqual(
      body.data.map(({ from, channel }: { from: string; channel: string }) => `${from} ${channel}`).slice(2),
      [`${first} whatsapp`],
    )
    assert.deepEqual(
      body.data.map(({ from }: { from: string }) => from),
      [second, second, first],
    )
    const paged = (await users('?page=2&limit=2')).body
    assert.deepEqual([paged.data, paged.pagination.totalPages], [body.data.slice(2), 2])
    for (const query of ['?page=0', '?limit=1001', '?page=x']) assert.equal((await users(query)).body.code, 104, query)

    assert.equal(await expiry(), new Date(new Date(newest.last_message_at).getTime() + dayMs).toISOString())
    assert.equal(await expiry('CONVERSATIONS'), await expiry())
    assert.equal(await expiry('SMS'), '')
    const { ask } = await newClient(world)
    assert.deepEqual((await ask('GET', `${chatPath}/active-users`)).body.data, [], 'other accounts see no users')

    world.clock.moveForward(dayMs - 3_600_000)
    await until('the session of the first person is over', async () => (await users()).body.data.length === 2)
    assert.notEqual(await expiry(), '')
    world.clock.moveForward(3_600_000)
    assert.deepEqual((await users()).body.data, [])
    assert.equal(await expiry(), '')
  })

  it('answers a lenient credential with a bare list: session start, name and last message', async () => {
    const { apiKey, secret } = await world.db.transaction((tx) =>
      createKey(tx, 1, 'lenient', world.clock.now(), { lenient: true }),
    )
    const headers = { authorization: basic(apiKey, secret) }
    const list = async (query = '') =>
      (await world.request('GET', `${chatPath}/active-users${query}`, { headers })).body
    assert.deepEqual(await list(), [])
    const [known, unknown] = [freshPhone(), freshPhone()]
    await firstClient(world).addContact({ mob_no: known, first_name: 'Asha', last_name: 'Juma' })
    /** Sends a message and returns the time of the reply. */
    const converse = async (to: string, text: string) => {
      const since = world.clock.now()
      await assertSent(postChat(world, { to, text }))
      const find = async () =>
        (await users()).body.data.find(({ from }: { from: string }) => from === to)?.last_message_at ?? ''
      await until('the person has replied', async () => new Date(await find()) >= since)
      return find()
    }
    await converse(known, 'A day ago')
    world.clock.moveForward(dayMs)
    const start = await converse(known, 'First')
    world.clock.moveForward(dayMs - 3_600_000)
    const later = await converse(unknown, 'Other')
    await converse(known, 'Second')
    const about = { channel: 'whatsapp', last_message: '(text)' }
    const found = await list()
    for (const user of found) {
      assert.deepEqual(Object.keys(user), ['session_start_time', 'channel', 'from_addr', 'username', 'last_message'])
      assert.match(user.last_message, user.from_addr === known ? /Second/ : /Other/)
    }
    assert.deepEqual(
      found.map((user: object) => ({ ...user, last_message: '(text)' })),
      [
        { ...about, session_start_time: start, from_addr: known, username: 'Asha Juma' },
        { ...about, session_start_time: later, from_addr: unknown, username: '' },
      ],
    )
    assert.deepEqual(await list('?limit=1&page=2'), found.slice(1))
    assert.equal((await list('?page=x')).code, 104)

    const [conversation] = await conversationsWith(world, known)
    await sql`
      insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at)
      select 1, ${conversation?.id}, 'in', 'received', json_build_object('text', 'Many'), 'simulated', at, at
        from generate_series(${later}::timestamptz, ${later}::timestamptz + interval '99 seconds', interval '1 second') at
    `.execute(world.db)
    const [bounded] = await list()
    assert.deepEqual(
      [bounded.session_start_time, bounded.last_message],
      [later, 'Many'],
      'the start is that of the last 100 messages',
    )
  })
})
