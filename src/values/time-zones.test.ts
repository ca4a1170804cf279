import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CALLING_CODES } from './calling-codes.ts'
import { parsePhone } from './phone.ts'
import { minuteOfDay, TIME_ZONES, timeZoneOf } from './time-zones.ts'

const phone = (text: string) => parsePhone(text) ?? assert.fail(text)

describe('time zones', () => {
  it('are known for every calling code, and exist', () => {
    assert.deepEqual(
      CALLING_CODES.map(String).filter((code) => !TIME_ZONES.has(code)),
      [],
    )
    const now = new Date()
    for (const zone of new Set(TIME_ZONES.values())) assert.ok(minuteOfDay(zone, now) < 1_440, zone)
  })

  it('are of calling codes that exist', () => {
    for (const beginning of TIME_ZONES.keys()) assert.notEqual(parsePhone(beginning.padEnd(7, '0')), null, beginning)
  })

  for (const [number, zone] of [
    ['255712345678', 'Africa/Nairobi'],
    ['233201234567', 'Africa/Abidjan'],
    ['12125550100', 'America/New_York'],
    ['13125550100', 'America/Chicago'],
    ['18085550100', 'Pacific/Honolulu'],
    ['77012345678', 'Asia/Almaty'],
    ['79161234567', 'Europe/Moscow'],
    ['5592991234567', 'America/Manaus'],
    ['5511991234567', 'America/Sao_Paulo'],
    ['5216641234567', 'America/Tijuana'],
    ['526531234567', 'America/Hermosillo'],
    ['526361234567', 'America/Mexico_City'],
    ['5216561234567', 'America/Ciudad_Juarez'],
    ['523111234567', 'America/Mazatlan'],
    ['262639123456', 'Indian/Mayotte'],
    ['88212345678', 'UTC'],
  ] as const)
    it(`put ${number} into ${zone}`, () => assert.equal(timeZoneOf(phone(number)), zone))

  it('tell the minute of the day, in summer and in winter', () => {
    const at = (zone: string, time: string) => minuteOfDay(zone, new Date(time))
    assert.equal(at('Africa/Nairobi', '2030-01-01T21:30:59.999Z'), 30)
    assert.equal(at('Africa/Nairobi', '2030-01-01T20:59:00Z'), 1_439)
    assert.equal(at('Europe/Berlin', '2030-01-01T12:00:00Z'), 13 * 60)
    assert.equal(at('Europe/Berlin', '2030-07-01T12:00:00Z'), 14 * 60)
    assert.equal(at('Asia/Kathmandu', '2030-07-01T12:00:00Z'), 17 * 60 + 45)
  })
})
