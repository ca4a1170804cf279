import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isSoundJson, JSON_DEPTH_MAX } from './json.ts'

const sound: readonly [title: string, json: string][] = [
  ['null', 'null'],
  ['a number', '1e300'],
  ['a boolean', 'false'],
  ['an empty string', '""'],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['a surrogate pair', '"\\ud83d\\ude00"'],
  ['control characters other than NUL', '"\\u0001\\u001f\\n"'],
  ['a key __proto__ with a valid value', '{"__proto__":{"a":"b"}}'],
  [
    'a body like those of send',
    '{"source_addr":"INFO","message":"Habari 😀","recipients":[{"recipient_id":1,"dest_addr":"255700000001"}]}',
  ],
]

const unsound: readonly [title: string, json: string][] = [
  ['a single NUL', '"\\u0000"'],
  ['a NUL inside a string', '"a\\u0000b"'],
  ['a NUL in a key', '{"a\\u0000":1}'],
  ['a NUL in a list', '[1,["\\u0000"]]'],
  ['a lone high surrogate', '"\\ud83d"'],
  ['a lone low surrogate', '"\\ude00"'],
  ['a surrogate pair in the wrong order', '"\\ude00\\ud83d"'],
  ['a lone surrogate in a key', '{"\\ud83d":1}'],
  ['a bad string in the last of many objects', `[${'{"a":"b"},'.repeat(1000)}{"a":"\\ud83d"}]`],
  ['a bad string below a key __proto__', '{"__proto__":{"a":"\\u0000"}}'],
]

describe('isSoundJson', () => {
  for (const [title, json] of sound) it(`accepts ${title}`, () => assert.equal(isSoundJson(JSON.parse(json)), true))
  for (const [title, json] of unsound) it(`rejects ${title}`, () => assert.equal(isSoundJson(JSON.parse(json)), false))

  it('accepts 32 levels of lists and objects, and rejects 33', () => {
    assert.equal(JSON_DEPTH_MAX, 32)
    for (const inner of ['', '1', '"a"']) {
      assert.equal(isSoundJson(JSON.parse(lists(32, inner))), true)
      assert.equal(isSoundJson(JSON.parse(lists(33, inner))), false)
    }
    assert.equal(isSoundJson(JSON.parse(objects(32))), true)
    assert.equal(isSoundJson(JSON.parse(objects(33))), false)
  })

  it('counts depth, not elements', () => {
    assert.equal(isSoundJson(JSON.parse(`[${Array(1000).fill(lists(31, '')).join(',')}]`)), true)
    assert.equal(isSoundJson(JSON.parse(`[${lists(31, '')},${lists(32, '')}]`)), false)
  })

  it('rejects a million levels without a stack overflow', () => {
    assert.equal(isSoundJson(JSON.parse(lists(1_000_000, ''))), false)
  })

  it('agrees with a simple search for any JSON', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00', '\0', 'b', 'c', 'd', 'e', 'f'),
      maxLength: 4,
    })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.object({ key: text, values: [text, fc.integer()] })), (value) => {
        const texts = textsOf(JSON.parse(JSON.stringify(value)))
        assert.equal(
          isSoundJson(JSON.parse(JSON.stringify(value))),
          !texts.some((found) => /\0|\p{Surrogate}/u.test(found)),
        )
      }),
      { numRuns: 200 },
    )
  })
})

function lists(depth: number, inner: string): string {
  return `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`
}

function objects(depth: number): string {
  return `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)])
}
