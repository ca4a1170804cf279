import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { withOpened } from './filters.ts'

it('adds the opened conversation in the order of the latest messages', () => {
  const at = (minute: number) => ({ id: minute, lastAt: `2026-11-18T12:0${minute}:00.000Z` }) as Conversation
  const table: readonly [listed: readonly number[], opened: number, shown: readonly number[]][] = [
    [[], 5, [5]],
    [[7, 3], 5, [7, 5, 3]],
    [[3], 5, [5, 3]],
    [[7], 5, [7, 5]],
  ]
  for (const [listed, opened, shown] of table)
    assert.deepEqual(
      withOpened(listed.map(at), at(opened)).map(({ id }) => id),
      shown,
    )
})
