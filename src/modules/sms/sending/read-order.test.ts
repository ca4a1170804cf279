import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SendBody } from '../../../contract/account/send.ts'
import { readOrder } from './read-order.ts'

const now = new Date('2030-06-15T10:30:20Z')

describe('the time of an order', () => {
  const cases: [string, Pick<SendBody, 'hold' | 'notBefore'>, scheduledAt: string | null, isHeld: boolean][] = [
    ['is now by default', {}, null, false],
    ['is the end of the hold', { hold: 10 }, '2030-06-15T10:30:30.000Z', true],
    [
      'is notBefore, whatever the hold',
      { hold: 10, notBefore: '2030-06-15T11:00:00Z' },
      '2030-06-15T11:00:00.000Z',
      false,
    ],
    ['is now with notBefore in the current minute', { notBefore: '2030-06-15T10:30:00Z' }, null, false],
    [
      'is the end of the hold with notBefore in the current minute',
      { hold: 10, notBefore: '2030-06-15T10:30:00Z' },
      '2030-06-15T10:30:30.000Z',
      true,
    ],
  ]
  for (const [title, time, scheduledAt, isHeld] of cases)
    it(title, () => {
      const body = { from: 'INFO', text: 'Hello', to: ['0712700116'], ...time }
      const order = readOrder(body, { recipientsMax: 10, segmentsMax: 10, now })
      assert.deepEqual([order.content.scheduledAt?.toISOString() ?? null, order.isHeld], [scheduledAt, isHeld])
    })
})
