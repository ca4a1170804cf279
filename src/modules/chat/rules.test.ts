import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MessageStatus } from '../../carriers/chat/channel.ts'
import { type ChatState, isAllowedType, isProgress, type Progress, stateOf } from './rules.ts'

const at = new Date()
const none: Progress = { state: 'sent', reason: null, deliveredAt: null, readAt: null, failedAt: null }

describe('the state of a chat message', () => {
  const states: readonly [progress: Partial<Progress>, state: ChatState][] = [
    [{ state: 'queued' }, 'queued'],
    [{}, 'sent'],
    [{ deliveredAt: at }, 'delivered'],
    [{ readAt: at }, 'read'],
    [{ deliveredAt: at, readAt: at }, 'read'],
    [{ failedAt: at }, 'failed'],
    [{ state: 'failed', reason: 'expired' }, 'failed'],
    [{ state: 'failed', reason: 'unknown' }, 'unknown'],
    [{ state: 'failed', reason: 'unknown', deliveredAt: at }, 'delivered'],
    [{ state: 'failed', reason: 'undeliverable', failedAt: at }, 'failed'],
    [{ state: 'received' }, 'received'],
  ]
  for (const [progress, state] of states)
    it(`is ${state} for ${JSON.stringify(Object.keys(progress))}`, () =>
      assert.equal(stateOf({ ...none, ...progress }), state))

  it('never goes back', () => {
    const order: readonly ChatState[] = ['queued', 'sent', 'delivered', 'read', 'failed', 'unknown']
    const allowed: Readonly<Record<MessageStatus['state'], readonly ChatState[]>> = {
      sent: ['queued'],
      delivered: ['queued', 'sent', 'unknown'],
      read: ['queued', 'sent', 'delivered', 'unknown'],
      failed: ['queued', 'sent', 'unknown'],
    }
    for (const [to, from] of Object.entries(allowed))
      assert.deepEqual(
        order.filter((one) => isProgress(one, to as MessageStatus['state'])),
        from,
        to,
      )
  })
})

it('passes on files of known types only', () => {
  for (const type of ['image/jpeg', 'audio/ogg; codecs=opus', 'APPLICATION/PDF', 'text/plain'])
    assert.ok(isAllowedType(type))
  for (const type of [
    '',
    'text/html',
    'image/svg+xml',
    'application/x-msdownload',
    'image/jpeg/html',
    'application/zip',
  ])
    assert.ok(!isAllowedType(type), type)
})
