import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deriveZones, printTable } from './derive.ts'

const countryZones: Readonly<Record<string, readonly string[]>> = {
  US: ['America/New_York', 'America/Chicago'],
  MX: ['America/Mexico_City', 'America/Tijuana'],
  BR: ['America/Sao_Paulo'],
  DZ: ['Africa/Algiers'],
  RU: ['Europe/Moscow', 'Asia/Omsk'],
  KZ: ['Asia/Almaty'],
}
const derived = deriveZones({
  countriesByCode: { 1: ['US'], 213: ['DZ'], 247: ['AC'], 52: ['MX'], 55: ['BR'], 7: ['RU', 'KZ'], 870: [] },
  zonesOfCountry: (country) => countryZones[country] ?? [],
  zonesByPrefix: {
    1: 'America/New_York',
    1212: 'America/New_York',
    1219: 'America/New_York',
    1219226: 'America/Chicago',
    12082: 'America/Denver',
    120831: 'America/Boise&America/Los_Angeles',
    1407: 'America/New_York',
    1689: 'America/Chicago',
    213: 'Europe/Paris',
    247: 'Atlantic/St_Helena',
    526: 'America/Mazatlan',
    52664: 'America/Tijuana',
    559: 'America/Manaus',
    559120: 'America/Sao_Paulo',
    79: 'Europe/Moscow',
  },
})

describe('deriveZones', () => {
  for (const [prefix, why, zones] of [
    ['213', 'uses the tz database for countries', ['Africa/Algiers']],
    ['247', 'uses libphonenumber for territories missing in the tz database', ['Atlantic/St_Helena']],
    ['870', 'uses UTC for codes without a country', ['UTC']],
    ['7', 'combines all countries of a shared calling code', ['Asia/Almaty', 'Asia/Omsk', 'Europe/Moscow']],
    ['77', 'separates a country with its own prefix', ['Asia/Almaty']],
    ['79', 'does not narrow mobile numbers without area codes', undefined],
    ['1212', 'uses libphonenumber for areas', ['America/New_York']],
    ['1219', 'combines all ranges of an area', ['America/Chicago', 'America/New_York']],
    ['1208', 'finds an area without its own row', ['America/Boise', 'America/Denver', 'America/Los_Angeles']],
    ['5591', 'includes numbers outside of the ranges of an area', ['America/Manaus', 'America/Sao_Paulo']],
    ['1689', 'uses the zones of the older area for an overlay', ['America/New_York']],
    ['526', 'includes Chihuahua in northern Mexico', ['America/Chihuahua', 'America/Mazatlan']],
    ['521664', 'adds the old mobile prefix of Mexico', ['America/Tijuana']],
  ] as const)
    it(why, () => assert.deepEqual(derived.get(prefix), zones))

  it('prints zones followed by prefixes in lines of limited length', () => {
    const table = new Map([
      ['255', ['Africa/Dar_es_Salaam']],
      ['243', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
      ['242', ['Africa/Brazzaville']],
      ['20', ['Africa/Cairo']],
    ])
    assert.equal(
      printTable(table, 40),
      [
        'Africa/Cairo 20',
        'Africa/Brazzaville 242 Africa/Kinshasa',
        '  Africa/Lubumbashi 243',
        'Africa/Dar_es_Salaam 255',
      ].join('\n'),
    )
  })
})
