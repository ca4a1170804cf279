import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maskJson, maskQuery } from './mask.ts'

describe('maskJson', () => {
  const values: readonly [title: string, value: unknown, shown: string][] = [
    [
      'keeps ordinary values',
      { to: '255712345678', n: 1, ok: true, no: null },
      '{"to":"255712345678","n":1,"ok":true,"no":null}',
    ],
    ['hides PINs, but not their IDs', { pinId: 'a1', pin: '4711' }, '{"pinId":"a1","pin":"••••"}'],
    [
      'hides secrets of any shape',
      { password: { a: 1 }, apiKey: 'k', client_secret: 's', token: null },
      '{"password":"••••","apiKey":"••••","client_secret":"••••","token":null}',
    ],
    ['hides custom headers', { headers: { 'X-Shop': 'duka' } }, '{"headers":"••••"}'],
    ['hides digits in texts', { message: 'PIN 12 34-56, room 12' }, '{"message":"PIN ••••, room 12"}'],
    [
      'hides digits in variables',
      { to: [{ phone: '255712345678', variables: { code: 4711, all: ['8899'] } }] },
      '{"to":[{"phone":"255712345678","variables":{"code":"••••","all":["••••"]}}]}',
    ],
    [
      'hides credentials in addresses',
      { url: 'https://me:pw@shop.example/hook?key=1' },
      '{"url":"https://shop.example/hook?…"}',
    ],
    ['hides payment pages', { src: 'https://pay.example/checkout/k3y' }, '{"src":"https://pay.example/checkout/…"}'],
    ['keeps plain addresses', { url: 'https://shop.example/hook' }, '{"url":"https://shop.example/hook"}'],
    ['writes big integers', { id: 12345678901234567890n }, '{"id":12345678901234567890}'],
    ['escapes', { 'a"': '\n' }, '{"a\\"":"\\n"}'],
  ]
  for (const [title, value, shown] of values) it(title, () => assert.equal(maskJson(value, 1_000), shown))

  it('bounds its output, and reads no more than it shows', () => {
    let read = 0
    const items = Array.from({ length: 1_000 }, () => ({
      get to() {
        read += 1
        return '255712345678'
      },
    }))
    const shown = maskJson(items, 100)
    assert.equal(shown.length, 100)
    assert.ok(shown.endsWith('…'))
    assert.ok(read < 10)
    assert.equal(maskJson({ message: 'x'.repeat(1_000_000) }, 100).length, 100)
  })
})

describe('maskQuery', () => {
  const queries: readonly [query: string, shown: string | null][] = [
    ['', null],
    ['page=2&q=255712345678', 'page=2&q=255712345678'],
    ['username=duka&password=hush', `username=duka&password=${encodeURIComponent('••••')}`],
    ['text=PIN+4711', `text=PIN+${encodeURIComponent('••••')}`],
  ]
  for (const [query, shown] of queries) it(`shows "${query}"`, () => assert.equal(maskQuery(query, 500), shown))
})
