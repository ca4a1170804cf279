import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parsePhone } from '../../../values/phone.ts'
import type { Exclusion } from '../../consent/index.ts'
import { type BatchKind, type Lane, lanes, type Recipient } from '../model.ts'
import { batchMessagesMax, createSorter, cutBatches, isQueueTooOld, planSend, type Route } from './rules.ts'

const everywhere: Route = () => 'a'

function plan(recipients: readonly Recipient[], optedOut: readonly string[] = [], route = everywhere) {
  const sorter = createSorter(route)
  sorter.add(recipients)
  return planSend(sorter.sorted(), among(optedOut))
}

/** Excludes opted-out numbers. */
function among(optedOut: readonly string[]) {
  const numbers = new Set(optedOut)
  return (phone: string) => (numbers.has(phone) ? 'opted_out' : null)
}

const to = (...entries: readonly (readonly [recipientId: string, number: string])[]) =>
  entries.map(([recipientId, number]) => ({ recipientId, number }))

describe('planSend', () => {
  const a = '255712000001'
  const b = '255712000002'
  const cases: readonly [
    title: string,
    recipients: Recipient[],
    optedOut: string[],
    counts: readonly [valid: number, invalid: number, duplicates: number, optedOut: number],
  ][] = [
    ['accepts two numbers', to(['1', a], ['2', b]), [], [2, 0, 0, 0]],
    ['accepts a repeated number once', to(['1', a], ['2', a], ['3', a]), [], [1, 0, 2, 0]],
    ['counts a repeated entry as a duplicate, not as a repeated reference', to(['1', a], ['1', a]), [], [1, 0, 1, 0]],
    ['rejects a repeated reference', to(['1', a], ['1', b]), [], [1, 1, 0, 0]],
    ['rejects a reference that an invalid number already used', to(['1', '+1'], ['1', a]), [], [0, 2, 0, 0]],
    ['counts every repetition of an invalid number as invalid', to(['1', `+${a}`], ['2', `+${a}`]), [], [0, 2, 0, 0]],
    ['removes an opted-out number', to(['1', a], ['2', b]), [a], [1, 0, 0, 1]],
    [
      'counts a repeated opted-out number once as opted out and once as a duplicate',
      to(['1', a], ['2', a]),
      [a],
      [0, 0, 1, 1],
    ],
    ['counts an opted-out number with a repeated reference only once', to(['1', b], ['1', a]), [a], [1, 1, 0, 0]],
    ['ignores opt-outs of other numbers', to(['1', a]), [b], [1, 0, 0, 0]],
    ['accepts an empty list', [], [a], [0, 0, 0, 0]],
  ]
  for (const [title, recipients, optedOut, counts] of cases) {
    it(title, () => {
      const { accepted, invalid, duplicates, optedOut: out } = plan(recipients, optedOut)
      assert.deepEqual([accepted.length, invalid, duplicates, out], counts)
    })
  }

  it('counts and lists excluded numbers by reason', () => {
    const sorter = createSorter(everywhere)
    sorter.add(to(['1', a], ['2', b], ['3', '255712000003'], ['4', '255712000004']))
    const reasons: ReadonlyMap<string, Exclusion> = new Map([
      [a, 'no_consent'],
      [b, 'do_not_disturb'],
      ['255712000003', 'opted_out'],
    ])
    const { optedOut, doNotDisturb, noConsent, accepted, refused } = planSend(
      sorter.sorted(),
      (phone) => reasons.get(phone) ?? null,
    )
    assert.deepEqual([optedOut, doNotDisturb, noConsent, accepted.length], [3, 1, 1, 1])
    assert.deepEqual(
      refused.map(({ recipientId, why }) => [recipientId, why]),
      [
        ['1', 'no_consent'],
        ['2', 'do_not_disturb'],
        ['3', 'opted_out'],
      ],
    )
  })

  it('keeps the first entry of a repeated number', () => {
    assert.deepEqual(plan(to(['7', a], ['8', a])).accepted, [{ recipientId: '7', phone: a, carrier: 'a' }])
  })

  it('counts a number without a route as invalid', () => {
    const { accepted, invalid } = plan(to(['1', a], ['2', b]), [], (phone) => (phone === a ? null : 'a'))
    assert.deepEqual(accepted, [{ recipientId: '2', phone: b, carrier: 'a' }])
    assert.equal(invalid, 1)
  })

  it('lists refused recipients with reasons in order, opt-outs last', () => {
    const recipients: Recipient[] = [
      ...to(['1', a], ['2', a], ['3', '+1'], ['1', b], ['4', '255712000009'], ['5', b]),
      { recipientId: '6', number: '255712000003', own: null },
    ]
    const { refused } = plan(recipients, [b], (phone) => (phone.endsWith('9') ? null : 'a'))
    assert.deepEqual(
      refused.map(({ recipientId, why }) => [recipientId, why]),
      [
        ['2', 'duplicate_number'],
        ['3', 'invalid_number'],
        ['1', 'repeated_reference'],
        ['4', 'no_route'],
        ['5', 'duplicate_number'],
        ['6', 'bad_text'],
      ],
    )
    assert.deepEqual(plan(to(['1', a], ['2', b], ['3', 'x']), [a]).refused, [
      { recipientId: '3', number: 'x', why: 'invalid_number' },
      { recipientId: '1', number: a, why: 'opted_out' },
    ])
    const half = plan(to(['1', `${'x'.repeat(31)}😀`])).refused[0]?.number
    assert.deepEqual([half?.length, half?.isWellFormed()], [32, true])
  })

  it('groups messages by carrier, in the original order', () => {
    const recipients = to(['1', '255712000001'], ['2', '255712000002'], ['3', '255712000003'], ['4', '255712000004'])
    const { accepted } = plan(recipients, [], (phone) => (Number(phone) % 2 === 0 ? 'a' : 'b'))
    assert.deepEqual(
      accepted.map(({ recipientId, carrier }) => `${carrier}${recipientId}`),
      ['a2', 'a4', 'b1', 'b3'],
    )
  })

  // Few numbers and references, so that they repeat. Some numbers are invalid, and some have no route.
  const number = fc.oneof(
    fc.integer({ min: 0, max: 12 }).map((n) => `2557120000${String(n).padStart(2, '0')}`),
    fc.constantFrom('+255712000001', '0712000001', '', '12'),
    fc.string(),
  )
  const recipient = fc.record({ recipientId: fc.integer({ min: 0, max: 20 }).map(String), number })
  const optOuts = fc.array(fc.integer({ min: 0, max: 12 }).map((n) => `2557120000${String(n).padStart(2, '0')}`))
  const route: Route = (phone) => (phone.endsWith('9') ? null : phone.endsWith('8') ? 'b' : 'a')

  it('puts every entry into exactly one of the four groups', () => {
    fc.assert(
      fc.property(fc.array(recipient, { maxLength: 60 }), optOuts, (recipients, optedOut) => {
        const { accepted, invalid, duplicates, optedOut: out } = plan(recipients, optedOut, route)
        assert.equal(accepted.length + invalid + duplicates + out, recipients.length)
        assert.ok(invalid >= recipients.filter(({ number: text }) => parsePhone(text) === null).length)
        const opted = new Set(optedOut)
        for (const { phone, recipientId, carrier } of accepted) {
          assert.ok(!opted.has(phone))
          assert.equal(carrier, route(phone))
          assert.equal(
            recipients.find(({ number: text }) => text === phone)?.recipientId,
            recipientId,
            'the first entry wins',
          )
        }
        assert.equal(new Set(accepted.map(({ phone }) => phone)).size, accepted.length, 'nobody gets it twice')
        assert.equal(
          new Set(accepted.map(({ recipientId }) => recipientId)).size,
          accepted.length,
          'no reference is used twice',
        )
      }),
    )
  })

  it('gives the same result for any split of the recipients', () => {
    fc.assert(
      fc.property(
        fc.array(recipient, { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        optOuts,
        (recipients, size, optedOut) => {
          const sorter = createSorter(route)
          for (let from = 0; from < recipients.length; from += size) sorter.add(recipients.slice(from, from + size))
          assert.deepEqual(planSend(sorter.sorted(), among(optedOut)), plan(recipients, optedOut, route))
        },
      ),
    )
  })
})

describe('cutBatches', () => {
  const kind: BatchKind = { accountId: 1, carrier: 'a', lane: 'bulk', dueAt: new Date(0), validUntil: new Date(1) }
  /** A run, written as its first and last id. */
  const run = (text: string) => {
    const [first = 0, last = 0] = text.split('-').map(Number)
    return { ...kind, firstMessageId: first, count: last - first + 1 }
  }

  const cuts: readonly [title: string, runs: readonly string[], batches: readonly string[]][] = [
    ['makes one batch for one message', ['7-7'], ['7-7']],
    ['makes one batch for 500 messages', ['1-500'], ['1-500']],
    ['makes two batches for 501', ['1-501'], ['1-500', '501-501']],
    ['makes three batches for 1,500', ['8-1507'], ['8-507', '508-1007', '1008-1507']],
    ['lets neighbours share a batch', ['1-2', '3-5'], ['1-5']],
    ['fills a shared batch before the next one', ['1-400', '401-650'], ['1-500', '501-650']],
    ['begins a new batch after a full one', ['1-500', '501-501'], ['1-500', '501-501']],
    ['never bridges a gap', ['1-2', '4-4'], ['1-2', '4-4']],
    ['makes no batch without messages', [], []],
  ]
  for (const [title, runs, expected] of cuts) {
    it(title, () => {
      const batches = cutBatches(runs.map(run))
      assert.deepEqual(
        batches.map(({ firstMessageId, lastMessageId }) => `${firstMessageId}-${lastMessageId}`),
        expected,
      )
    })
  }

  const others: readonly Partial<BatchKind>[] = [
    { accountId: 2 },
    { carrier: 'b' },
    { lane: 'single' },
    { dueAt: new Date(5) },
    { validUntil: new Date(5) },
  ]
  for (const other of others) {
    it(`never mixes messages in one batch that differ in ${Object.keys(other)[0]}`, () => {
      const runs = [
        { ...kind, firstMessageId: 1, count: 1 },
        { ...kind, ...other, firstMessageId: 2, count: 1 },
      ]
      assert.deepEqual(cutBatches(runs), [
        { ...kind, firstMessageId: 1, lastMessageId: 1 },
        { ...kind, ...other, firstMessageId: 2, lastMessageId: 2 },
      ])
    })
  }

  it('covers every message once, in order, with at most 500 messages of one kind per batch', () => {
    const date = fc.integer({ min: 0, max: 1 }).map((ms) => new Date(ms))
    const anyKind = fc.record({
      accountId: fc.integer({ min: 1, max: 2 }),
      carrier: fc.constantFrom('a', 'b'),
      lane: fc.constantFrom(...lanes),
      dueAt: date,
      validUntil: date,
    })
    const anyRun = fc.record({
      kind: fc.oneof({ weight: 3, arbitrary: fc.constant(kind) }, anyKind),
      gap: fc.integer({ min: 0, max: 1 }),
      count: fc.integer({ min: 1, max: 1_600 }),
    })
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 8 }), (given) => {
        let next = 1
        const runs = given.map(({ kind: of, gap, count }) => {
          const firstMessageId = next + gap
          next = firstMessageId + count
          return { ...of, firstMessageId, count }
        })
        const wanted = runs.flatMap(({ firstMessageId, count, ...of }) =>
          Array.from({ length: count }, (_, index) => ({ id: firstMessageId + index, of })),
        )
        let place = 0
        for (const { firstMessageId, lastMessageId, ...of } of cutBatches(runs)) {
          const size = lastMessageId - firstMessageId + 1
          assert.ok(size >= 1 && size <= batchMessagesMax)
          for (let id = firstMessageId; id <= lastMessageId; id += 1, place += 1) {
            if (wanted[place]?.id !== id) assert.fail(`expected message ${wanted[place]?.id}, not ${id}`)
          }
          assert.deepEqual(wanted[place - size]?.of, of)
          assert.deepEqual(wanted[place - 1]?.of, of)
        }
        assert.equal(place, wanted.length)
      }),
    )
  })
})

describe('isQueueTooOld', () => {
  const cases: readonly [lane: Lane, ageSeconds: number, limitSeconds: number, tooOld: boolean][] = [
    ['bulk', 0, 60, false],
    ['bulk', 60, 60, false],
    ['bulk', 60.1, 60, true],
    ['single', 60.1, 60, false],
    ['single', 120, 60, false],
    ['single', 120.1, 60, true],
    ['pin', 120.1, 60, false],
    ['pin', 240, 60, false],
    ['pin', 240.1, 60, true],
    ['bulk', 1_000_000, 0, false],
    ['single', 1_000_000, 0, false],
    ['pin', 1_000_000, 0, false],
  ]
  for (const [lane, age, limit, tooOld] of cases) {
    it(`${tooOld ? 'rejects' : 'accepts'} ${lane} when the queue is ${age} s old and the limit ${limit} s`, () => {
      assert.equal(isQueueTooOld(lane, age, limit), tooOld)
    })
  }
})
