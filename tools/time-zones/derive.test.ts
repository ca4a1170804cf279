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

describe('derived time zones', () => {
  for (const [prefix, why, zones] of [
    ['213', 'of a country come from the tz database', ['Africa/Algiers']],
    ['247', 'of a territory that the tz database does not list come from libphonenumber', ['Atlantic/St_Helena']],
    ['870', 'of no country are UTC', ['UTC']],
    ['7', 'of a shared calling code are those of all its countries', ['Asia/Almaty', 'Asia/Omsk', 'Europe/Moscow']],
    ['77', 'of a country with its own digits are its own', ['Asia/Almaty']],
    ['79', 'of mobile numbers without area codes are not narrowed', undefined],
    ['1212', 'of an area come from libphonenumber', ['America/New_York']],
    ['1219', 'of an area are those of all its ranges', ['America/Chicago', 'America/New_York']],
    ['1208', 'of an area need no row of its own', ['America/Boise', 'America/Denver', 'America/Los_Angeles']],
    ['5591', 'of an area include those of the numbers outside its ranges', ['America/Manaus', 'America/Sao_Paulo']],
    ['1689', 'of an overlay are those of the older area', ['America/New_York']],
    ['526', 'of northern Mexico include Chihuahua', ['America/Chihuahua', 'America/Mazatlan']],
    ['521664', 'of Mexico also have the prefix of old mobile numbers', ['America/Tijuana']],
  ] as const)
    it(why, () => assert.deepEqual(derived.get(prefix), zones))

  it('are printed with the prefixes after their zones, in lines of bounded length', () => {
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
