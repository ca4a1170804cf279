import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Phone } from '../../values/phone.ts'
import { defaultPinApp } from '../../values/pin-app.ts'
import {
  findBlockReason,
  guardedFrom,
  isCountryAllowed,
  isInRange,
  isProven,
  prefixOf,
  type RangeState,
  withinLimits,
} from './guard.ts'
import type { App } from './store-apps.ts'

const now = new Date('2030-01-31T10:00:00Z')
const app: App = { ...defaultPinApp(false, 'en'), number: 1, createdAt: now, changedAt: now }
const state = (change: Partial<RangeState> = {}): RangeState => ({
  requests: 0,
  verified: 0,
  isBlocked: false,
  ...change,
})

describe('fraud guard rules', () => {
  const phone = '255712345678' as Phone
  for (const [title, change, counts, known, reason] of [
    ['no data', {}, {}, {}, null],
    ['off', { guard: 'off', countries: ['KE'] }, { country: 9_999 }, { prefix: state({ requests: 99 }) }, null],
    ['a country outside the list', { countries: ['KE', 'UG'] }, {}, {}, 'country_not_allowed'],
    ['a country on the list', { countries: ['TZ'] }, {}, {}, null],
    ['the cap of the country', {}, { country: 5_000, prefix: 300 }, {}, 'country_cap'],
    ['the cap of the prefix', {}, { country: 4_999, prefix: 300 }, {}, 'prefix_cap'],
    ['a blocked prefix', {}, {}, { prefix: state({ isBlocked: true }) }, 'unverified'],
    ['a blocked country', {}, {}, { country: state({ isBlocked: true }) }, 'unverified_country'],
    ['a blocked account', {}, {}, { account: state({ isBlocked: true }) }, 'unverified_account'],
    [
      'a proven prefix in a blocked country',
      {},
      {},
      { country: state({ isBlocked: true }), prefix: state({ requests: 10, verified: 1 }) },
      null,
    ],
    [
      'an unproven prefix in a blocked country',
      {},
      {},
      { country: state({ isBlocked: true }), prefix: state({ requests: 11, verified: 1 }) },
      'unverified_country',
    ],
  ] as const) {
    it(`answers ${title}: ${reason ?? 'allowed'}`, () =>
      assert.equal(findBlockReason({ ...app, ...change }, phone, counts, known), reason))
  }

  for (const [lifeSeconds, expected] of [
    [60, 60],
    [300, 300],
    [604_800, 300],
  ] as const)
    it(`block a wide range from ${expected} seconds after its first PIN with a lifetime of ${lifeSeconds}`, () =>
      assert.equal(guardedFrom({ lifeSeconds }, now).getTime() - now.getTime(), expected * 1_000))

  it('trust a prefix only with the share of wide ranges, whatever the application demands', () => {
    const lax = { ...app, verifiedPercentMin: 0 }
    assert.equal(isProven(state({ requests: 11, verified: 1 }), lax), false)
    assert.equal(isProven(state({ requests: 10, verified: 1 }), lax), true)
  })

  const limits = { staging: false, pinGuard: 'alert', pinsPerNumber: 10, pinLifeSeconds: 3_600 } as const
  for (const [title, change, expected] of [
    ['weaker', { guard: 'off', numberHourMax: 11, lifeSeconds: 604_800 }, ['alert', 10, 3_600]],
    ['stricter', { guard: 'block', numberHourMax: 3, lifeSeconds: 60 }, ['block', 3, 60]],
  ] as const) {
    const of = (staging: boolean) => {
      const { guard, numberHourMax, lifeSeconds } = withinLimits({ ...app, ...change }, { ...limits, staging })
      return [guard, numberHourMax, lifeSeconds]
    }
    it(`keep ${title} settings within the limits of the operator, but not in staging`, () => {
      assert.deepEqual(of(false), expected)
      assert.deepEqual(of(true), Object.values(change))
    })
  }

  const allowance = { country: 'TZ', countries: ['KE'], ranges: ['25671'] }
  for (const [number, country, range] of [
    ['255712345678', true, false],
    ['254712345678', true, false],
    ['256712345678', false, true],
    ['256772345678', false, false],
    ['882137770001', false, false],
  ] as const)
    it(`${country || range ? 'allow' : 'reject'} ${number}${country ? ' by its country' : range ? ' by its range' : ''}`, () => {
      assert.equal(isCountryAllowed(allowance, number as Phone), country)
      assert.equal(isInRange(allowance, number as Phone), range)
    })

  it('allow a country through the main country of its calling code', () =>
    assert.equal(isCountryAllowed({ country: 'CA', countries: [], ranges: [] }, '14165550123' as Phone), true))

  it('use the block of ten thousand numbers as the prefix', () => assert.equal(prefixOf(phone), '25571234'))
})
