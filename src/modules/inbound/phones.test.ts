import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addAccount, command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const phone = '255712345678'

interface Shown {
  readonly id: string
  readonly direction: string
  readonly from: string
  readonly to: string
  readonly text: string
}

onOneEngine('virtual phones', (engine) => {
  let world: World
  let other: number
  before(async () => {
    world = await openWorld(engine)
    other = await addAccount(world)
    for (const accountId of [1, other]) {
      for (const name of ['15001', '15002']) {
        const { body } = await command(world, 'POST', `/accounts/${accountId}/senders`, { sender: name })
        assert.equal((await command(world, 'POST', `/accounts/${accountId}/senders/${body.id}/approve`)).status, 200)
      }
    }
    for (const [number, accountId] of [
      ['15001', other],
      ['15002', null],
      ['15003', 1],
      ['15004', other],
    ] as const)
      assert.equal((await command(world, 'PUT', `/inbound/numbers/${number}`, { accountId })).status, 200)
    assert.equal(
      (await command(world, 'PUT', '/inbound/numbers/15002/keywords/duka', { accountId: other })).status,
      200,
    )
  })
  after(() => world.close())

  const path = (accountId: number, rest = '') => `/accounts/${accountId}/phones${rest}`
  const screenOf = async (accountId: number, of = phone, query = ''): Promise<{ data: Shown[]; next: string | null }> =>
    (await command(world, 'GET', path(accountId, `/${of}/messages${query}`))).body
  const textsOf = async (accountId: number, of = phone) =>
    (await screenOf(accountId, of)).data.map(({ direction, text }) => `${direction} ${text}`)
  const listOf = async (accountId: number, query = '') =>
    (await command(world, 'GET', path(accountId, query))).body.data
  const write = (to: string, text: string, accountId = 1) =>
    command(world, 'POST', path(accountId, `/${phone}/messages`), { to, text })
  const optedOut = async (accountId: number) =>
    (await command(world, 'GET', `/accounts/${accountId}/optouts`)).body.data.map((one: { phone: string }) => one.phone)

  /** Resolves when the phone shows the message. */
  async function send(text: string, { accountId = 1, from = 'INFO', to = phone } = {}): Promise<void> {
    const { body } = await command(world, 'POST', `/accounts/${accountId}/messages`, { from, text, to: [to] })
    assert.equal(body.valid, 1, JSON.stringify(body))
    await until(`${text} arrived`, async () => (await textsOf(accountId, to)).includes(`in ${text}`))
  }

  it('receive messages and reply, and can opt out with STOP and back in with START', async () => {
    await send('Hello')
    const [{ at, ...hello }] = (await screenOf(1)).data as unknown as [Shown & { at: string }]
    assert.deepEqual(hello, {
      id: 'in-1',
      direction: 'in',
      from: 'INFO',
      to: phone,
      text: 'Hello',
      format: null,
      parts: 1,
      kind: null,
    })
    assert.match(at, /^\d{4}-.*Z$/)
    assert.deepEqual(await listOf(1), [{ phone, lastText: 'Hello', lastFormat: null, lastAt: at, lastDirection: 'in' }])

    const stopped = await write('INFO', 'Stop')
    const { at: _, id, ...written } = stopped.body
    assert.deepEqual(
      [stopped.status, written],
      [201, { direction: 'out', from: phone, to: 'INFO', text: 'Stop', format: null, parts: null, kind: 'stop' }],
    )
    const { body: refused } = await world.send()
    assert.deepEqual([refused.valid, refused.opted_out], [0, 1])
    const [{ lastText, lastDirection }] = await listOf(1)
    assert.deepEqual([lastText, lastDirection], ['Stop', 'out'])
    assert.equal((await command(world, 'GET', '/accounts/1/inbound')).body.data[0].id, Number(id.replace('out-', '')))

    assert.equal((await write('INFO', 'START')).body.kind, 'start')
    await send('Welcome back')
    assert.deepEqual(await textsOf(1), ['in Welcome back', 'out START', 'out Stop', 'in Hello'])
  })

  it('list a phone without delivered messages, but show nothing on it', async () => {
    const { body } = await world.send({ recipients: [{ recipient_id: 1, dest_addr: '255712000003' }] })
    await until('it failed', async () => (await world.statuses(body.request_id)).get('255712000003') === 'UNDELIVERED')
    assert.deepEqual(await screenOf(1, '255712000003'), { data: [], next: null, total: null })
    assert.deepEqual((await listOf(1))[0], {
      phone: '255712000003',
      lastText: null,
      lastFormat: null,
      lastAt: null,
      lastDirection: null,
    })
  })

  it('are found by the first digits of their number', async () => {
    await send('Hujambo', { to: '254712345678' })
    const numbers = async (q: string) =>
      (await listOf(1, `?q=${encodeURIComponent(q)}`)).map((one: { phone: string }) => one.phone)
    assert.deepEqual(await numbers('+254 7'), ['254712345678'])
    assert.deepEqual(await numbers('255712'), ['255712000003', phone])
    assert.deepEqual([await numbers('2557123456789'), await numbers('256'), await numbers('asha')], [[], [], []])
    assert.equal((await listOf(1, '?q=254'))[0].lastText, 'Hujambo')
    const { next } = (await command(world, 'GET', path(1, '?limit=2'))).body
    const { data, total } = (await command(world, 'GET', path(1, `?limit=2&cursor=${next}`))).body
    assert.deepEqual([total, data.length], [3, 1])
  })

  it('are read page by page', async () => {
    const whole = (await screenOf(1)).data
    const read: Shown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, next } = await screenOf(1, phone, `?limit=1&cursor=${cursor}`)
      read.push(...data)
      cursor = next
    }
    assert.deepEqual(read, whole)
    assert.equal((await command(world, 'GET', path(1, `/${phone}/messages?cursor=x`))).status, 400)
    assert.equal((await command(world, 'GET', path(1, '/0712/messages'))).status, 400)
  })

  it('belong to one account: another account cannot see them or be reached from them', async () => {
    assert.deepEqual([await listOf(other), await listOf(other, '?q=2'), (await screenOf(other)).data], [[], [], []])

    // The other account wrote last from the shared number, but to its own virtual phone.
    await send('Ours', { from: '15002' })
    await send('Theirs', { accountId: other, from: '15002' })
    assert.equal((await write('15002', 'STOP')).body.kind, 'stop')
    assert.deepEqual([await optedOut(1), await optedOut(other)], [[phone], []])
    assert.equal((await write('15002', 'START')).status, 201)
    assert.deepEqual(await textsOf(other), ['in Theirs'])

    // The keyword or the number belongs to the other account.
    await send('From their number', { from: '15001' })
    for (const [to, text] of [
      ['15002', 'Duka, two bags'],
      ['15002', 'stop duka'],
      ['15001', 'STOP'],
    ] as const) {
      const { status, body } = await write(to, text)
      assert.deepEqual([status, body.detail], [409, 'The number or the keyword belongs to another account.'], text)
    }
    // The phone may not write to senders that never wrote to it, whether or not the number exists.
    for (const to of ['15004', '15099', 'NOBODY', 'info']) {
      const { status, body } = await write(to, 'STOP')
      assert.deepEqual([status, body.detail], [400, 'The virtual phone cannot write to this number.'], to)
    }
    assert.equal((await write('INFO', 'STOP', other)).status, 400)
    assert.equal((await write('IN\0FO', 'STOP')).status, 400)
    assert.deepEqual(
      [await optedOut(other), (await command(world, 'GET', `/accounts/${other}/inbound`)).body.data],
      [[], []],
    )
    assert.deepEqual((await command(world, 'GET', '/inbound/unowned')).body.data, [])

    // The phone may write first to a number of its own account.
    assert.equal((await write('15003', 'Are you open?')).status, 201)
    assert.equal((await textsOf(1))[0], 'out Are you open?')
  })
})
