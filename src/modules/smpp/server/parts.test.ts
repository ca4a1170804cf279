import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  bindCustomer,
  type Customer,
  connectCustomer,
  type Login,
  openAnotherServer,
  portOf,
} from '../../../../test/smpp-customer.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { type Fields, type Pdu, status } from '../../../engine/smpp/pdu.ts'
import { encodeText } from '../../../engine/smpp/text.ts'
import { createSmppCredential } from '../../accounts/index.ts'

onOneEngine('a long message of an SMPP customer', (engine) => {
  let world: World
  let login: Login
  let reference = 0

  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
    login = await createSmppCredential(world.app.sms, 1, { rate: 0 })
  })
  after(() => world.close())

  /** The submits of the parts of a text. */
  function partsOf(texts: readonly string[], form: 'udh' | 'udh16' | 'sar', change: Fields = {}): Fields[] {
    reference += 1
    return texts.map((text, index) => {
      const place = [texts.length, index + 1]
      const body = encodeText(text, change.data_coding === 8 ? 'ucs2' : 'gsm7')
      const own = { destination_addr: '255713000001', ...change }
      if (form === 'udh')
        return {
          ...own,
          esm_class: 0x40,
          short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, ...place]), body]),
        }
      if (form === 'udh16')
        return {
          ...own,
          esm_class: 0x40,
          short_message: Buffer.concat([Buffer.from([6, 8, 4, 1, reference, ...place]), body]),
        }
      const [total, number] = place
      return {
        ...own,
        short_message: body,
        sar_msg_ref_num: reference,
        sar_total_segments: total,
        sar_segment_seqnum: number,
      }
    })
  }

  interface Joined {
    readonly id: number
    readonly text: string
    readonly segments: number
    readonly parts: readonly { readonly id: number; readonly reports: number }[]
  }

  /** The requests that were joined from parts with one of these ids. */
  async function joinedFrom(answers: readonly Pdu[]): Promise<Joined[]> {
    const ids = answers.map(({ fields }) => Number(fields.message_id))
    const { rows } = await sql<Joined>`
      select r.id, r.text, r.segments, r.origin -> 'detail' -> 'parts' as parts
        from sms_requests r
       where exists (select from jsonb_array_elements(r.origin -> 'detail' -> 'parts') p where (p ->> 'id')::bigint = any(${ids}::bigint[]))
    `.execute(world.db)
    return rows
  }

  async function submitAll(customer: Customer, submits: readonly Fields[]): Promise<Pdu[]> {
    const answers: Pdu[] = []
    for (const fields of submits) answers.push(await customer.submit(fields))
    return answers
  }

  const long = ['a'.repeat(153), 'b'.repeat(153), 'c'.repeat(20)]
  for (const form of ['udh', 'udh16', 'sar'] as const) {
    it(`is joined from parts in any order (${form})`, async (context) => {
      const customer = await bindCustomer(context, world, login)
      const answers = await submitAll(customer, partsOf(long, form).toReversed())
      assert.ok(answers.every((one) => one.status === status.ok))
      const [joined, ...others] = await joinedFrom(answers)
      assert.deepEqual([joined?.text, joined?.segments, others], [long.join(''), 3, []])
      const ids = answers.toReversed().map(({ fields }) => Number(fields.message_id))
      assert.deepEqual(
        joined?.parts,
        ids.map((id) => ({ id, reports: 3 })),
      )
    })
  }

  it('is joined from characters that were split', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const text = `${'x'.repeat(66)}👋${'y'.repeat(10)}`
    const answers = await submitAll(customer, partsOf([text.slice(0, 67), text.slice(67)], 'udh', { data_coding: 8 }))
    assert.equal((await joinedFrom(answers))[0]?.text, text)
  })

  it('is joined over binds and servers, once', async (context) => {
    const once = await createSmppCredential(world.app.sms, 1, { rate: 0, duplicateSeconds: 60 })
    const here = await bindCustomer(context, world, once)
    // Only one process can open an embedded database.
    const port = engine === 'embedded' ? portOf(world) : (await openAnotherServer(context, world)).port
    const there = await connectCustomer(context, port)
    assert.equal((await there.bind(once)).status, status.ok)
    const [first = {}, second = {}] = partsOf(['one ', 'two'], 'udh', { user_message_reference: 5 })
    const answers = await Promise.all([
      here.submit(first),
      there.submit(second),
      there.submit(first),
      here.submit(second),
    ])
    assert.ok(answers.every((one) => one.status === status.ok))
    const idOf = (place: number) => answers[place]?.fields.message_id
    assert.deepEqual([idOf(2), idOf(3)], [idOf(0), idOf(1)])
    assert.deepEqual(
      (await joinedFrom(answers)).map(({ text }) => text),
      ['one two'],
    )
    // The answers were lost, and the customer repeats both.
    const again = await submitAll(here, [first, second])
    assert.deepEqual(
      again.map(({ fields }) => fields.message_id),
      [idOf(0), idOf(1)],
    )
    assert.equal((await joinedFrom(answers)).length, 1)
  })

  it('is another message when the reference is used again', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const first = await submitAll(customer, partsOf(['one ', 'two'], 'udh'))
    reference -= 1
    const second = await submitAll(customer, partsOf(['three ', 'four'], 'udh'))
    assert.deepEqual(
      [(await joinedFrom(first))[0]?.text, (await joinedFrom(second))[0]?.text],
      ['one two', 'three four'],
    )
  })

  it('is refused with its last part, which can be sent again', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const [first = {}, second = {}] = partsOf(['one ', 'two'], 'udh', { destination_addr: '255713000002' })
    assert.equal((await customer.submit(first)).status, status.ok)
    await sql`insert into sms_optouts (account_id, phone, source, created_at) values (1, '255713000002', 'stop', now())`.execute(
      world.db,
    )
    await sql`update accounts set name = name where id = 1`.execute(world.db)
    const refused = await customer.submit(second)
    assert.equal(refused.status, status.submitFailed)
    assert.match(refused.fields.additional_status_info_text ?? '', /opted out/)
    await sql`delete from sms_optouts where phone = '255713000002'`.execute(world.db)
    const accepted = await customer.submit(second)
    assert.equal(accepted.status, status.ok)
    assert.deepEqual(
      (await joinedFrom([accepted])).map(({ text }) => text),
      ['one two'],
    )
  })

  it('can be queried and cancelled by the id of a part', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const answers = await submitAll(
      customer,
      partsOf(['one ', 'two'], 'udh', { schedule_delivery_time: '000001000000000R' }),
    )
    const named = { message_id: answers[0]?.fields.message_id, source_addr: 'INFO' }
    assert.equal((await customer.link.request('query_sm', named)).fields.message_state, 1)
    assert.equal((await customer.link.request('cancel_sm', named)).status, status.ok)
    assert.equal((await customer.link.request('query_sm', named)).fields.message_state, 4)
  })

  it('can be queried and cancelled while it waits for parts', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const answer = await customer.submit(partsOf(['one ', 'two'], 'udh', { destination_addr: '255713000004' })[0])
    const named = { message_id: answer.fields.message_id, source_addr: 'INFO' }
    const ask = async (command: string, fields: Fields) => (await customer.link.request(command, fields)).status
    assert.equal((await customer.link.request('query_sm', named)).fields.message_state, 1)
    assert.equal(await ask('query_sm', { ...named, source_addr: 'OTHER' }), status.queryFailed)
    assert.equal(await ask('cancel_sm', named), status.ok)
    assert.equal(await ask('cancel_sm', named), status.cancelFailed)
    assert.equal(await ask('query_sm', named), status.ok)

    await customer.submit(partsOf(['one ', 'two'], 'udh', { destination_addr: '255713000004' })[0])
    const between = { message_id: '', source_addr: 'INFO', destination_addr: '255713000004' }
    assert.equal(await ask('cancel_sm', between), status.ok)
    assert.equal(await ask('cancel_sm', between), status.cancelFailed)
  })

  it('ends with failure receipts when a part is missing', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const [first = {}, , third = {}] = partsOf(['one ', 'two ', 'three'], 'udh', { destination_addr: '255713000003' })
    const [wanting, silent] = await submitAll(customer, [first, { ...third, registered_delivery: 0 }])
    assert.equal(silent?.status, status.ok)
    const receipts = () => customer.deliveries.filter(({ fields }) => fields.source_addr === '255713000003')
    world.clock.moveForward(721_000)
    await until('a receipt', () => receipts().length > 0)
    const [receipt, ...others] = receipts()
    assert.match(String(receipt?.fields.short_message), new RegExp(`^id:${wanting?.fields.message_id} .* stat:REJECTD`))
    assert.deepEqual(others, [])
    const { rows } =
      await sql`select from smpp_parts p join smpp_gatherings g on g.id = p.gathering_id where g.phone = '255713000003' and p.body is not null`.execute(
        world.db,
      )
    assert.equal(rows.length, 0)
  })
})
