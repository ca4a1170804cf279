import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cursorAfter } from '../../../test/cursors.ts'
import { Refusal } from '../../values/refusal.ts'
import type { TimelineContext, TimelineSource } from '../table-data/index.ts'
import { readTimeline } from './index.ts'

/** Times in seconds, in the order of the source. */
const sourceOf = (name: string, times: readonly number[]): TimelineSource<null> => ({
  name,
  kinds: ['note'],
  scope: 'search:read',
  async list(_ctx, _question, after, limit) {
    const first = after === null ? 0 : Number(after) + 1
    return times.slice(first, first + limit).map((seconds, index) => ({
      kind: 'note',
      at: new Date(seconds * 1_000),
      position: String(first + index),
      text: `${name}${seconds}`,
    }))
  },
})

const sources = [sourceOf('a', [90, 50, 50, 20]), sourceOf('b', [80, 85, 10]), sourceOf('c', [])]

async function readAll(limit: number): Promise<(string | null)[]> {
  const texts: (string | null)[] = []
  let cursor: string | undefined
  do {
    const { data, next } = await readTimeline({} as TimelineContext, sources, null, { limit: String(limit), cursor })
    assert.ok(data.length > 0 && data.length <= limit)
    texts.push(...data.map(({ text }) => text))
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return texts
}

describe('a timeline', () => {
  const all = ['a90', 'b80', 'b85', 'a50', 'a50', 'a20', 'b10']

  for (const limit of [1, 2, 3, 7, 50])
    it(`lists every event once, in pages of ${limit}`, async () => {
      assert.deepEqual(await readAll(limit), all)
    })

  for (const cursor of [
    'x',
    'bm9wZQ',
    cursorAfter({}, 'a'),
    cursorAfter({}, 'a', '{}'),
    cursorAfter({ kind: 'x' }, 'a', '1'),
    '%',
  ])
    it(`refuses the cursor ${cursor}`, async () => {
      await assert.rejects(readTimeline({} as TimelineContext, sources, null, { cursor }), Refusal)
    })
})
