import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseEmail } from './email.ts'

describe('an e-mail address', () => {
  const table: readonly [text: string, email: string | null][] = [
    ['owner@ngoma.local', 'owner@ngoma.local'],
    [' Asha.Juma+sms@Example.CO.TZ ', 'asha.juma+sms@example.co.tz'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['a@localhost', null],
    ['a@b@example.com', null],
    ['.a@example.com', null],
    ['a..b@example.com', null],
    ['a.@example.com', null],
    ['a@-example.com', null],
    ['a@example-.com', null],
    ['a b@example.com', null],
    ['a@example.com\r\nBcc: x@example.com', null],
    ['', null],
    [`${'a'.repeat(250)}@example.com`, null],
  ]
  for (const [text, email] of table) it(`is ${email ?? 'refused'}: ${JSON.stringify(text.slice(0, 40))}`, () => assert.equal(parseEmail(text), email))
})
