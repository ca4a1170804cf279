import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { bindCustomer, type Customer, type Login } from '../../../../test/smpp-customer.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { type Fields, status } from '../../../engine/smpp/pdu.ts'
import { createSmppCredential } from '../../accounts/index.ts'
import type { SmppCredential } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import { createPartialMessages } from './gather-parts.ts'
import { submitPart } from './parts.ts'

onOneEngine('the parts of a long SMPP message', (engine) => {
  let world: World
  let login: Login & { readonly id: number }
  let phones = 255713100000
  let phone = ''

  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
    login = await createSmppCredential(world.app.sms, 1, { rate: 0, bindsMax: 100 })
  })
  after(() => world.close())

  /** Submits part `number` of two to a number of its own, all with the same reference. */
  async function submit(customer: Customer, number: number, text: string, change: Fields = {}): Promise<string> {
    const header = Buffer.from([5, 0, 3, 7, 2, number])
    const { status: found, fields } = await customer.submit({
      destination_addr: phone,
      esm_class: 0x40,
      short_message: Buffer.concat([header, Buffer.from(text)]),
      ...change,
    })
    assert.equal(found, status.ok, fields.additional_status_info_text)
    return fields.message_id ?? ''
  }

  async function textsSent(): Promise<string[]> {
    const { rows } = await sql<{ text: string }>`
      select r.text from sms_requests r join sms_messages m on m.request_id = r.id where m.phone = ${phone} order by r.id
    `.execute(world.db)
    return rows.map(({ text }) => text)
  }

  function useNextPhone(): void {
    phones += 1
    phone = String(phones)
  }

  /** The context of a submit whose connection to the database is lost after, or before, the message is accepted. */
  function losing(when: 'before' | 'after'): SmppServerContext {
    const { sms } = world.app
    const accept: typeof sms.accept = async (draft) => {
      if (when === 'after') await sms.accept(draft)
      throw Object.assign(new Error('connection terminated'), { code: '08006' })
    }
    return { ...working(), accept }
  }

  /** Submits of parts need no authenticator and no rates. */
  const working = () =>
    ({ ...world.app.sms, partialMessages: createPartialMessages(world.app.sms) }) as SmppServerContext

  const credentialOf = (duplicateSeconds = 0) =>
    ({
      id: login.id,
      accountId: 1,
      callingCode: '255',
      messagesPerDay: null,
      alphabet: 'gsm7',
      duplicateSeconds,
    }) as SmppCredential

  const partOf = (number: number, text: string, reference: number | null = null) => ({
    head: {
      source: { ton: 5, npi: 0, address: 'INFO' },
      serviceType: '',
      reference,
      reports: 3,
      scheduledAtMs: null,
      validSeconds: null,
      priority: 0,
    },
    destination: { ton: 1, npi: 1, address: phone },
    body: {
      bytes: Buffer.concat([Buffer.from([5, 0, 3, 1, 2, number]), Buffer.from(text)]),
      esmClass: 0x40,
      dataCoding: 0,
    },
    part: { reference: 1, total: 2, number },
  })

  for (const [title, when, duplicateSeconds] of [
    ['was accepted', 'after', 0],
    ['was accepted, under the rule for duplicates', 'after', 1],
    ['was not accepted', 'before', 0],
  ] as const) {
    it(`are sent once when the answer is lost and the message ${title}`, async () => {
      useNextPhone()
      const credential = credentialOf(duplicateSeconds)
      await submitPart(working(), credential, partOf(1, 'one ', 5))
      await assert.rejects(submitPart(losing(when), credential, partOf(2, 'two', 5)))
      world.clock.moveForward(5_000)
      await submitPart(working(), credential, partOf(2, 'two', 5))
      assert.deepEqual(await textsSent(), ['one two'])
    })
  }

  it('stay acknowledged when a repeated one is refused', async () => {
    useNextPhone()
    const credential = credentialOf()
    const first = await submitPart(working(), credential, partOf(1, 'one '))
    await assert.rejects(submitPart(losing('before'), credential, partOf(2, 'two')))
    await sql`insert into sms_optouts (account_id, phone, source, created_at) values (1, ${phone}, 'stop', now())`.execute(
      world.db,
    )
    await assert.rejects(submitPart(working(), credential, partOf(1, 'one ')), /opted out/)
    await sql`delete from sms_optouts where phone = ${phone}`.execute(world.db)
    assert.equal(await submitPart(working(), credential, partOf(1, 'one ')), first)
    assert.deepEqual(await textsSent(), ['one two'])
  })

  it('become each message of a customer with one reference', async (context) => {
    useNextPhone()
    const customer = await bindCustomer(context, world, login)
    const ids: string[] = []
    for (const name of ['Asha', 'Juma', 'Neema', 'Neema'])
      ids.push(await submit(customer, 1, 'Dear customer '), await submit(customer, 2, name))
    assert.equal(new Set(ids).size, 8)
    const expected = ['Asha', 'Juma', 'Neema', 'Neema'].map((name) => `Dear customer ${name}`)
    assert.deepEqual(await textsSent(), expected)
  })

  it('get the first ids again under the rule for duplicates', async (context) => {
    useNextPhone()
    const once = await createSmppCredential(world.app.sms, 1, { rate: 0, duplicateSeconds: 60 })
    const customer = await bindCustomer(context, world, once)
    const both = async (name: string, reference: number) => {
      const change = { user_message_reference: reference }
      return [await submit(customer, 1, 'Dear customer ', change), await submit(customer, 2, name, change)]
    }
    const first = await both('Asha', 5)
    assert.deepEqual(await both('Asha', 5), first)
    assert.deepEqual(await textsSent(), ['Dear customer Asha'])
    await both('Asha', 6)
    await both('Juma', 6)
    world.clock.moveForward(61_000)
    await both('Asha', 5)
    const expected = ['Asha', 'Asha', 'Juma', 'Asha'].map((name) => `Dear customer ${name}`)
    assert.deepEqual(await textsSent(), expected)
  })

  it('do not fail when only the last one was repeated, and are not mixed with the next message', async (context) => {
    useNextPhone()
    const customer = await bindCustomer(context, world, login)
    await submit(customer, 1, 'one ')
    await submit(customer, 2, 'two')
    const again = await submit(customer, 2, 'two')
    await submit(customer, 1, 'three ')
    await submit(customer, 2, 'four')
    assert.deepEqual(await textsSent(), ['one two', 'three four'])
    world.clock.moveForward(721_000)
    const isEnded = async () => {
      const { rows } = await sql`select from smpp_gatherings where phone = ${phone} and due_at is not null`.execute(
        world.db,
      )
      return rows.length === 0
    }
    await until('the repeated part is forgotten', isEnded)
    const { rows } =
      await sql`select from sms_requests where origin -> 'detail' -> 'parts' @> ${JSON.stringify([{ id: Number(again) }])}::jsonb`.execute(
        world.db,
      )
    assert.equal(rows.length, 0, 'a failed message was stored')
  })

  for (const duplicateSeconds of [0, 1])
    it(`do not fail when only the end was not stored (duplicates: ${duplicateSeconds} s)`, async () => {
      useNextPhone()
      const { partialMessages, ...rest } = working()
      const endings = { ...partialMessages.endings, add: () => Promise.reject(new Error('connection terminated')) }
      const ctx = { ...rest, partialMessages: { ...partialMessages, endings } }
      for (const [number, text] of [
        [1, 'one '],
        [2, 'two'],
      ] as const)
        await submitPart(ctx, credentialOf(duplicateSeconds), partOf(number, text, 5))
      world.clock.moveForward(721_000)
      const findEnded = async () => {
        const { rows } = await sql<{ text: string }>`
          select r.text from smpp_gatherings g join sms_requests r on r.id = g.request_id where g.phone = ${phone}
        `.execute(world.db)
        return rows
      }
      await until('the message ended', async () => (await findEnded()).length > 0)
      assert.deepEqual(await findEnded(), [{ text: 'one two' }])
    })

  it('are not sent after the message failed', async () => {
    useNextPhone()
    const credential = credentialOf()
    await submitPart(working(), credential, partOf(1, 'one '))
    const { sms } = world.app
    const { promise: failed, resolve: haveFailed } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const slow = {
      ...working(),
      accept: async (draft: Parameters<typeof sms.accept>[0]) => {
        reach()
        await failed
        return sms.accept(draft)
      },
    }
    const last = assert.rejects(submitPart(slow, credential, partOf(2, 'two')), /refused/)
    await reached
    world.clock.moveForward(721_000)
    const countReports = async () =>
      (await sql`select from smpp_gatherings where phone = ${phone} and due_at is null`.execute(world.db)).rows.length
    await until('the message failed', async () => (await countReports()) > 0)
    haveFailed()
    await last
    assert.deepEqual(await textsSent(), [])
  })

  for (const [title, change, expected] of [
    [
      'with too many bytes',
      { esm_class: 0, short_message: '', message_payload: Buffer.alloc(255, 65) },
      status.invalidMessageLength,
    ],
    ['from an impossible sender', { source_addr: 'NOT A SENDER!!' }, status.invalidSource],
    ['to no number', { destination_addr: 'abc' }, status.invalidDestination],
    ['to 9,000 digits', { destination_addr: '7'.repeat(9_000) }, status.invalidDestination],
  ] as const) {
    it(`are not stored ${title}`, async (context) => {
      const customer = await bindCustomer(context, world, login)
      const sar = { sar_msg_ref_num: 3, sar_total_segments: 2, sar_segment_seqnum: 1 }
      const { status: found } = await customer.submit({ ...sar, ...change })
      assert.equal(found, expected)
    })
  }
})
