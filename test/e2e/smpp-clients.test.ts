import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { splitUserData } from '../../src/engine/smpp/codec/fields.ts'
import { encodeText } from '../../src/engine/smpp/text.ts'
import { createSmppCredential } from '../../src/modules/accounts/index.ts'
import { splitText } from '../../src/values/gsm.ts'
import { command } from '../console/people.ts'
import { type ForeignEsme, type ForeignKind, foreignKinds } from '../foreign-esme.ts'
import { type Login, portOf } from '../smpp-customer.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const throttled = 0x58
const long = 'Habari ya asubuhi, karibu dukani leo. '.repeat(9).trim()

onOneEngine('customers with other SMPP clients', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
    const set = await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
    assert.equal(set.status, 200, set.text)
  })
  after(() => world.close())

  for (const kind of foreignKinds)
    describe(kind.name, { skip: kind.missing ?? false }, () => testClient(kind, () => world))
})

function testClient({ name, open }: ForeignKind, worldOf: () => World): void {
  let login: Login
  before(async () => {
    login = await createSmppCredential(worldOf().app.sms, 1, { receivesMessages: true, rate: 0 })
  })

  async function bind(context: TestContext, as = login): Promise<ForeignEsme> {
    const client = await open(portOf(worldOf()), as)
    context.after(() => client.close())
    return client
  }

  const receiptsOf = ({ deliveries }: ForeignEsme) => deliveries.filter(({ kind }) => kind === 0x04)

  /** The text of the only message to a number. */
  async function storedText(phone: string): Promise<readonly unknown[]> {
    const { rows } = await sql<{ text: string; segments: number }>`
      select r.text, m.segments from sms_messages m join sms_requests r on r.id = m.request_id where m.phone = ${phone}
    `.execute(worldOf().db)
    return rows.map(({ text, segments }) => [text, segments])
  }

  /** A number for each test and client. */
  let last = 2_001_000 + 100 * foreignKinds.findIndex(({ name: other }) => other === name)
  const nextPhone = () => {
    last += 1
    return `25571${last}`
  }

  it('sends a text and gets its receipt', async (context) => {
    const client = await bind(context)
    const phone = nextPhone()
    const { status, id } = await client.submit({ destination_addr: phone, bytes: Buffer.from('Habari za leo') })
    assert.equal(status, 0)
    await until('the receipt arrived', () => receiptsOf(client).length === 1)
    const [receipt] = receiptsOf(client)
    assert.deepEqual([receipt?.id, receipt?.state, receipt?.from, receipt?.to], [id, 2, phone, 'INFO'])
    assert.match(
      String(receipt?.bytes),
      new RegExp(
        `^id:${id} sub:001 dlvrd:001 submit date:\\d{10} done date:\\d{10} stat:DELIVRD err:000 text:Habari za leo$`,
      ),
    )
    assert.deepEqual(await storedText(phone), [['Habari za leo', 1]])
  })

  it('sends Unicode', async (context) => {
    const client = await bind(context)
    const phone = nextPhone()
    const bytes = encodeText('مرحبا 👋', 'ucs2')
    const { status } = await client.submit({ destination_addr: phone, bytes, data_coding: 8 })
    assert.equal(status, 0)
    assert.deepEqual(await storedText(phone), [['مرحبا 👋', 1]])
    await until('the receipt arrived', () => receiptsOf(client).length === 1)
  })

  it('sends a long text in parts, which become one message with a receipt for each part', async (context) => {
    const client = await bind(context)
    const phone = nextPhone()
    const parts = splitText(long, 'gsm')
    const answers = await Promise.all(
      parts.map((part, index) =>
        client.submit({
          destination_addr: phone,
          esm_class: 0x40,
          bytes: Buffer.concat([Buffer.from([5, 0, 3, 77, parts.length, index + 1]), encodeText(part, 'gsm7')]),
        }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      parts.map(() => 0),
    )
    await until('all receipts arrived', () => receiptsOf(client).length === parts.length)
    assert.deepEqual(await storedText(phone), [[long, parts.length]])
    assert.deepEqual(
      receiptsOf(client).map(({ id }) => id),
      answers.map(({ id }) => id),
    )
  })

  it('gets incoming messages', async (context) => {
    const client = await bind(context)
    for (const text of ['Ndiyo', long])
      await command(worldOf(), 'POST', '/inbound/simulate', { from: '255713999888', to: '15001', text })
    const messages = () => client.deliveries.filter(({ from }) => from === '255713999888')
    await until('both arrived', () => messages().length === 4)
    const [short, ...parts] = messages()
    assert.deepEqual([String(short?.bytes), short?.to, short?.kind], ['Ndiyo', '15001', 0])
    assert.equal(parts.map(({ bytes, kind }) => String(splitUserData(bytes, kind).text)).join(''), long)
  })

  it('is throttled beyond its rate', async (context) => {
    const client = await bind(context, await createSmppCredential(worldOf().app.sms, 1, { rate: 1 }))
    const submit = () => client.submit({ destination_addr: nextPhone(), bytes: Buffer.from('x') })
    const statuses: number[] = []
    await until('a submit is throttled', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, submit))
      statuses.push(...answers.map(({ status }) => status))
      return statuses.includes(throttled)
    })
    assert.deepEqual(new Set(statuses), new Set([0, throttled]))
    const accepted = statuses.filter((status) => status === 0).length
    await until('the receipts of the others arrived', () => receiptsOf(client).length === accepted)
  })

  it('gets receipts after it has connected again', async (context) => {
    const client = await open(portOf(worldOf()), login)
    const phone = nextPhone()
    const submitted = client.submit({ destination_addr: phone, bytes: Buffer.from('Karibu') })
    assert.equal((await submitted).status, 0)
    await client.close()
    const again = await bind(context)
    const id = (await submitted).id
    const received = () => [...receiptsOf(client), ...receiptsOf(again)].map((one) => one.id)
    await until('the receipt arrived', () => received().includes(id))
  })
}
