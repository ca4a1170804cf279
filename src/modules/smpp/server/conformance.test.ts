import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  bindCustomer,
  connectCustomer,
  type Login,
  openAnotherServer,
  portOf,
  submitFields,
} from '../../../../test/smpp-customer.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { type Fields, status } from '../../../engine/smpp/pdu.ts'
import { createSmppCredential } from '../../accounts/index.ts'

const unexplained = [
  'generic_nack',
  'bind_receiver',
  'bind_transmitter',
  'bind_transceiver',
  'enquire_link',
  'unbind',
  'outbind',
  'alert_notification',
]

onOneEngine('the SMPP server answers', (engine) => {
  let world: World
  let login: Login

  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0, segmentsMax: 10 } })
    login = await createSmppCredential(world.app.sms, 1, { rate: 0, bindsMax: 100 })
    await sql`insert into sms_optouts (account_id, phone, source, created_at) values (1, '255719999999', 'stop', now())`.execute(
      world.db,
    )
  })
  after(() => world.close())

  /** Each command before a bind, and in each mode of bind. */
  const { ok, invalidBindStatus, invalidCommandId, alreadyBound, queryFailed, cancelFailed, replaceFailed } = status
  for (const [command, unbound, receiver, transmitter, transceiver] of [
    ['bind_receiver', null, alreadyBound, alreadyBound, alreadyBound],
    ['bind_transmitter', null, alreadyBound, alreadyBound, alreadyBound],
    ['bind_transceiver', null, alreadyBound, alreadyBound, alreadyBound],
    ['enquire_link', ok, ok, ok, ok],
    ['submit_sm', invalidBindStatus, invalidBindStatus, ok, ok],
    ['submit_multi', invalidBindStatus, invalidBindStatus, ok, ok],
    ['query_sm', invalidBindStatus, invalidBindStatus, queryFailed, queryFailed],
    ['cancel_sm', invalidBindStatus, invalidBindStatus, cancelFailed, cancelFailed],
    ['replace_sm', invalidBindStatus, invalidBindStatus, replaceFailed, replaceFailed],
    ['data_sm', invalidBindStatus, invalidCommandId, invalidCommandId, invalidCommandId],
    ['deliver_sm', invalidBindStatus, invalidCommandId, invalidCommandId, invalidCommandId],
    ['unbind', invalidBindStatus, ok, ok, ok],
  ] as const) {
    it(command, async (context) => {
      const fields = {
        ...submitFields(),
        dest_address: [{ destination_addr: '255712345678' }],
        system_id: login.systemId,
        password: login.password,
      }
      for (const [bind, expected] of [
        [null, unbound],
        ['bind_receiver', receiver],
        ['bind_transmitter', transmitter],
        ['bind_transceiver', transceiver],
      ] as const) {
        if (expected === null) continue
        const customer =
          bind === null
            ? await connectCustomer(context, portOf(world))
            : await bindCustomer(context, world, login, bind)
        const answer = await customer.link.request(command, fields)
        assert.deepEqual([answer.command, answer.status], [`${command}_resp`, expected], bind ?? 'not bound')
        if (expected !== ok && bind !== null && !unexplained.includes(command))
          assert.ok(answer.fields.additional_status_info_text, `${command} does not say why`)
        customer.link.destroy('done')
      }
    })
  }

  const past = '200101000000000+'
  for (const [title, change, expected, text] of [
    ['an unknown sender', { source_addr: 'NOBODY' }, status.invalidSource, /unknown sender ID "NOBODY"/],
    ['no sender', { source_addr: '' }, status.invalidSource, /empty/],
    ['a bad number', { destination_addr: '12' }, status.invalidDestination, /invalid number/],
    ['no number', { destination_addr: '' }, status.invalidDestination, /invalid number/],
    ['an opted-out number', { destination_addr: '255719999999' }, status.submitFailed, /opted out/],
    ['no text', { short_message: '' }, status.invalidMessageLength, /empty/],
    ['two texts', { message_payload: Buffer.from('x') }, status.invalidMessageLength, /either/],
    [
      'a long text',
      { short_message: '', message_payload: 'x'.repeat(2_000) },
      status.invalidMessageLength,
      /14 segments/,
    ],
    [
      'too many parts',
      { sar_msg_ref_num: 1, sar_total_segments: 11, sar_segment_seqnum: 1 },
      status.invalidMessageLength,
      /11 segments/,
    ],
    [
      'a part of no message',
      { sar_msg_ref_num: 1, sar_total_segments: 2, sar_segment_seqnum: 3 },
      status.submitFailed,
      /part 3 of 2/,
    ],
    [
      'long bytes with a header',
      { data_coding: 4, esm_class: 0x40, short_message: Buffer.alloc(141) },
      status.invalidMessageLength,
      /one segment/,
    ],
    ['a compressed text', { data_coding: 0x20 }, status.submitFailed, /data_coding 32/],
    ['a reserved coding', { data_coding: 9 }, status.submitFailed, /data_coding 9/],
    ['a past schedule', { schedule_delivery_time: past }, status.invalidSchedule, /schedule_delivery_time/],
    ['a bad schedule', { schedule_delivery_time: 'soon' }, status.invalidSchedule, /schedule_delivery_time/],
    ['a past validity', { validity_period: past }, status.invalidExpiry, /validity_period/],
    ['a bad validity', { validity_period: 'long' }, status.invalidExpiry, /validity_period/],
    ['a priority', { priority_flag: 4 }, status.invalidPriority, /priority_flag/],
    ['a receipt', { esm_class: 0x04 }, status.invalidEsmClass, /esm_class/],
    ['a predefined message', { sm_default_msg_id: 1 }, status.invalidDefaultMessage, /sm_default_msg_id/],
  ] as const) {
    it(`a submit with ${title}: ${expected.toString(16)}`, async (context) => {
      const customer = await bindCustomer(context, world, login)
      const answer = await customer.submit(change as Fields)
      assert.equal(answer.status, expected)
      assert.match(answer.fields.additional_status_info_text ?? '', text)
      assert.equal(answer.fields.message_id, '')
    })
  }

  it('a submit_multi with lists only, without destinations, and with parts', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const many = async (change: Fields) =>
      (await customer.link.request('submit_multi', { ...submitFields(), ...change })).status
    assert.equal(await many({ dest_address: [{ dl_name: 'friends' }] }), status.invalidDistributionList)
    assert.equal(await many({ dest_address: [] }), status.invalidDestinationCount)
    const to = { dest_address: [{ destination_addr: '255712345678' }] }
    assert.equal(
      await many({ ...to, sar_msg_ref_num: 1, sar_total_segments: 2, sar_segment_seqnum: 1 }),
      status.submitFailed,
    )
  })

  it('a customer of SMPP 3.3 without TLVs', async (context) => {
    const customer = await connectCustomer(context, portOf(world))
    const bound = await customer.bind(login, 'bind_transceiver', { interface_version: 0x33 })
    assert.deepEqual(bound.fields, { system_id: 'ngoma' })
    const refused = await customer.submit({ source_addr: 'NOBODY' })
    assert.deepEqual([refused.status, refused.bytes.length], [status.invalidSource, 16])
  })

  it('a query and a cancel of a waiting message', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const other = await bindCustomer(context, world, await createSmppCredential(world.app.sms, 1, {}))
    const later = { schedule_delivery_time: '000001000000000R', destination_addr: '255714000001' }
    const { fields } = await customer.submit(later)
    const named = { message_id: fields.message_id, source_addr: 'INFO' }
    const query = () => customer.link.request('query_sm', named)
    assert.deepEqual((await query()).fields, {
      message_id: fields.message_id,
      final_date: '',
      message_state: 1,
      error_code: 0,
    })
    for (const link of [other.link, customer.link]) {
      const foreign = link === other.link ? named : { ...named, source_addr: 'OTHER' }
      assert.equal((await link.request('query_sm', foreign)).status, status.queryFailed)
      assert.equal((await link.request('cancel_sm', foreign)).status, status.cancelFailed)
    }
    assert.equal((await customer.link.request('cancel_sm', named)).status, status.ok)
    const { message_state: state, final_date: date } = (await query()).fields
    assert.equal(state, 4)
    assert.match(date ?? '', /^\d{12}000\+$/)

    await customer.submit(later)
    await customer.submit(later)
    const between = { message_id: '', source_addr: 'INFO', destination_addr: '255714000001' }
    assert.equal((await other.link.request('cancel_sm', between)).status, status.cancelFailed)
    assert.equal((await customer.link.request('cancel_sm', between)).status, status.ok)
    assert.equal((await customer.link.request('cancel_sm', between)).status, status.cancelFailed)
  })

  it('wrong credentials, late and with one status', async (context) => {
    const { port } = await openAnotherServer(context, world, { refusalMs: 30 })
    for (const wrong of [
      { ...login, password: 'wrong' },
      { systemId: 'nobody', password: login.password },
    ]) {
      const customer = await connectCustomer(context, port)
      const answer = await customer.bind(wrong)
      assert.equal(answer.status, status.invalidPassword)
      await customer.link.ended
    }
  })
})
