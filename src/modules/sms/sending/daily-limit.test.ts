import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DaySend, findOverLimit } from './daily-limit.ts'

const key = (name: string, accountId = 1) => ({ accountId, path: '/v1/send', key: name, bodyHash: Buffer.alloc(0) })
const nameOf = (name: string) => JSON.stringify([1, '/v1/send', name])

/** Account, limit, number of messages, and the optional key. */
type Wish = readonly [accountId: number, messagesPerDay: number | null, valid: number, keyName?: string]

const plans: readonly [
  title: string,
  used: readonly [number, number][],
  answered: readonly string[],
  wishes: readonly Wish[],
  refused: readonly number[],
][] = [
  ['nothing', [], [], [], []],
  [
    'up to the limit',
    [],
    [],
    [
      [1, 3, 1],
      [1, 3, 2],
    ],
    [],
  ],
  [
    'beyond the limit',
    [],
    [],
    [
      [1, 3, 2],
      [1, 3, 2],
    ],
    [1],
  ],
  [
    'a small send after a large one that does not fit',
    [],
    [],
    [
      [1, 3, 2],
      [1, 3, 2],
      [1, 3, 1],
      [1, 3, 1],
    ],
    [1, 3],
  ],
  ['a send larger than the daily limit', [], [], [[1, 3, 4]], [0]],
  [
    'with earlier messages of the day',
    [[1, 2]],
    [],
    [
      [1, 3, 1],
      [1, 3, 1],
    ],
    [1],
  ],
  [
    'with more messages sent than the lowered limit',
    [[1, 9]],
    [],
    [
      [1, 3, 1],
      [1, 3, 0],
    ],
    [0],
  ],
  ['no valid recipient', [[1, 3]], [], [[1, 3, 0]], []],
  [
    'each account by its own limit',
    [[1, 3]],
    [],
    [
      [1, 3, 1],
      [2, 3, 3],
      [2, 3, 1],
    ],
    [0, 2],
  ],
  [
    'a replay at the limit',
    [[1, 3]],
    ['a'],
    [
      [1, 3, 1, 'a'],
      [1, 3, 1, 'b'],
    ],
    [1],
  ],
  [
    'a replay does not count',
    [],
    ['a'],
    [
      [1, 3, 3, 'a'],
      [1, 3, 3],
    ],
    [],
  ],
  [
    'the same key twice',
    [],
    [],
    [
      [1, 3, 2, 'a'],
      [1, 3, 2, 'a'],
      [1, 3, 1],
    ],
    [],
  ],
  [
    'a key whose first send was rejected',
    [],
    [],
    [
      [1, 3, 4, 'a'],
      [1, 3, 1, 'a'],
    ],
    [0],
  ],
]

describe('findOverLimit', () => {
  for (const [title, used, answered, wishes, refused] of plans) {
    it(`accepts the sends that fit: ${title}`, () => {
      const sends = wishes.map(
        ([accountId, messagesPerDay, valid, name]): DaySend => ({
          draft: { accountId, messagesPerDay, key: name === undefined ? null : key(name) },
          accepted: { valid },
        }),
      )
      const refusals = findOverLimit(sends, new Map(used), new Set(answered.map(nameOf)), new Date())
      assert.deepEqual(
        [...refusals.keys()].map((send) => sends.indexOf(send)),
        refused,
      )
    })
  }

  const waits: readonly [now: string, seconds: string][] = [
    ['2030-01-01T00:00:00.000Z', '86400'],
    ['2030-01-01T12:00:00.001Z', '43200'],
    ['2030-12-31T23:59:59.000Z', '1'],
    ['2030-12-31T23:59:59.999Z', '1'],
  ]
  for (const [now, seconds] of waits) {
    it(`returns the seconds to midnight at ${now}`, () => {
      const sends: DaySend[] = [{ draft: { accountId: 1, messagesPerDay: 10, key: null }, accepted: { valid: 3 } }]
      const [refusal] = findOverLimit(sends, new Map([[1, 8]]), new Set(), new Date(now)).values()
      assert.deepEqual(refusal?.headers, {
        'Retry-After': seconds,
        'RateLimit-Limit': '10',
        'RateLimit-Remaining': '2',
        'RateLimit-Reset': seconds,
        'Ngoma-Hint': 'messages left until midnight GMT: 2 of 10; this send has 3',
      })
      assert.deepEqual([refusal?.status, refusal?.body], [429, { code: 429, message: 'Daily Limit Reached' }])
    })
  }
})
