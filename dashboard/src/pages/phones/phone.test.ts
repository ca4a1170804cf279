import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PhoneMessage, VirtualPhone } from '../../../../src/contract/console/inbound.ts'
import { describeNews, findNews, hasStopped, keepOrder, partnersOf } from './phone.ts'

const listed = (phone: string, second: number | null, lastDirection: 'in' | 'out' = 'in'): VirtualPhone => ({
  phone,
  lastText: 'Habari',
  lastFormat: null,
  lastAt: second === null ? null : new Date(second * 1_000).toISOString(),
  lastDirection,
})

const message = (direction: 'in' | 'out', other: string, kind: PhoneMessage['kind'] = null): PhoneMessage => ({
  id: `${direction}-1`,
  direction,
  from: direction === 'in' ? other : '255712345678',
  to: direction === 'in' ? '255712345678' : other,
  text: '',
  format: null,
  at: '2026-01-01T00:00:00.000Z',
  parts: null,
  kind,
})

describe('virtual phones', () => {
  it('keep their order, with new phones first', () => {
    assert.deepEqual(keepOrder(['b', 'a'], ['a', 'b']), ['b', 'a'])
    assert.deepEqual(keepOrder(['b', 'a'], ['c', 'a']), ['c', 'a'])
    assert.deepEqual(keepOrder([], ['a', 'b']), ['a', 'b'])
  })

  it('announce incoming messages only', () => {
    const before = [listed('a', 5), listed('b', 3), listed('c', null)]
    const now = [
      listed('n', 6),
      listed('a', 5),
      listed('b', 4),
      listed('c', 1),
      listed('old', 4),
      listed('o', 7, 'out'),
    ]
    assert.deepEqual(
      findNews(before, now).map(({ phone }) => phone),
      ['n', 'b', 'c'],
    )
    assert.equal(findNews([], [listed('a', 1)]).length, 1)
    assert.equal(
      describeNews([listed('255712345678', 1)], (phone) => `+${phone}`),
      'New message on +255712345678: Habari',
    )
    assert.equal(describeNews(findNews(before, now), String), 'New messages on 3 phones')
    assert.equal(describeNews([], String), '')
  })

  it('can reply to everyone in the thread, the most recent first', () => {
    assert.deepEqual(
      partnersOf([message('out', '15001'), message('in', 'INFO'), message('in', 'DUKA'), message('out', 'INFO')]),
      ['15001', 'INFO', 'DUKA'],
    )
  })

  it('are opted out from STOP until START', () => {
    const stop = message('out', 'INFO', 'stop')
    const start = message('out', 'INFO', 'start')
    assert.deepEqual(
      [hasStopped([]), hasStopped([message('in', 'INFO'), stop]), hasStopped([start, stop])],
      [false, true, false],
    )
  })
})
