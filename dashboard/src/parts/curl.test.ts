import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { curlLine, exampleNumber, firstMessage } from './curl.ts'

const base = 'https://sms.example.com'

describe('curlLine', () => {
  it('quotes an apostrophe in a sender name for the shell', () => {
    const line = curlLine(base, firstMessage("Mama's", exampleNumber(true)), { apiKey: 'k', secret: 's' })
    assert.ok(line.startsWith(`curl -u k:s ${base}/v1/send \\\n`))
    assert.ok(line.includes(`"source_addr":"Mama'\\''s"`), line)
    assert.ok(line.includes('"dest_addr":"255712345678"'))
    assert.equal(
      curlLine(base, { path: '/v1/checkout?amount=1' }, { token: 't' }),
      `curl -H 'Authorization: t' '${base}/v1/checkout?amount=1'`,
    )
  })

  it('contains no real phone number in production', () => {
    assert.doesNotMatch(curlLine(base, firstMessage('INFO', exampleNumber(false)), { token: 't' }), /\d{6,}/)
  })
})
