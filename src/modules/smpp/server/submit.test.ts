import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { bindCustomer, type Customer, type Login, submitFields } from '../../../../test/smpp-customer.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import type { Fields } from '../../../engine/smpp/pdu.ts'
import { encodeText } from '../../../engine/smpp/text.ts'
import { createSmppCredential } from '../../accounts/index.ts'

interface StoredRequest {
  readonly id: number
  readonly sender: string
  readonly text: string
  readonly encoding: string
  readonly segments: number
  readonly wire: unknown
  readonly origin: { readonly reports: number; readonly detail: Record<string, unknown> }
  readonly due_at: Date
  readonly valid_until: Date
  readonly created_at: Date
}

onOneEngine('a submit_sm', (engine) => {
  let world: World
  let login: Login

  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
    login = await createSmppCredential(world.app.sms, 1, { windowSize: 1_000, rate: 0 })
  })
  after(() => world.close())

  async function find(id: string | undefined): Promise<StoredRequest> {
    const { rows } = await sql<StoredRequest>`select * from sms_requests where id = ${Number(id)}`.execute(world.db)
    return rows[0] ?? assert.fail(`no request ${id}`)
  }

  async function phonesOf(id: string | undefined): Promise<string[]> {
    const { rows } = await sql<{ phone: string }>`
      select phone from sms_messages where request_id = ${Number(id)} order by id
    `.execute(world.db)
    return rows.map(({ phone }) => phone)
  }

  async function submit(customer: Customer, fields: Fields): Promise<StoredRequest> {
    const { status, fields: answer } = await customer.submit(fields)
    assert.equal(status, 0, answer.additional_status_info_text)
    return find(answer.message_id)
  }

  const hello = Buffer.from('Habari @ €', 'latin1')
  for (const [title, fields, text, wire] of [
    ['in the default alphabet', { short_message: 'Bei: @{10}' }, 'Bei: @{10}', null],
    ['in ASCII', { data_coding: 1, short_message: Buffer.from('@$_') }, '@$_', null],
    ['in Latin-1', { data_coding: 3, short_message: Buffer.from('Você', 'latin1') }, 'Você', null],
    ['in Cyrillic', { data_coding: 6, short_message: Buffer.from([0xbf, 0xe0]) }, 'Пр', null],
    ['in UCS-2', { data_coding: 8, short_message: 'Habari 👋' }, 'Habari 👋', null],
    [
      'as message_payload',
      { short_message: '', message_payload: encodeText('x'.repeat(300), 'gsm7') },
      'x'.repeat(300),
      null,
    ],
    ['with zeros, which are removed', { data_coding: 3, short_message: Buffer.from('a\0b') }, 'ab', null],
    ['as a flash message', { data_coding: 0x10 }, 'Habari', { messageClass: 0 }],
    [
      'as a flash message in UCS-2',
      { data_coding: 0x18, short_message: encodeText('Ł', 'ucs2') },
      'Ł',
      { messageClass: 0 },
    ],
    ['with a message class', { data_coding: 0xf1 }, 'Habari', { messageClass: 1 }],
    ['with a priority', { priority_flag: 3 }, 'Habari', { priority: 3 }],
    ['with a protocol identifier', { protocol_id: 0x7f }, 'Habari', { protocolId: 0x7f }],
    [
      'of bytes',
      { data_coding: 4, short_message: hello },
      hello.toString('hex'),
      { binary: { dataCoding: 4, hasHeader: false } },
    ],
    [
      'of bytes with a class',
      { data_coding: 0xf5, short_message: hello },
      hello.toString('hex'),
      { binary: { dataCoding: 0xf5, hasHeader: false } },
    ],
    [
      'for a port',
      { esm_class: 0x40, short_message: Buffer.from('06050415811581aa', 'hex') },
      '06050415811581aa',
      { binary: { dataCoding: 0, hasHeader: true, isSeptets: true } },
    ],
    [
      'for a port with as many septets as fit',
      { esm_class: 0x40, short_message: Buffer.from(`06050415811581${'61'.repeat(152)}`, 'hex') },
      `06050415811581${'61'.repeat(152)}`,
      { binary: { dataCoding: 0, hasHeader: true, isSeptets: true } },
    ],
    [
      'for a port in TLVs',
      { data_coding: 4, destination_port: 5505, source_port: 1, short_message: Buffer.from('aa', 'hex') },
      '06050415810001aa',
      { binary: { dataCoding: 4, hasHeader: true } },
    ],
    [
      'of bytes in parts by TLVs',
      {
        data_coding: 4,
        sar_msg_ref_num: 258,
        sar_total_segments: 2,
        sar_segment_seqnum: 1,
        short_message: Buffer.from('aa', 'hex'),
      },
      '060804010202' + '01aa',
      { binary: { dataCoding: 4, hasHeader: true } },
    ],
    [
      'of bytes in parts by a header',
      { data_coding: 4, esm_class: 0x40, short_message: Buffer.from('050003070201aa', 'hex') },
      '050003070201aa',
      { binary: { dataCoding: 4, hasHeader: true } },
    ],
    [
      'in the Turkish alphabet',
      { esm_class: 0x40, short_message: Buffer.concat([Buffer.from('03250101', 'hex'), Buffer.from([0x0b, 0x0c])]) },
      'Ğğ',
      null,
    ],
  ] as const) {
    it(`is accepted ${title}`, async (context) => {
      const stored = await submit(await bindCustomer(context, world, login), fields as Fields)
      assert.deepEqual([stored.text, stored.wire], [text, wire])
    })
  }

  it('keeps what a receipt needs', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const stored = await submit(customer, {
      service_type: 'CMT',
      user_message_reference: 77,
      registered_delivery: 0x11,
    })
    assert.deepEqual(stored.origin, {
      kind: 'smpp',
      id: stored.origin.detail && (stored.origin as { id?: number }).id,
      reports: 1 + 2 + 8,
      detail: {
        source: { ton: 5, npi: 0, address: 'INFO' },
        destinations: [{ ton: 1, npi: 1, address: '255712345678' }],
        serviceType: 'CMT',
        reference: 77,
      },
    })
    for (const [registered, reports] of [
      [0, 0],
      [1, 3],
      [2, 2],
      [3, 1],
    ]) {
      const { origin } = await submit(customer, { registered_delivery: registered })
      assert.equal(origin.reports, reports)
    }
  })

  it('reads national and written numbers', async (context) => {
    const customer = await bindCustomer(context, world, login)
    for (const [ton, address] of [
      [1, '+255712345678'],
      [1, '255712345678'],
      [0, '00255712345678'],
      [0, '0712345678'],
      [2, '712345678'],
      [2, '0712345678'],
    ] as const) {
      const { fields } = await customer.submit({ dest_addr_ton: ton, destination_addr: address })
      assert.deepEqual(await phonesOf(fields.message_id), ['255712345678'], `${ton} ${address}`)
    }
  })

  it('is sent later, and valid for so long', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const later = await submit(customer, {
      schedule_delivery_time: '000000020000000R',
      validity_period: '000000030000000R',
    })
    const minutes = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 60_000)
    assert.equal(minutes(later.created_at, later.due_at), 120)
    assert.equal(minutes(later.due_at, later.valid_until), 60)
    const long = await submit(customer, { validity_period: '010000000000000R' })
    assert.equal(minutes(long.due_at, long.valid_until), 72 * 60, 'not longer than the configured validity')
  })

  it('is written with hexadecimal ids', async (context) => {
    const hex = await createSmppCredential(world.app.sms, 1, { messageIds: 'hex' })
    const customer = await bindCustomer(context, world, hex)
    const { fields } = await customer.submit()
    assert.equal((await find(String(Number.parseInt(fields.message_id ?? '', 16)))).text, 'Habari')
  })

  it('is unpacked when the credential says so', async (context) => {
    const packed = await createSmppCredential(world.app.sms, 1, { alphabet: 'gsm7-packed' })
    const customer = await bindCustomer(context, world, packed)
    const stored = await submit(customer, { short_message: encodeText('Habari bb', 'gsm7-packed') })
    assert.equal(stored.text, 'Habari bb')
  })

  it('gets the first answer again under the rule for duplicates', async (context) => {
    const once = await createSmppCredential(world.app.sms, 1, { duplicateSeconds: 60 })
    const [one, other] = [await bindCustomer(context, world, once), await bindCustomer(context, world, once)]
    const idOf = async (customer: Customer, change: Fields = {}) => {
      const { status, fields } = await customer.submit({ user_message_reference: 5, ...change })
      assert.equal(status, 0)
      return fields.message_id
    }
    const first = await idOf(one)
    assert.equal(await idOf(other), first)
    for (const change of [
      { user_message_reference: 6 },
      { user_message_reference: undefined },
      { short_message: 'Kwaheri' },
      { destination_addr: '255712345679' },
    ])
      assert.notEqual(await idOf(one, change), first)
    world.clock.moveForward(61_000)
    assert.notEqual(await idOf(one), first)
  })

  it('may go to many destinations', async (context) => {
    const customer = await bindCustomer(context, world, login)
    const { status, fields } = await customer.link.request('submit_multi', {
      ...submitFields(),
      dest_address: [
        { dest_addr_ton: 1, destination_addr: '255712345671' },
        { dest_addr_ton: 1, destination_addr: '12' },
        { dest_addr_ton: 1, destination_addr: '255712345672' },
        { dest_addr_ton: 1, destination_addr: '255712345671' },
        { dl_name: 'friends' },
      ],
    })
    assert.equal(status, 0)
    assert.deepEqual(await phonesOf(fields.message_id), ['255712345671', '255712345672'])
    assert.deepEqual(
      fields.unsuccess_sme?.map((one) => [one.destination_addr, one.error_status_code]),
      [
        ['friends', 0x34],
        ['12', 0x0b],
        ['255712345671', 0x0b],
      ],
    )
  })
})
