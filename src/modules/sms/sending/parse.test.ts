import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../../values/refusal.ts'
import { type ParseOptions, readSend } from './parse.ts'

const now = new Date('2030-06-15T10:30:40.500Z')
const strict: ParseOptions = { recipientsMax: 3, segmentsMax: 255, now }

const entry = { recipient_id: 1, dest_addr: '255712345678' }
const body = (change: Record<string, unknown> = {}) => ({
  source_addr: 'INFO',
  message: 'Hello',
  encoding: 0,
  recipients: [entry],
  ...change,
})

/** The code of the refusal; null when the body is valid. */
function codeOf(value: unknown): number | null {
  try {
    readSend(value, strict)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.code
    throw error
  }
}

describe('readSend', () => {
  it('reads a body into a send request', () => {
    assert.deepEqual(
      readSend(body({ job_name: 'job', campaign_title: 'title', schedule_time: '2030-06-15 10:45' }), strict),
      {
        sender: 'INFO',
        text: 'Hello',
        encoding: 'gsm',
        segments: 1,
        recipients: [{ recipientId: '1', number: '255712345678' }],
        scheduledAt: new Date('2030-06-15T10:45:00Z'),
        jobName: 'job',
        campaignTitle: 'title',
      },
    )
  })

  it('omits fields that are missing or null', () => {
    for (const change of [{}, { job_name: null, campaign_title: null, schedule_time: null }, { schedule_time: '' }]) {
      const { scheduledAt, jobName, campaignTitle } = readSend(body(change), strict)
      assert.deepEqual([scheduledAt, jobName, campaignTitle], [null, null, null])
    }
  })

  const refused: readonly [
    code: number,
    what: string,
    make: (value: unknown) => unknown,
    values: readonly unknown[],
  ][] = [
    [113, 'the body', (value) => value, [undefined, null, true, 7, 'text', [], [body()]]],
    [113, 'job_name', (value) => body({ job_name: value }), [1, true, [], {}, 'x'.repeat(256)]],
    [113, 'campaign_title', (value) => body({ campaign_title: value }), [1, true, [], {}, '🙂'.repeat(256)]],
    [104, 'source_addr', (value) => body({ source_addr: value }), [undefined, null, 1, true, [], {}]],
    [104, 'message', (value) => body({ message: value }), [undefined, null, 1, true, [], {}]],
    [
      118,
      'encoding',
      (value) => body({ encoding: value }),
      [undefined, null, true, -1, 1, 7, 9, 0.5, 8.1, '', ' 0', '1', '0x0', '8 ', [], {}, [0]],
    ],
    [
      119,
      'recipients',
      (value) => body({ recipients: value }),
      [undefined, null, true, 1, '', 'a', {}, [], { length: 1, 0: entry }],
    ],
    [114, 'recipients', (value) => body({ recipients: value }), [[entry, entry, entry, entry]]],
    [115, 'an entry', (value) => body({ recipients: [entry, value] }), [undefined, null, 1, 'a', true, [], [[]], {}]],
    [
      115,
      'dest_addr',
      (value) => body({ recipients: [{ ...entry, dest_addr: value }] }),
      [undefined, null, 255712345678, true, [], {}],
    ],
    [
      116,
      'recipient_id',
      (value) => body({ recipients: [{ ...entry, recipient_id: value }] }),
      [true, 1.5, 2 ** 53, 1e300, [], [1], {}],
    ],
    [
      116,
      'recipient_id',
      (value) => body({ recipients: [{ ...entry, recipient_id: value }] }),
      ['', 'a', '1.0', '-1', ' 1', '1'.repeat(65)],
    ],
    [116, 'recipient_id', (value) => body({ recipients: [{ ...entry, recipient_id: value }] }), [undefined, null]],
    [109, 'message', (value) => body({ message: value }), ['', 'a'.repeat(255 * 153 + 1), 'я'.repeat(255 * 67 + 1)]],
    [
      117,
      'schedule_time',
      (value) => body({ schedule_time: value }),
      ['now', '2026-13-45 99:99', '2030-06-15', '15-06-2030 10:45', ' '],
    ],
    [
      117,
      'schedule_time',
      (value) => body({ schedule_time: value }),
      ['2030-06-15 10:45:00', '2030-06-15T10:45:00Z', 0, 1, true, false, [], {}],
    ],
    [112, 'schedule_time', (value) => body({ schedule_time: value }), ['2030-06-15 10:29', '0000-01-01 00:00']],
  ]
  for (const [code, what, make, values] of refused) {
    it(`answers ${code} to ${what} ${values.map((value) => (JSON.stringify(value) ?? 'left out').slice(0, 30)).join(', ')}`, () => {
      for (const value of values) assert.equal(codeOf(make(value)), code, JSON.stringify(value))
    })
  }

  it('accepts values exactly at the limits', () => {
    for (const change of [
      { recipients: [entry, entry, entry] },
      { message: 'a'.repeat(255 * 153) },
      { message: 'я'.repeat(255 * 67) },
      { message: ' ' },
    ]) {
      assert.equal(codeOf(body(change)), null)
    }
  })

  it('reads a string of digits as an integer', () => {
    const long = '9'.repeat(64)
    const references = [7, -7, 0, '7', '007', '0', 2 ** 53 - 1, 9007199254740993n, -9007199254740993n, long]
    const { recipients } = readSend(
      body({ recipients: references.map((recipient_id) => ({ ...entry, recipient_id })) }),
      { ...strict, recipientsMax: 10 },
    )
    assert.deepEqual(
      recipients.map(({ recipientId }) => recipientId),
      ['7', '-7', '0', '7', '7', '0', '9007199254740991', '9007199254740993', '-9007199254740993', long],
    )
    for (const encoding of ['0', '8', '08']) assert.equal(codeOf(body({ encoding })), null)
  })

  it('calls a recipient_id missing when absent or null, and invalid when not an integer', () => {
    for (const [recipient_id, message] of [
      [undefined, 'Missing Recipient ID'],
      [null, 'Missing Recipient ID'],
      ['', 'Invalid Recipient ID'],
      [1e20, 'Invalid Recipient ID'],
    ])
      assert.throws(() => readSend(body({ recipients: [{ ...entry, recipient_id }] }), strict), { code: 116, message })
  })

  it('treats the current minute as now, and the next one as later', () => {
    assert.equal(readSend(body({ schedule_time: '2030-06-15 10:30' }), strict).scheduledAt, null)
    assert.deepEqual(
      readSend(body({ schedule_time: '2030-06-15 10:31' }), strict).scheduledAt,
      new Date('2030-06-15T10:31:00Z'),
    )
  })

  it('ignores keys that JavaScript objects inherit', () => {
    assert.equal(
      codeOf(
        JSON.parse(
          '{"__proto__":{"source_addr":"INFO","message":"Hello","encoding":0,"recipients":[{"recipient_id":1,"dest_addr":"255712345678"}]}}',
        ),
      ),
      104,
    )
    assert.equal(
      codeOf(
        JSON.parse(
          '{"source_addr":"INFO","message":"Hello","encoding":0,"recipients":[{"__proto__":{"recipient_id":1,"dest_addr":"255712345678"}}]}',
        ),
      ),
      115,
    )
    assert.equal(codeOf({ ...body(), constructor: 1, toString: [], hasOwnProperty: null }), null)
  })

  /** Faults and their codes, in the order of the specification. */
  const ladder: readonly [code: number, fault: Record<string, unknown>][] = [
    [113, { job_name: 1 }],
    [113, { campaign_title: {} }],
    [104, { source_addr: 5 }],
    [118, { encoding: 5 }],
    [119, { recipients: [] }],
    [114, { recipients: [0, 0, 0, 0] }],
    [115, { recipients: [{ recipient_id: 1 }] }],
    [116, { recipients: [{ dest_addr: '1' }] }],
    [109, { message: '' }],
    [117, { schedule_time: 'soon' }],
    [112, { schedule_time: '2029-01-01 00:00' }],
  ]

  it('names the first fault in the order of the specification', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: ladder.length - 1 }), { minLength: 1 }), (places) => {
        // Of two faults in one field, the first one is inserted.
        const faults = places.sort((a, b) => a - b).map((place) => ladder[place] ?? assert.fail())
        const wrong = Object.assign(body(), ...faults.map(([, fault]) => fault).toReversed())
        assert.equal(codeOf(wrong), faults[0]?.[0])
      }),
    )
  })

  it('reads or rejects any JSON without failing', () => {
    const codes = new Set([null, 113, 104, 118, 119, 114, 115, 116, 109, 117, 112])
    const field = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('INFO', 0, 8, '', [entry], [entry, entry], '2031-01-01 00:00'),
    )
    const likeABody = fc.record(
      { source_addr: field, message: field, encoding: field, recipients: field, schedule_time: field, job_name: field },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), likeABody), (value) => {
        assert.ok(codes.has(codeOf(value)))
      }),
    )
  })
})
