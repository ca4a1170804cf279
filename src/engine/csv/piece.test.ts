import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPiece } from './piece.ts'

describe('piece of a file', () => {
  for (const [engine, rowsMax] of [
    ['postgres', 1_000],
    ['embedded', 250],
  ] as const)
    it(`is full at ${rowsMax} short rows on ${engine}`, () => {
      const piece = openPiece(engine)
      for (let row = 1; row < rowsMax; row += 1) assert.equal(piece.add([row]), false)
      assert.equal(piece.add([rowsMax]), true)
      assert.equal(JSON.parse(piece.take()).length, rowsMax)
      assert.equal(piece.size, 0)
    })

  it('is full above 1,048,576 characters, and empty after it was taken', () => {
    const piece = openPiece('postgres')
    const row = ['x'.repeat(49_000)]
    let size = 1
    while (!piece.add(row)) size += 1
    assert.equal(size, 22)
    assert.deepEqual(
      JSON.parse(piece.take()),
      Array.from({ length: 22 }, () => row),
    )
    assert.equal(piece.add(row), false)
  })
})
