import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import metadata from 'libphonenumber-js/max/metadata'
import { CALLING_CODES, callingCodeOf, countryOf, mainCountryOf } from './countries.ts'

import type { Phone } from './phone.ts'

describe('countryOf', () => {
  it('returns the main country of libphonenumber, or null for codes without a country', () => {
    const known = new Map(
      Object.entries(metadata.country_calling_codes).map(([code, countries]) => [code, countries[0]]),
    )
    for (const code of CALLING_CODES)
      assert.equal(countryOf(String(code)), known.get(String(code)) ?? null, String(code))
    assert.equal(countryOf('881'), null)
  })
})

describe('mainCountryOf', () => {
  it('returns the country whose calling code is shared', () => {
    for (const countries of Object.values(metadata.country_calling_codes))
      for (const country of countries) assert.equal(mainCountryOf(country), countries[0], country)
  })
})

describe('callingCodeOf', () => {
  it('finds every code with any following digits', () => {
    for (const code of CALLING_CODES) {
      for (const rest of ['0000000', '9999999']) assert.equal(callingCodeOf(`${code}${rest}` as Phone), String(code))
    }
  })
})
