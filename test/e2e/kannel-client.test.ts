import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createSmppCredential } from '../../src/modules/accounts/index.ts'
import { startTcpProxy, type TcpProxy } from '../chaos/tcp-proxy.ts'
import { command } from '../console/people.ts'
import { findKannel, type Kannel, startKannel } from '../kannel.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { portOf } from '../smpp-customer.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const boxes = findKannel()
const long = 'Habari ya asubuhi, karibu dukani leo. '.repeat(9).trim()
const accepted = '0: Accepted for delivery'
/** Submits a second. */
const rate = 10

onOneEngine('Kannel as an SMPP customer', (engine) => {
  if (boxes === null) return void it('sends and receives', { skip: 'Kannel is not installed (Debian: kannel)' })
  let world: World
  let receiver: Receiver
  let proxy: TcpProxy
  let kannel: Kannel
  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
    receiver = await startReceiver()
    await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
    const login = await createSmppCredential(world.app.sms, 1, { receivesMessages: true, rate })
    proxy = await startTcpProxy({ host: '127.0.0.1', port: portOf(world) })
    kannel = await startKannel(boxes, new URL('../fixtures/kannel-client.conf', import.meta.url), {
      SMSC_PORT: proxy.port,
      SYSTEM_ID: login.systemId,
      PASSWORD: login.password,
      CALLBACK: receiver.url,
    })
  })
  after(async () => {
    await kannel?.stop()
    await proxy.close()
    await receiver.close()
    await world.close()
  })

  async function send(to: string, parameters: Readonly<Record<string, string>>): Promise<void> {
    const url = new URL(`http://127.0.0.1:${kannel.sendPort}/cgi-bin/sendsms`)
    const callback = `${receiver.url}receipt?to=${to}&kind=%d`
    const all = { username: 'tester', password: 'foobar', to, 'dlr-mask': '31', 'dlr-url': callback, ...parameters }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
    const answer = await fetch(url)
    assert.equal(await answer.text(), accepted)
  }

  const callsTo = (path: string) =>
    receiver.received.flatMap((one) => {
      const url = new URL(one.path, receiver.url)
      return url.pathname === `/${path}` ? [Object.fromEntries(url.searchParams)] : []
    })
  const kindsOf = (to: string) => callsTo('receipt').flatMap((one) => (one.to === to ? [one.kind] : []))
  const untilKind = (to: string, kind: string) =>
    until(`the receipt ${kind} for ${to} arrived`, () => kindsOf(to).includes(kind))

  async function storedText(phone: string): Promise<readonly unknown[]> {
    const { rows } = await sql<{ text: string; segments: number }>`
      select r.text, m.segments from sms_messages m join sms_requests r on r.id = m.request_id where m.phone = ${phone}
    `.execute(world.db)
    return rows.map(({ text, segments }) => [text, segments])
  }

  it('sends texts, and gets receipts of delivered and failed messages', async () => {
    await send('255712340010', { text: 'Habari @ {10} €', charset: 'UTF-8' })
    await send('255712340003', { text: 'Habari' })
    await send('255712340011', { text: 'مرحبا', charset: 'UTF-8', coding: '2' })
    await untilKind('255712340010', '1')
    await untilKind('255712340003', '2')
    await untilKind('255712340011', '1')
    assert.deepEqual(await storedText('255712340010'), [['Habari @ {10} €', 1]])
    assert.deepEqual(await storedText('255712340011'), [['مرحبا', 1]])
  })

  it('sends a long text in parts, which become one message', async () => {
    await send('255712340012', { text: long })
    await untilKind('255712340012', '1')
    assert.deepEqual(await storedText('255712340012'), [[long, 3]])
  })

  it('gets incoming messages', async () => {
    for (const text of ['Ndiyo', long])
      await command(world, 'POST', '/inbound/simulate', { from: '255713999888', to: '15001', text })
    await until('both arrived', () => callsTo('incoming').length === 2)
    const [short, joined] = callsTo('incoming')
    // Kannel adds the plus sign to international numbers.
    assert.deepEqual([short?.from, short?.to, short?.text], ['+255713999888', '15001', 'Ndiyo'])
    assert.equal(joined?.text, long)
  })

  it('waits when it is throttled, and loses no message', async () => {
    const phones = Array.from({ length: rate + 2 }, (_, place) => `25571235${String(1_000 + place)}`)
    await Promise.all(phones.map((phone) => send(phone, { text: 'x' })))
    for (const phone of phones) await untilKind(phone, '1')
    for (const phone of phones) assert.equal((await storedText(phone)).length, 1)
  })

  it('gets the receipts of the time without a connection after it has bound again', async () => {
    await send('255712340013', { text: 'x' })
    await until('it is stored', async () => (await storedText('255712340013')).length === 1)
    proxy.cut()
    await until('the connection is lost', async () => !/sim1.*\(online/.test(await kannel.status()))
    proxy.restore()
    await untilKind('255712340013', '1')
    await send('255712340014', { text: 'x' })
    await untilKind('255712340014', '1')
  })
})
