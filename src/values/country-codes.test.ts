import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import metadata from 'libphonenumber-js/max/metadata'
import { countryCodes, isCountryCode } from './countries.ts'

/** Ascension and Tristan da Cunha have phone numbers, but no ISO 3166-1 code. */
const partsOfOthers = ['AC', 'TA']

describe('country codes', () => {
  it('include every country with phone numbers, and each has a name', () => {
    const missing = Object.keys(metadata.countries).filter((code) => !isCountryCode(code))
    assert.deepEqual(missing.toSorted(), partsOfOthers)
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const code of countryCodes) assert.ok(names.of(code), code)
    assert.deepEqual([countryCodes.length, new Set(countryCodes).size], [250, 250])
  })

  it('have two capital letters', () => {
    for (const text of ['tz', 'ZZ', 'XX', 'TZA', 'T', '', 'EU', 'UK']) assert.equal(isCountryCode(text), false, text)
  })
})
