import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outcomeOf, receiptBy } from './outcome.ts'

const usual = {
  refused: false,
  busyTimes: 0,
  status: 'DELIVERED',
  reason: null,
  receiptTimes: 1,
  delayMs: null,
  beforeAnswer: false,
}
const outcomes = [
  { phone: '255710000000', says: { refused: true, receiptTimes: 0 } },
  { phone: '255710000001', says: { busyTimes: 2 } },
  { phone: '255710000002', says: { receiptTimes: 0 } },
  { phone: '255710000003', says: { status: 'UNDELIVERED', reason: 'absent_subscriber' } },
  { phone: '255710000004', says: { delayMs: 30_000 } },
  { phone: '255710000005', says: { receiptTimes: 2 } },
  { phone: '255710000006', says: { delayMs: 0, beforeAnswer: true } },
  { phone: '255710000007', says: {} },
  { phone: '255712345678', says: {} },
  { phone: '255700003000', says: {} },
  { phone: '0003', says: { status: 'UNDELIVERED', reason: 'absent_subscriber' } },
  { phone: '3', says: {} },
]

describe('outcomeOf', () => {
  for (const { phone, says } of outcomes) {
    it(`${phone}: ${JSON.stringify(says)}`, () => assert.deepEqual(outcomeOf(phone), { ...usual, ...says }))
  }
})

const delivered = { status: 'DELIVERED', reason: null }
const receipts = [
  { phone: '255712345678', afterMs: 0, receipt: null },
  { phone: '255712345678', afterMs: 1999, receipt: null },
  { phone: '255712345678', afterMs: 2000, receipt: { ...delivered, atMs: 2000 } },
  { phone: '255712345678', afterMs: 9_000_000, receipt: { ...delivered, atMs: 2000 } },
  { phone: '255710000000', afterMs: 9_000_000, receipt: null },
  { phone: '255710000001', afterMs: 2000, receipt: { ...delivered, atMs: 2000 } },
  { phone: '255710000002', afterMs: 9_000_000, receipt: null },
  { phone: '255710000003', afterMs: 1999, receipt: null },
  { phone: '255710000003', afterMs: 2000, receipt: { status: 'UNDELIVERED', reason: 'absent_subscriber', atMs: 2000 } },
  { phone: '255710000004', afterMs: 29_999, receipt: null },
  { phone: '255710000004', afterMs: 30_000, receipt: { ...delivered, atMs: 30_000 } },
  { phone: '255710000005', afterMs: 2000, receipt: { ...delivered, atMs: 2000 } },
  { phone: '255710000006', afterMs: 0, receipt: { ...delivered, atMs: 0 } },
]

describe('receiptBy, with a delay of two seconds', () => {
  const submittedAt = new Date('2026-01-15T08:00:00Z')
  const after = (milliseconds: number) => new Date(submittedAt.getTime() + milliseconds)

  for (const { phone, afterMs, receipt } of receipts) {
    it(`${phone} after ${afterMs} ms: ${receipt?.status ?? 'none'}`, () => {
      const expected = receipt && { status: receipt.status, reason: receipt.reason, at: after(receipt.atMs) }
      assert.deepEqual(receiptBy(phone, submittedAt, after(afterMs), 2000), expected)
    })
  }
})
