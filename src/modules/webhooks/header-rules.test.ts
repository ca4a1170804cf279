import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../values/refusal.ts'
import { type HeaderChange, isOtherOrigin, mergeHeaders, readHeaderChange } from './header-rules.ts'

const refusalOf = (read: () => unknown): Refusal => {
  try {
    read()
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  return assert.fail('no refusal was thrown')
}

const valid: readonly (readonly [name: string, value: string | null])[] = [
  ['authorization', 'Bearer a.b-c'],
  ['x-api-key', '!~'],
  ["!#$%&'*+.^_`|~09az-", 'x'],
  ['x'.repeat(64), 'v'.repeat(1_024)],
  ['cookie', 'a=1; b=2'],
  ['x-old', null],
]

const invalid: readonly (readonly [name: string, value: string])[] = [
  ['', 'x'],
  ['x'.repeat(65), 'x'],
  ['a b', 'x'],
  ['a:b', 'x'],
  ['a\nb', 'x'],
  ['é', 'x'],
  ['x-key', ''],
  ['x-key', ' x'],
  ['x-key', 'x '],
  ['x-key', 'a\r\nb: c'],
  ['x-key', 'a\tb'],
  ['x-key', 'é'],
  ['x-key', '\x7f'],
  ['x-key', 'v'.repeat(1_025)],
]

const reserved = [
  'host',
  'Content-Type',
  'content-length',
  'content-encoding',
  'User-Agent',
  'webhook-id',
  'webhook-signature',
  'ngoma-test',
  'service-secure-token',
  'shop-secure-token',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'proxy-authorization',
]

describe('request headers of an endpoint', () => {
  for (const [name, value] of valid)
    it(`accept ${name.slice(0, 30)}: ${value?.slice(0, 30) ?? null}`, () =>
      assert.deepEqual(readHeaderChange({ [name.toUpperCase()]: value }), { [name]: value }))

  for (const [name, value] of invalid)
    it(`reject ${JSON.stringify(name).slice(0, 30)}: ${JSON.stringify(value).slice(0, 30)}`, () => {
      const { status, message, hint, hintRepeats } = refusalOf(() => readHeaderChange({ [name]: value }))
      assert.deepEqual(
        [status, message, hintRepeats],
        [400, 'A header of the webhook endpoint is invalid or reserved.', true],
      )
      assert.match(hint, /^[\x20-\x7eé]{1,300}$/)
    })

  for (const name of reserved)
    it(`reject ${name}, which is set by the server`, () =>
      assert.equal(
        refusalOf(() => readHeaderChange({ [name]: 'x' })).message,
        'A header of the webhook endpoint is invalid or reserved.',
      ))

  it('reject a name in two spellings', () =>
    assert.equal(
      refusalOf(() => readHeaderChange({ 'X-Key': '1', 'x-key': '2' })).message,
      'A header of the webhook endpoint is invalid or reserved.',
    ))

  it('are merged with the saved headers, up to ten', () => {
    const numbered = (first: number, count: number, value: string | null): HeaderChange =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${first + index}`, value]))
    const ten = mergeHeaders({}, numbered(0, 10, 'a'))
    assert.equal(
      refusalOf(() => mergeHeaders(ten, { 'x-10': 'b' })).message,
      'A header of the webhook endpoint is invalid or reserved.',
    )
    assert.deepEqual(mergeHeaders(ten, { ...numbered(1, 9, null), 'x-0': 'b', 'x-10': 'c' }), {
      'x-0': 'b',
      'x-10': 'c',
    })
  })

  it('belong to the origin of a URL', () => {
    for (const [url, isOther] of [
      ['https://a.example/other?x', false],
      ['https://A.example:443/', false],
      ['https://b.example/', true],
      ['https://a.example:8443/', true],
      ['http://a.example/', true],
    ] as const)
      assert.equal(isOtherOrigin('https://a.example/hook', url), isOther, url)
  })
})
