import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CALLING_CODES } from './countries.ts'
import { parsePhone } from './phone.ts'
import { minuteOfDay, TIME_ZONES, timeZonesOf } from './time-zones.ts'

const phone = (text: string) => parsePhone(text) ?? assert.fail(text)

describe('time zones', () => {
  it('exist for every calling code', () => {
    assert.deepEqual(
      CALLING_CODES.map(String).filter((code) => !TIME_ZONES.has(code)),
      [],
    )
    const now = new Date()
    for (const zone of new Set([...TIME_ZONES.values()].flat())) assert.ok(minuteOfDay(zone, now) < 1_440, zone)
  })

  it('belong to existing calling codes', () => {
    for (const prefix of TIME_ZONES.keys())
      assert.ok(
        CALLING_CODES.some((code) => prefix.startsWith(String(code))),
        prefix,
      )
  })

  for (const [number, place, zones] of [
    ['255712345678', 'Tanzania', ['Africa/Dar_es_Salaam']],
    ['233201234567', 'Ghana', ['Africa/Accra']],
    ['213551234567', 'Algeria', ['Africa/Algiers']],
    ['50581234567', 'Nicaragua', ['America/Managua']],
    ['243811234567', 'DR Congo', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
    ['12125550100', 'New York', ['America/New_York']],
    ['13125550100', 'Chicago', ['America/Chicago']],
    ['16025550100', 'Phoenix', ['America/Phoenix']],
    ['18085550100', 'Hawaii', ['Pacific/Honolulu']],
    ['18505550100', 'West Florida', ['America/Chicago', 'America/New_York']],
    ['14485550100', 'West Florida, newer area code', ['America/Chicago', 'America/New_York']],
    ['14165550100', 'Toronto', ['America/Toronto']],
    ['18765550100', 'Jamaica', ['America/Jamaica']],
    ['5511991234567', 'São Paulo', ['America/Sao_Paulo']],
    ['5568991234567', 'Acre', ['America/Rio_Branco']],
    ['5591991234567', 'Belém', ['America/Manaus', 'America/Sao_Paulo']],
    ['526641234567', 'Tijuana', ['America/Tijuana']],
    ['525512345678', 'Mexico City', ['America/Mexico_City']],
    ['526141234567', 'Chihuahua', ['America/Chihuahua', 'America/Mazatlan']],
    ['526561234567', 'Ciudad Juárez', ['America/Ciudad_Juarez']],
    ['628121234567', 'Indonesia', ['Asia/Jakarta', 'Asia/Jayapura', 'Asia/Makassar', 'Asia/Pontianak']],
    ['262639123456', 'Mayotte', ['Indian/Mayotte', 'Indian/Reunion']],
    ['88212345678', 'a satellite', ['UTC']],
  ] as const)
    it(`of ${number} in ${place} are ${zones.join(' and ')}`, () => assert.deepEqual(timeZonesOf(phone(number)), zones))

  for (const [number, country, some, notOne] of [
    ['79161234567', 'Russia', ['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Omsk', 'Asia/Kamchatka'], 'Europe/Paris'],
    ['77012345678', 'Kazakhstan', ['Asia/Almaty', 'Asia/Aqtau', 'Asia/Qostanay'], 'Europe/Moscow'],
    ['61412345678', 'Australia', ['Australia/Perth', 'Australia/Darwin', 'Australia/Sydney'], 'Pacific/Auckland'],
    ['12005550100', 'an unknown area code', ['America/New_York', 'Pacific/Honolulu'], 'America/Mexico_City'],
  ] as const)
    it(`of a mobile number in ${country} are all zones of the country`, () => {
      const zones = timeZonesOf(phone(number))
      assert.deepEqual(
        some.filter((zone) => !zones.includes(zone)),
        [],
      )
      assert.ok(!zones.includes(notOne))
    })

  it('give the minute of the day in summer and in winter', () => {
    const at = (zone: string, time: string) => minuteOfDay(zone, new Date(time))
    assert.equal(at('Africa/Nairobi', '2030-01-01T21:30:59.999Z'), 30)
    assert.equal(at('Africa/Nairobi', '2030-01-01T20:59:00Z'), 1_439)
    assert.equal(at('Europe/Berlin', '2030-01-01T12:00:00Z'), 13 * 60)
    assert.equal(at('Europe/Berlin', '2030-07-01T12:00:00Z'), 14 * 60)
    assert.equal(at('Asia/Kathmandu', '2030-07-01T12:00:00Z'), 17 * 60 + 45)
  })
})
