import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SortKey } from '../../values/place.ts'
import { Refusal } from '../../values/refusal.ts'
import { mergePhone, olderThan, type PhoneDirection, type PhoneMessage, readPhonePlace } from './phone-rules.ts'

const message = (direction: PhoneDirection, id: number, second: number): PhoneMessage => ({
  id,
  direction,
  from: 'INFO',
  to: '255712345678',
  text: '',
  format: null,
  at: new Date(second * 1_000),
  parts: null,
  kind: null,
})

describe('virtual phone messages', () => {
  const arrived = [message('in', 3, 9), message('in', 5, 7), message('in', 4, 7), message('in', 1, 2)]
  const written = [message('out', 8, 7), message('out', 7, 7), message('out', 2, 1)]
  const keyOf = ({ direction, id }: Pick<PhoneMessage, 'direction' | 'id'>) => `${direction}-${id}`

  it('are the same page by page as at once, with replies above the messages they answer', () => {
    const whole = ['in-3', 'out-8', 'out-7', 'in-5', 'in-4', 'in-1', 'out-2']
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const read: string[] = []
      for (let next: SortKey | null = [], isFirst = true; next !== null; isFirst = false) {
        const place = readPhonePlace({ after: isFirst ? null : next })
        const older = (some: readonly PhoneMessage[], direction: PhoneDirection) => {
          const { at, belowId } = olderThan(place, direction)
          return some
            .filter((one) => one.at < at || (one.at.getTime() === at.getTime() && one.id < belowId))
            .slice(0, limit + 1)
        }
        const page = mergePhone(older(arrived, 'in'), older(written, 'out'), limit)
        read.push(...page.messages.map(keyOf))
        next = page.next
      }
      assert.deepEqual(read, whole, `${limit} at a time`)
    }
  })

  it('reject a malformed cursor', () => {
    for (const text of ['', '1', 'in-1', '1-in', '1-up-2', '-1-in-2', '1-in-2 ', '1-in-2-3', '999999999999999-in-1'])
      assert.throws(() => readPhonePlace({ after: text.split('-') }), Refusal, text)
    assert.deepEqual(readPhonePlace({ after: ['7000', 'out', '8'] }), { at: new Date(7_000), direction: 'out', id: 8 })
  })
})
