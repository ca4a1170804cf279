import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TimelineEntry } from '../../../src/contract/account/timeline.ts'
import { isAwaited, isScheduled, splitScheduled } from './entry-state.ts'

const now = Date.parse('2026-11-18T12:00:00Z')
const message: TimelineEntry = {
  id: 'message-1',
  kind: 'message',
  at: '2026-11-18T12:00:00Z',
  direction: 'out',
  channel: 'sms',
  from: 'SHOP',
  text: 'Hello',
  content: null,
  textRemoved: false,
  status: 'PENDING',
  reason: null,
  amount: null,
  currency: null,
  author: null,
  conversationId: null,
}

describe('the status of a message', () => {
  const table: readonly [title: string, part: Partial<TimelineEntry>, isAwaited: boolean, isScheduled: boolean][] = [
    ['is awaited after sending', {}, true, false],
    ['is awaited if the clock of the browser is behind', { at: '2026-11-18T12:00:30Z' }, true, false],
    ['is not awaited ten minutes later', { at: '2026-11-18T11:49:59Z' }, false, false],
    ['is not awaited before the scheduled time', { at: '2026-11-18T14:00:00Z' }, false, true],
    ['is not awaited after delivery', { status: 'DELIVERED' }, false, false],
    ['is not awaited for incoming messages', { direction: 'in' }, false, false],
  ]
  for (const [title, part, awaited, scheduled] of table)
    it(title, () => {
      const entry = { ...message, ...part }
      assert.deepEqual([isAwaited(entry, now), isScheduled(entry, now)], [awaited, scheduled])
    })
})

describe('the entries of a number', () => {
  const idsOf = (entries: readonly TimelineEntry[]) => entries.map(({ id }) => id)

  it('are sorted by the time of sending and of cancelling, not of scheduling', () => {
    const entries: TimelineEntry[] = [
      { ...message, id: 'sent on the 10th', at: '2026-11-10T08:00:00Z', status: 'DELIVERED' },
      { ...message, id: 'scheduled on the 1st for the 17th', at: '2026-11-17T08:00:00Z', status: 'DELIVERED' },
      { ...message, id: 'cancelled on the 5th', at: '2026-11-05T08:00:00Z', status: 'UNDELIVERED' },
      { ...message, id: 'event', kind: 'note', at: '2026-11-05T08:00:00Z', direction: null, status: null },
    ]
    const { past, scheduled } = splitScheduled(entries, now)
    assert.deepEqual(idsOf(past), [
      'event',
      'cancelled on the 5th',
      'sent on the 10th',
      'scheduled on the 1st for the 17th',
    ])
    assert.deepEqual(scheduled, [])
  })

  it('have scheduled messages in a list of their own, the earliest first', () => {
    const at = (id: string, time: string): TimelineEntry => ({ ...message, id, at: time })
    const entries = [
      at('friday', '2026-11-20T08:00:00Z'),
      at('tomorrow', '2026-11-19T08:00:00Z'),
      at('reply', '2026-11-18T11:00:00Z'),
    ]
    const { past, scheduled } = splitScheduled(entries, now)
    assert.deepEqual(idsOf(past), ['reply'])
    assert.deepEqual(idsOf(scheduled), ['tomorrow', 'friday'])
  })
})
