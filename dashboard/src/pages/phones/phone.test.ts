import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PhoneMessage, VirtualPhone } from '../../../../src/contract/console/inbound.ts'
import { hasStopped, keepPlaces, newsOf, partnersOf, sayNews, showNumber } from './phone.ts'

const listed = (phone: string, second: number | null, lastDirection: 'in' | 'out' = 'in'): VirtualPhone => ({
  phone,
  lastText: 'Habari',
  lastAt: second === null ? null : new Date(second * 1_000).toISOString(),
  lastDirection,
})

const message = (direction: 'in' | 'out', other: string, kind: PhoneMessage['kind'] = null): PhoneMessage => ({
  id: `${direction}-1`,
  direction,
  from: direction === 'in' ? other : '255712345678',
  to: direction === 'in' ? '255712345678' : other,
  text: '',
  at: '2026-01-01T00:00:00.000Z',
  segments: null,
  kind,
})

describe('Virtual phones on a page', () => {
  it('have numbers that people can read', () => {
    assert.equal(showNumber('255712345678'), '+255 712 345 678')
    assert.equal(showNumber('15551234567'), '+1 555 123 4567')
    assert.equal(showNumber('nobody'), 'nobody')
  })

  it('keep their places, and new ones come first', () => {
    assert.deepEqual(keepPlaces(['b', 'a'], ['a', 'b']), ['b', 'a'])
    assert.deepEqual(keepPlaces(['b', 'a'], ['c', 'a']), ['c', 'a'])
    assert.deepEqual(keepPlaces([], ['a', 'b']), ['a', 'b'])
  })

  it('have news when something arrived, and not when they wrote or are only shown again', () => {
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
      newsOf(before, now).map(({ phone }) => phone),
      ['n', 'b', 'c'],
    )
    assert.equal(newsOf([], [listed('a', 1)]).length, 1)
    assert.equal(sayNews([listed('255712345678', 1)]), 'New message on +255 712 345 678: Habari')
    assert.equal(sayNews(newsOf(before, now)), 'New messages on 3 phones')
    assert.equal(sayNews([]), '')
  })

  it('can answer everybody they wrote with, the last first', () => {
    assert.deepEqual(
      partnersOf([message('out', '15001'), message('in', 'INFO'), message('in', 'DUKA'), message('out', 'INFO')]),
      ['15001', 'INFO', 'DUKA'],
    )
  })

  it('have stopped until they start again', () => {
    const stop = message('out', 'INFO', 'stop')
    const start = message('out', 'INFO', 'start')
    assert.deepEqual(
      [hasStopped([]), hasStopped([message('in', 'INFO'), stop]), hasStopped([start, stop])],
      [false, true, false],
    )
  })
})
