import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutPersonal } from './paths.ts'

describe('cutPersonal', () => {
  const table: readonly [url: string, shown: string][] = [
    ['/contacts/17', '/contacts/17'],
    ['/contacts/255712345678', '/contacts/…'],
    ['/contacts/+255712345678/notes?to=255712345678', '/contacts/…/notes'],
    ['/contacts/%32%35%35712345678', '/contacts/…'],
    ['/contacts/asha@example.com#x', '/contacts/…'],
    ['/contacts/asha%40example.com/', '/contacts/…/'],
    ['/contacts/%zz', '/contacts/%zz'],
    ['*', '*'],
  ]
  for (const [url, shown] of table)
    it(`shows ${url} as ${shown}`, () => assert.equal(cutPersonal(url, /\d{11}|@/), shown))

  it('tests each segment of a long path once', () => {
    const lengths: number[] = []
    class Counted extends RegExp {
      override test(text: string): boolean {
        lengths.push(text.length)
        return super.test(text)
      }
    }
    const path = `/${'a'.repeat(8_192)}/${'1'.repeat(8_192)}`
    assert.equal(cutPersonal(path, new Counted('\\d{7}|@')), `/${'a'.repeat(8_192)}/…`)
    assert.deepEqual(lengths, [0, 8_192, 8_192])
  })
})
