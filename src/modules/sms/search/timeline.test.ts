import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { StoredMessage, StoredPart } from './store-messages.ts'
import { timelineOf } from './timeline.ts'

const at = (time: string) => new Date(`2026-01-01T${time}Z`)

const message: StoredMessage = {
  id: 1,
  requestId: 1,
  campaign: null,
  tags: [],
  reference: null,
  recipientId: '1',
  phone: '255712345678',
  sender: 'INFO',
  text: 'Habari',
  format: null,
  status: 'DELIVERED',
  reason: null,
  carrier: 'mtandao',
  parts: 1,
  price: '1.0000',
  attempts: 1,
  retryAt: null,
  createdAt: at('08:00:40'),
  dueAt: at('08:00:40'),
  validUntil: at('09:00:00'),
  submittedAt: at('08:00:41'),
  doneAt: at('08:00:00'),
}

const part: StoredPart = {
  part: 1,
  carrier: 'mtandao',
  reference: 'a',
  againAt: null,
  failedAt: null,
  failedReason: null,
  status: null,
  reason: null,
  doneAt: null,
}

it('sorts a receipt after the submit when the carrier gives only the minute', () => {
  const parts = [part]
  const events = timelineOf(message, parts, [], at('08:01:00')).map(({ event }) => event)
  assert.deepEqual(events, ['accepted', 'queued', 'submitted', 'receipt'])
})

it('shows a throttled message as retrying', () => {
  const waiting: StoredMessage = {
    ...message,
    status: 'PENDING',
    attempts: 0,
    submittedAt: null,
    doneAt: null,
    retryAt: at('08:01:30'),
  }
  const last = (reason: string | null) => timelineOf({ ...waiting, reason }, [], [], at('08:01:00')).at(-1)
  assert.deepEqual(last('throttled'), {
    at: at('08:01:30'),
    event: 'retrying',
    text: 'Carrier mtandao throttles messages to this number. The message will be retried.',
    detail: { attempts: 0, reason: 'throttled' },
  })
})

it('keeps the failure of an earlier submit after the message was delivered', () => {
  const failed = { ...part, failedAt: at('08:00:00'), failedReason: 'absent_subscriber' }
  const again = { ...part, carrier: 'pwani', reference: 'b', againAt: at('08:05:41') }
  const delivered = { ...message, carrier: 'pwani', doneAt: at('08:05:00') }
  const texts = timelineOf(delivered, [failed, again], [], at('08:06:00')).map(({ text }) => text)
  assert.deepEqual(texts.slice(2), [
    'Carrier mtandao accepted the message.',
    'Carrier mtandao could not deliver the message.',
    'Carrier pwani accepted the message again.',
    'The message was delivered.',
  ])
})

it('shows the carrier that a message was queued for, and its moves to others', () => {
  const move = (time: string, from: string, to: string) => ({ at: at(time), from, to })
  const texts = (dueAt: Date) =>
    timelineOf({ ...message, dueAt, carrier: 'voda' }, [{ ...part, carrier: 'voda' }], [], at('08:01:00'), [
      move('08:00:40.500', 'tigo', 'mtandao'),
      move('08:00:40.700', 'mtandao', 'voda'),
    ])
      .filter(({ event }) => event === 'queued' || event === 'moved')
      .map(({ text }) => text)
  const moves = [
    'The message was moved from carrier tigo to carrier mtandao.',
    'The message was moved from carrier mtandao to carrier voda.',
  ]
  assert.deepEqual(texts(at('08:00:40')), ['The message was queued for carrier tigo.', ...moves])
  assert.deepEqual(texts(at('08:00:40.600')), [moves[0], 'The message was queued for carrier mtandao.', moves[1]])
})
