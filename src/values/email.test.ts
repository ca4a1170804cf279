import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseEmail } from './email.ts'

describe('parseEmail', () => {
  const table: readonly [text: string, email: string | null][] = [
    ['owner@ngoma.local', 'owner@ngoma.local'],
    [' Asha.Juma+sms@Example.CO.TZ ', 'asha.juma+sms@example.co.tz'],
    ["o'neil@example.com", "o'neil@example.com"],
    ["o'@example.com", null],
    ["o.'@example.com", null],
    ["'@example.com", null],
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
  for (const [text, email] of table)
    it(`${email === null ? 'rejects' : 'accepts'} ${JSON.stringify(text.slice(0, 40))}`, () =>
      assert.equal(parseEmail(text), email))

  it('rejects every address that better-auth rejects', () => {
    const theirs = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
    const part = fc.string({ unit: fc.constantFrom(...`ab9_'+-.`), maxLength: 5 })
    fc.assert(
      fc.property(part, part, (local, domain) => {
        const email = parseEmail(`${local}@${domain}.example`)
        assert.ok(email === null || theirs.test(email), `${email}`)
      }),
      { numRuns: 5_000 },
    )
  })
})
