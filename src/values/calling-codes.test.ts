import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import metadata from 'libphonenumber-js/max/metadata'
import { CALLING_CODES } from './countries.ts'

describe('calling codes', () => {
  it('match libphonenumber, with and without a country', () => {
    const known = [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)]
    assert.deepEqual(CALLING_CODES.map(String).sort(), known.sort())
  })

  it('include codes without a country', () => {
    for (const code of [800, 808, 870, 878, 881, 882, 883, 888, 979])
      assert.ok(CALLING_CODES.includes(code), String(code))
  })

  it('have one to three digits, and none is a prefix of another', () => {
    for (const code of CALLING_CODES) {
      assert.match(String(code), /^[1-9]\d{0,2}$/)
      assert.deepEqual(
        CALLING_CODES.filter((other) => String(other).startsWith(String(code))),
        [code],
      )
    }
  })
})
