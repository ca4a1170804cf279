import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findJsonExcess } from './json-bounds.ts'

const excessOf = (text: string, elementsMax = 1_000) => findJsonExcess(Buffer.from(text), elementsMax)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (count: number, nameOf: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, index) => `{"${nameOf(index)}":1,"dest_addr":"255712345678"}`).join(',')}]`

describe('findJsonExcess', () => {
  const tooDeep = 'the body is nested more than 32 levels deep'
  const tooLong = 'the body has a string of more than 1048576 bytes'
  const tooMany = 'the body has more than 1000 values'
  const excesses: readonly [title: string, text: string, excess: string | null][] = [
    ['32 levels', nested(32), null],
    ['33 levels', nested(33), tooDeep],
    ['unclosed levels', '['.repeat(2 ** 20), tooDeep],
    ['many sibling lists', `[${'[],'.repeat(400)}[]]`, null],
    ['too many lists', `[${'[],'.repeat(600)}[]]`, tooMany],
    ['too many numbers', `[${'1,'.repeat(1_001)}1]`, tooMany],
    ['brackets and commas in a string', JSON.stringify('[{,'.repeat(2_000)), null],
    ['quotes in a string', JSON.stringify('"[\\"'.repeat(2_000)), null],
    ['an unterminated string', `"${'['.repeat(2_000)}`, null],
    ['a backslash at the end', '"\\', null],
    ['only closing brackets', ']'.repeat(2_000), null],
    ['nothing', '', null],
    ['a string of 1 MiB', `["${'x'.repeat(2 ** 20 - 1)}"]`, null],
    ['a string of more than 1 MiB', `["${'x'.repeat(2 ** 20 + 1)}"]`, tooLong],
    ['a very long string of escapes', `["${'\\u0041'.repeat(2 ** 20)}"]`, tooLong],
  ]
  for (const [title, text, excess] of excesses)
    it(`${excess === null ? 'accepts' : 'rejects'} ${title}`, () => assert.equal(excessOf(text), excess))

  it('rejects a large body with too many object shapes, and accepts one with few', () => {
    assert.equal(
      excessOf(
        objects(5_000, () => 'recipient_id'),
        100_000,
      ),
      null,
    )
    assert.equal(
      excessOf(
        objects(5_000, (index) => `name${index % 50}`),
        100_000,
      ),
      null,
    )
    assert.match(
      excessOf(
        objects(5_000, (index) => `name${index}`),
        100_000,
      ) ?? '',
      /different sets of field names/,
    )
  })

  it('counts the values that JSON.stringify wrote', () => {
    const countOf = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0
      const inner = Object.values(value)
      return 1 + Math.max(0, inner.length - 1) + inner.reduce((sum: number, one) => sum + countOf(one), 0)
    }
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
        const count = countOf(value)
        assert.equal(excessOf(JSON.stringify(value), count), null)
        if (count > 0) assert.notEqual(excessOf(JSON.stringify(value), count - 1), null)
      }),
    )
  })
})
