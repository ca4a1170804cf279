import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readTransfer } from '../modules/airtime/parse.ts'
import { readMessage } from '../modules/chat/parse.ts'
import { readBook, readContact, wireNames } from '../modules/contacts/parse.ts'
import { readGuess, readRequest } from '../modules/otp/parse.ts'
import { type ParseOptions, readSend } from '../modules/sms/sending/parse.ts'
import { Refusal } from '../values/refusal.ts'
import { bodyWith, chatBody, guessBody, pinBody, queryWith, sendBody, transferBody } from './bodies.ts'

/** Parses each translated body with the rules of its module. */

const options: ParseOptions = { recipientsMax: 3, segmentsMax: 255, now: new Date('2030-06-15T10:30:40.500Z') }
const entry = { recipient_id: 1, dest_addr: '255712345678' }
const without = { source_addr: 'INFO', message: 'Hello', recipients: [entry] }
const body = (change: Record<string, unknown> = {}) => ({ ...without, encoding: 0, ...change })

/** The code of the error, or null. */
function refusedWith(read: () => unknown): number | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const codeOf = (value: unknown) => refusedWith(() => readSend(value, options))

describe('the send body of a lenient client', () => {
  const readings: readonly [
    title: string,
    change: Record<string, unknown>,
    field: 'sender' | 'text' | 'encoding' | 'recipients' | 'scheduledAt' | 'jobName' | 'campaignTitle',
    read: unknown,
  ][] = [
    ['accepts a number as sender', { source_addr: 15_000 }, 'sender', '15000'],
    ['accepts a number as message', { message: 42.5 }, 'text', '42.5'],
    ['accepts a number as job name', { job_name: 7 }, 'jobName', '7'],
    ['accepts a number as campaign title', { campaign_title: 8 }, 'campaignTitle', '8'],
    ['accepts an integer beyond 2^53 as message', { message: 9007199254740993n }, 'text', '9007199254740993'],
    ['reads encoding 1 as 8', { encoding: 1 }, 'encoding', 'ucs2'],
    [
      'accepts a number as dest_addr',
      { recipients: [{ ...entry, dest_addr: 255712345678 }] },
      'recipients',
      [{ recipientId: '1', number: '255712345678' }],
    ],
    [
      'strips one leading plus',
      { recipients: [{ ...entry, dest_addr: '+255712345678' }] },
      'recipients',
      [{ recipientId: '1', number: '255712345678' }],
    ],
    [
      'strips a plus only before a digit',
      { recipients: [{ ...entry, dest_addr: '++255' }] },
      'recipients',
      [{ recipientId: '1', number: '++255' }],
    ],
    [
      'keeps a recipient_id unchanged',
      { recipients: [{ ...entry, recipient_id: ' 007-é' }] },
      'recipients',
      [{ recipientId: ' 007-é', number: '255712345678' }],
    ],
    [
      'accepts a recipient_id of 64 characters',
      { recipients: [{ ...entry, recipient_id: 'r'.repeat(64) }] },
      'recipients',
      [{ recipientId: 'r'.repeat(64), number: '255712345678' }],
    ],
    [
      'accepts seconds in schedule_time',
      { schedule_time: '2030-06-15 10:45:30' },
      'scheduledAt',
      new Date('2030-06-15T10:45:30Z'),
    ],
    [
      'accepts ISO 8601 with a time zone',
      { schedule_time: '2030-06-15T13:45:30.250+03:00' },
      'scheduledAt',
      new Date('2030-06-15T10:45:30.250Z'),
    ],
  ]
  for (const [title, change, field, read] of readings) {
    it(title, () => {
      assert.deepEqual(readSend(sendBody(body(change)), options)[field], read)
      if (!title.startsWith('strips')) assert.notEqual(codeOf(body(change)), null, 'other clients must be rejected')
    })
  }

  it('reads a missing encoding as 0', () => {
    assert.equal(readSend(sendBody(without), options).encoding, 'gsm')
    assert.equal(codeOf(without), 118)
  })

  const stillRefused: readonly [code: number, change: Record<string, unknown>][] = [
    [113, { job_name: [] }],
    [104, { source_addr: true }],
    [104, { message: null }],
    [118, { encoding: 2 }],
    [118, { encoding: 'gsm' }],
    [119, { recipients: [] }],
    [115, { recipients: [{ recipient_id: 1 }] }],
    [116, { recipients: [{ ...entry, recipient_id: 'r'.repeat(65) }] }],
    [116, { recipients: [{ ...entry, recipient_id: 1.5 }] }],
    [116, { recipients: [{ dest_addr: '255712345678' }] }],
    [117, { schedule_time: '2030-06-15T10:45:30' }],
    [112, { schedule_time: '2030-06-15T10:45:30+01:00' }],
  ]
  for (const [code, change] of stillRefused)
    it(`still rejects with ${code}: ${JSON.stringify(change).slice(0, 60)}`, () =>
      assert.equal(codeOf(sendBody(body(change))), code))

  it('accepts or rejects any JSON without an internal error', () => {
    const field = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        'INFO',
        0,
        1,
        { toString: 1 },
        '',
        [entry],
        [{ recipient_id: 'a', dest_addr: 1 }],
        '2031-01-01T00:00Z',
      ),
    )
    const likeABody = fc.record(
      { source_addr: field, message: field, encoding: field, recipients: field, schedule_time: field, job_name: field },
      { requiredKeys: [] },
    )
    fc.assert(fc.property(likeABody, (value) => void codeOf(sendBody(value))))
  })
})

describe('other bodies of a lenient client', () => {
  it('may have numbers as strings and phone numbers with a plus', () => {
    const contact = bodyWith(
      'mob_no',
      'mob_no2',
    )({ mob_no: '+255712345678', mob_no2: 255754000001, first_name: 7, addressbook_id: [3] })
    const { phone, phone2, books, changes, fault } = readContact(contact, wireNames)
    assert.deepEqual(
      [phone, phone2, books, changes, fault],
      ['255712345678', '255754000001', [3], { firstName: '7' }, null],
    )
    assert.deepEqual(readBook(bodyWith()({ addressbook: 2026, description: 7 }), wireNames), {
      name: '2026',
      description: '7',
    })
    assert.deepEqual(readRequest(pinBody({ appId: 1, msisdn: 255712345678 })), {
      appNumber: 1,
      language: null,
      phone: '255712345678',
    })
    const { phone: to, content } = readMessage(
      chatBody({ from: 1, to: '+255712345678', channel: 'whatsapp', message_type: 'text', text: { text: 5 } }),
    )
    assert.deepEqual([to, content], ['255712345678', { type: 'text', text: '5' }])
  })

  it('may have coordinates of a chat location as strings', () => {
    const chat = { from: 'SHOP', to: '255712345678', channel: 'whatsapp', message_type: 'location' }
    const read = (location: unknown) => readMessage(chatBody({ ...chat, location })).content
    assert.deepEqual(read({ latitude: '-6.8', longitude: '+39.28', name: 7 }), {
      type: 'location',
      latitude: -6.8,
      longitude: 39.28,
      name: '7',
    })
    assert.deepEqual(read({ latitude: -6.8, longitude: '39' }), { type: 'location', latitude: -6.8, longitude: 39 })
    for (const latitude of ['', ' 1', 'north', '1e1', '0x10', '-6,8', '91', true, null, undefined])
      assert.equal(
        refusedWith(() => read({ latitude, longitude: 39 })),
        105,
        String(latitude),
      )
  })

  it('keep values that cannot be translated: lost digits, an exponent, a single plus', () => {
    for (const value of [2 ** 53, 1e21, 1e-7]) assert.deepEqual(bodyWith()({ senderid: value }), { senderid: value })
    assert.deepEqual(bodyWith('mob_no2')({ mob_no2: '+', title: -1.5 }), { mob_no2: '+', title: '-1.5' })
    assert.deepEqual(queryWith('mobile')({ mobile: '+' }), { mobile: '+' })
    assert.equal(
      refusedWith(() => readRequest(pinBody({ appId: 1.5, msisdn: 255712345678 }))),
      104,
    )
    assert.equal(readSend(sendBody(body({ encoding: '01' })), options).encoding, 'ucs2')
  })

  it('do not gain missing fields', () => {
    assert.deepEqual(bodyWith('mob_no', 'mob_no2')({ title: 'Dr' }), { title: 'Dr' })
    assert.deepEqual(queryWith('mobile')({ amount: '5' }), { amount: '5' })
  })

  it('mark a PIN that was sent as a number', () => {
    const pinId = '00000000-0000-4000-8000-000000000000'
    assert.deepEqual(readGuess(guessBody({ pinId, pin: 1234 })), { pinId, pin: 1234 })
    assert.deepEqual(readGuess(guessBody({ pinId, pin: '0012' })), { pinId, pin: '0012' })
    assert.equal(
      refusedWith(() => readGuess({ pinId, pin: 1234 })),
      111,
    )
    assert.equal(
      refusedWith(() => readGuess(guessBody({ pinId, pin: 1.5 }))),
      111,
    )
  })

  it('of a transfer may have a numeric amount and an old or missing reference', () => {
    const wanted = { dest_addr: '+255712345678', amount: 10.5 }
    const { phone, amountText, referenceId, productId } = readTransfer(
      transferBody({ ...wanted, reference: 9, product_id: '3' }),
    )
    assert.deepEqual([phone, amountText, referenceId, productId], ['255712345678', '10.5', '9', 3])
    assert.equal(readTransfer(transferBody({ ...wanted, reference_id: 'own', reference: 'other' })).referenceId, 'own')
    for (const [reference_id, text] of [
      [7, '7'],
      [9007199254740993n, '9007199254740993'],
    ])
      assert.equal(readTransfer(transferBody({ ...wanted, reference_id })).referenceId, text)
    const [one, two] = [1, 2].map(() => readTransfer(transferBody(wanted)).referenceId)
    assert.notEqual(one, two)
    assert.equal(
      refusedWith(() => readTransfer(transferBody({ ...wanted, product_id: 'x' }))),
      105,
    )
    assert.equal(
      refusedWith(() => readTransfer(transferBody({ ...wanted, amount: 1e21 }))),
      113,
    )
  })
})
