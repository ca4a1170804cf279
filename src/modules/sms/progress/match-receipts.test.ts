import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AcceptedSubmit, CarrierReceipt } from '../model.ts'
import { matchInMemory, newerMatch } from './match-receipts.ts'
import { createRecentReferences } from './recent-references.ts'

const carrier = 'north'
const now = new Date('2030-01-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const taken = (id: number, ...references: string[]): AcceptedSubmit => ({ id, carrier, references, at: now })
const receipt = (reference: string, from = carrier): CarrierReceipt => ({
  carrier: from,
  reference,
  status: 'DELIVERED',
  reason: null,
  at: now,
})

interface Case {
  /** Submit results of earlier batches. */
  readonly before?: readonly AcceptedSubmit[]
  /** Submit results of the same batch. */
  readonly own?: readonly AcceptedSubmit[]
  readonly receipts: readonly CarrierReceipt[]
  readonly at?: Date
  readonly matched?: readonly number[]
  /** For each receipt that needs the database, the message of the same batch. */
  readonly unmatched?: readonly (number | null)[]
}

const cases: Readonly<Record<string, Case>> = {
  'a recent message': { before: [taken(1, 'a')], receipts: [receipt('a')], matched: [1] },
  'a message of the same batch': { own: [taken(1, 'a')], receipts: [receipt('a')], matched: [1] },
  'a submit result that is written twice': {
    before: [taken(1, 'a')],
    own: [taken(1, 'a')],
    receipts: [receipt('a')],
    matched: [1],
  },
  'only the first of several receipts': {
    before: [taken(1, 'a')],
    receipts: [receipt('a'), receipt('a')],
    matched: [1],
  },
  'no message of another carrier': {
    before: [taken(1, 'a')],
    receipts: [receipt('a', 'south')],
    unmatched: [null],
  },
  'no unknown reference': { receipts: [receipt('a')], unmatched: [null] },
  'no old message': { before: [taken(1, 'a')], receipts: [receipt('a')], at: later(600), unmatched: [null] },
  'no reference of two recent messages': {
    before: [taken(1, 'a'), taken(2, 'a')],
    receipts: [receipt('a')],
    unmatched: [null],
  },
  'no reference of a recent message and one of the same batch': {
    before: [taken(1, 'a')],
    own: [taken(2, 'a')],
    receipts: [receipt('a')],
    unmatched: [2],
  },
  'no reference of two messages of the same batch': {
    own: [taken(2, 'a'), taken(1, 'a')],
    receipts: [receipt('a')],
    unmatched: [2],
  },
  'no failure at a carrier with settings for another submit': {
    before: [taken(1, 'a')],
    receipts: [{ ...receipt('a'), status: 'UNDELIVERED', reason: 'carrier_expired', retry: false }],
    unmatched: [null],
  },
  'no recent message of several parts': {
    before: [taken(1, 'a', 'b')],
    receipts: [receipt('b')],
    unmatched: [null],
  },
  'no message of several parts in the same batch': {
    own: [taken(1, 'a', 'b')],
    receipts: [receipt('b')],
    unmatched: [1],
  },
}

describe('matchInMemory', () => {
  for (const [title, { before = [], own = [], receipts, at = now, matched = [], unmatched = [] }] of Object.entries(
    cases,
  )) {
    it(`matches ${title}`, () => {
      const recent = createRecentReferences()
      recent.add(before, now)
      const found = matchInMemory(recent, own, receipts, at)
      assert.deepEqual(
        found.matched.map(({ final }) => final.id),
        matched,
      )
      assert.deepEqual(
        found.unmatched.map((one) => one.own?.messageId ?? null),
        unmatched,
      )
    })
  }
})

describe('recent references', () => {
  it('are forgotten with their receipt, so that the reference can be used again', () => {
    const recent = createRecentReferences()
    recent.add([taken(1, 'a')], now)
    recent.remove([receipt('a')])
    assert.equal(recent.find(receipt('a'), now), undefined)
    recent.add([taken(2, 'a')], now)
    assert.equal(recent.find(receipt('a'), now), 2)
  })

  it('are limited in number', () => {
    const recent = createRecentReferences(16)
    recent.add(
      Array.from({ length: 17 }, (_, index) => taken(index, String(index))),
      now,
    )
    assert.deepEqual(
      ['0', '1', '16'].map((reference) => recent.find(receipt(reference), now)),
      [undefined, 1, 16],
    )
  })
})

describe('newerMatch', () => {
  const match = (messageId: number, pending = true) => ({ messageId, part: 1, parts: 1, pending, failed: false })
  const own = match(5)
  for (const [title, stored, expected] of [
    ['the message of the batch without another', null, own],
    ['the message of the batch instead of an older one', match(4), own],
    ['a newer pending message', match(6), match(6)],
    ['the message of the batch instead of a final one', match(6, false), own],
  ] as const) {
    it(`prefers ${title}`, () => assert.deepEqual(newerMatch(stored, own), expected))
  }
})
