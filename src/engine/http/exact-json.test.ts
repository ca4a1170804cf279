import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseExactJson } from './exact-json.ts'

const long = '9'.repeat(64)

const exact: readonly [json: string, value: unknown][] = [
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['9007199254740992', 9007199254740992n],
  [' 9007199254740993 ', 9007199254740993n],
  ['{"9007199254740993":9007199254740993}', { '9007199254740993': 9007199254740993n }],
  ['{"a":[1,9007199254740993],"b":"x"}', { a: [1, 9007199254740993n], b: 'x' }],
  [`[${long},-${long}]`, [BigInt(long), -BigInt(long)]],
  ['["\\\\",9007199254740993]', ['\\', 9007199254740993n]],
  ['["\\"",9007199254740993]', ['"', 9007199254740993n]],
]

/** JSON with many digits but no integer beyond 2^53. */
const asBefore: readonly string[] = [
  '9007199254740991',
  '-9007199254740991',
  '"9007199254740993"',
  '{"9007199254740993":1}',
  '"a\\"9007199254740993"',
  '"\\\\\\"9007199254740993"',
  '[1e20,1E+20,1e0000000000000000020]',
  '9007199254740993.0',
  '9007199254740993e0',
  '0.12345678901234567890',
  '-0.00000000000000000001',
  `${long}9`,
  '1'.repeat(400),
  '[["255712345678","255712345678"],[1,2,3]]',
  '[9007199254740993,"\\u00009007199254740993"]',
  'null',
]

describe('parseExactJson', () => {
  for (const [json, value] of exact)
    it(`keeps all digits of ${json.slice(0, 40)}`, () => assert.deepEqual(parseExactJson(json), value))

  for (const json of asBefore)
    it(`reads ${json.slice(0, 40)} as JSON.parse does`, () => assert.deepEqual(parseExactJson(json), JSON.parse(json)))

  it('keeps __proto__ as an ordinary field', () => {
    const value = parseExactJson('{"__proto__":9007199254740993}') as object
    assert.deepEqual(Object.entries(value), [['__proto__', 9007199254740993n]])
  })

  it('finds a long integer at every position', () => {
    for (let before = 0; before < 40; before += 1) {
      const text = `${' '.repeat(before)}1234567890123456789`
      assert.equal(parseExactJson(text), 1234567890123456789n)
    }
  })

  it('throws on invalid JSON', () => {
    for (const text of [
      '{9007199254740993:1}',
      '09007199254740993',
      '[9007199254740993',
      '"9007199254740993',
      '+1',
      '',
    ])
      assert.throws(() => parseExactJson(text), SyntaxError)
  })

  it('returns integers of any size and all other values unchanged', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(fc.bigInt(), fc.maxSafeInteger(), fc.string(), fc.stringMatching(/^["\\0-9]{0,40}$/), tie('list')),
      list: fc.array(tie('any'), { maxLength: 5 }),
    })).any
    const isShort = (one: unknown): boolean =>
      Array.isArray(one) ? one.every(isShort) : typeof one !== 'bigint' || String(one).length <= 64
    fc.assert(
      fc.property(value.filter(isShort), (given) => {
        assert.deepEqual(write(parseExactJson(write(given))), write(given))
      }),
    )
  })
})

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
