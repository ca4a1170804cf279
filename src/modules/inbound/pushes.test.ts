import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const send = { url: 'http://127.0.0.1:1/send' }
const paths = { id: 'id', phone: 'from', number: 'to', text: 'text' }

onOneEngine('pushed messages', (engine) => {
  let world: World
  let receiver: Receiver
  let endpoint: TestEndpoint
  let path: string
  before(async () => {
    world = await openWorld(engine)
    receiver = await startReceiver()
    endpoint = await addEndpoint(world, 'inbound-sms', receiver.url)
    await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
    path = await setCarrier({ from: 'form', time: 'at', answer: { status: 202, body: 'TAKEN' } })
  })
  after(async () => {
    await world.close()
    await receiver.close()
  })

  async function setCarrier(messages: object, name = 'pushing'): Promise<string> {
    const settings = { send, messages: { ...paths, ...messages } }
    const { status, body, text } = await command(world, 'PUT', `/providers/${name}`, {
      product: 'sms',
      kind: 'http',
      settings,
    })
    assert.equal(status, 200, text)
    assert.equal(body.callbackUrl, null)
    assert.match(body.messageUrl, new RegExp(`^/carriers/${name}/messages/[A-Za-z0-9_-]{32}$`))
    return body.messageUrl
  }

  const push = async (fields: object, url = path) => {
    const payload = String(new URLSearchParams({ from: '+255 712 345 678', to: '15001', ...fields }))
    const { statusCode, body } = await world.app.http.inject({ method: 'POST', url, payload })
    return [statusCode, body]
  }
  const listed = async () => (await command(world, 'GET', '/accounts/1/inbound?limit=100')).body.data
  const texts = async () => (await listed()).map(({ text }: { text: string }) => text)

  it('reach the account once, however often the provider repeats them', async () => {
    const at = new Date(world.clock.now().getTime() - 60_000).toISOString()
    const pushes = await Promise.all([1, 2, 3].map(() => push({ id: 'm-1', text: 'Habari', at })))
    assert.deepEqual(pushes, Array(3).fill([202, 'TAKEN']))
    const [first, ...others] = await listed()
    assert.deepEqual([first.text, first.phone, first.carrier, others], ['Habari', '255712345678', 'pushing', []])
    await until('it was called', () => receiver.received.length > 0)
    assert.equal(verify(receiver.received[0] ?? assert.fail(), endpoint).timeUTC, at)
    const other = await setCarrier({ from: 'form' }, 'second')
    assert.deepEqual(await push({ id: 'm-1', text: 'Habari' }, other), [200, 'OK'])
    assert.equal((await listed()).length, 2, 'ids belong to their carrier')
  })

  it('opt people out', async () => {
    assert.deepEqual(await push({ id: 'm-2', text: ' stop ' }), [202, 'TAKEN'])
    const { body } = await command(world, 'GET', '/accounts/1/optouts')
    assert.deepEqual(
      body.data.map(({ phone }: { phone: string }) => phone),
      ['255712345678'],
    )
  })

  it('are not acknowledged until they are stored', async () => {
    await sql`
      create function fail_inbound() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$
    `.execute(world.db)
    await sql`create trigger fail before insert on inbound_messages execute function fail_inbound()`.execute(world.db)
    const [status] = await push({ id: 'm-3', text: 'Later' })
    assert.equal(status, 500)
    await sql`drop trigger fail on inbound_messages`.execute(world.db)
    assert.deepEqual(await push({ id: 'm-3', text: 'Later' }), [202, 'TAKEN'])
    assert.equal((await texts())[0], 'Later')
  })

  it('join the parts of a long message, which have different ids or the same', async () => {
    const url = await setCarrier({ from: 'form', part: { reference: 'ref', number: 'n', total: 'of' } }, 'parts')
    const parts = [
      { id: 'p-2', text: 'world', ref: 'a', n: '2', of: '2' },
      { id: 'p-1', text: 'Hello ', ref: 'a', n: '1', of: '2' },
    ]
    for (const part of [...parts, ...parts]) assert.deepEqual(await push(part, url), [200, 'OK'])
    world.clock.moveForward(3_600_000)
    for (const part of parts) await push(part, url)
    assert.equal((await texts()).filter((text: string) => text.includes('world')).join(), 'Hello world')
    const same = parts.map((part) => ({ ...part, id: 'p-3', ref: 'b', text: part.text.toUpperCase() }))
    for (const part of [...same, ...same]) await push(part, url)
    assert.equal((await texts()).filter((text: string) => text.includes('WORLD')).join(), 'HELLO WORLD')
  })

  it('get 404 for a forged secret, and 400 for an unreadable body', async () => {
    const before = (await listed()).length
    const secret = path.split('/').at(-1)
    for (const wrong of [`${path}x`, `/carriers/pushing/receipts/${secret}`, '/carriers/pushing/messages/x'])
      assert.equal((await push({ id: 'm-9', text: 'x' }, wrong))[0], 404, wrong)
    assert.deepEqual(await push({ id: 'm-9' }), [400, 'text is missing'])
    assert.ok(world.logs.some((line) => line.includes('failed to read pushed messages')))
    assert.equal((await listed()).length, before)
    assert.ok(!world.logs.join('').includes(secret ?? ''), 'no log contains the secret')
  })
})
