import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { targetOf } from './target.ts'

const origin = 'https://sms.example.com'

describe('targetOf', () => {
  it('returns the requested page, or the start page', () => {
    assert.equal(
      targetOf('/accounts/1/messages?status=delivered', origin),
      `${origin}/accounts/1/messages?status=delivered`,
    )
    for (const from of [undefined, '', 7, 'accounts/1', '//']) assert.equal(targetOf(from, origin), `${origin}/`)
  })

  it('never returns another site', () => {
    const elsewhere = [
      '//evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
    ]
    for (const from of elsewhere) assert.equal(targetOf(from, origin), `${origin}/`, JSON.stringify(from))
    assert.equal(new URL(targetOf('/.//evil.example', origin)).origin, origin)
  })
})
