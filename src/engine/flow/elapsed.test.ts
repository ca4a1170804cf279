import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createElapsed } from './elapsed.ts'

describe('createElapsed', () => {
  const cases: readonly (readonly [title: string, monotonic: number, wall: number, elapsed: number])[] = [
    ['follows the monotonic clock', 5_000, 5_000, 5_000],
    ['includes a suspend, in which only the wall clock goes on', 10, 60_010, 60_010],
    ['ignores a small correction of the wall clock', 5_000, 5_900, 5_000],
    ['ignores a wall clock that is set back', 5_000, -3_600_000, 5_000],
  ]
  for (const [title, monotonic, wall, elapsed] of cases)
    it(title, () => {
      const now = { monotonic: 1_000, wall: 1_790_000_000_000 }
      const read = createElapsed(
        () => now.monotonic,
        () => now.wall,
      )
      const before = read()
      now.monotonic += monotonic
      now.wall += wall
      assert.equal(read() - before, elapsed)
      now.monotonic += 100
      now.wall += 100
      assert.equal(read() - before, elapsed + 100)
    })
})
