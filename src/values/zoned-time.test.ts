import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isTimeZone, momentOf, parseLocalTime } from './zoned-time.ts'

const zones = [
  ...['UTC', 'Africa/Dar_es_Salaam', 'Africa/Casablanca', 'Africa/Cairo', 'America/New_York', 'America/St_Johns'],
  ...['America/Santiago', 'Europe/Berlin', 'Europe/Dublin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Gaza'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Niue', 'Etc/GMT+12'],
]
const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)
const localIn = (zone: string, moment: Date) => formats.get(zone)?.format(moment) ?? assert.fail(zone)
const parse = (text: string) => parseLocalTime(text) ?? assert.fail(text)

describe('the moment of a local time', () => {
  for (const [zone, local, moment, time] of [
    ['Africa/Nairobi', '2026-06-15T09:00', '2026-06-15T06:00', 'without clock changes'],
    ['Asia/Kathmandu', '2026-06-15T00:10', '2026-06-14T18:25', 'on the day before in UTC'],
    ['Pacific/Kiritimati', '2026-06-15T00:00', '2026-06-14T10:00', 'in the far east'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59', 'before a skipped hour'],
    ['America/New_York', '2026-03-08T02:00', '2026-03-08T07:00', 'at the start of a skipped hour'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30', 'in a skipped hour'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00', 'after a skipped hour'],
    ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59', 'before an hour that occurs twice'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30', 'in an hour that occurs twice'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00', 'after an hour that occurs twice'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30', 'in a skipped hour'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30', 'in an hour that occurs twice'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00', 'after an hour that occurs twice'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45', 'in a skipped half hour'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45', 'in a half hour that occurs twice'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00', 'on a skipped day'],
  ] as const)
    it(`is ${moment} for ${local} in ${zone}, ${time}`, () =>
      assert.equal(momentOf(parse(local), zone).toISOString(), `${moment}:00.000Z`))

  const minuteMs = 60_000
  const dayMs = 1_440 * minuteMs
  /** Days with a clock change. */
  const changes = zones.flatMap((zone) =>
    Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1) + day * dayMs))
      .filter((day) => localIn(zone, day).slice(11) !== localIn(zone, new Date(day.getTime() + dayMs)).slice(11))
      .map((day) => ({ zone, time: day.getTime() })),
  )
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -1_440, max: 2_880 }))
    .map(([{ zone, time }, minutes]) => ({ zone, time: new Date(time + minutes * minuteMs) }))
  const anyTime = fc.record({
    zone: fc.constantFrom(...zones),
    time: fc.date({ min: new Date('1975-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  })
  const cases = fc.oneof(nearChange, anyTime)

  it('shows the same local time in its zone, for every local time that exists', () => {
    fc.assert(
      fc.property(cases, ({ zone, time }) => {
        const local = localIn(zone, time)
        assert.equal(localIn(zone, momentOf(parse(local), zone)), local)
      }),
      { numRuns: 3_000 },
    )
  })

  it('never shows an earlier time, for any local time', () => {
    fc.assert(
      fc.property(cases, ({ zone, time }) => {
        const local = time.toISOString().slice(0, 19).replace('T', ' ')
        assert.ok(localIn(zone, momentOf(parse(local), zone)) >= local)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('time zones', () => {
  for (const [zone, isKnown] of [
    ['UTC', true],
    ['Africa/Nairobi', true],
    ['africa/NAIROBI', true],
    ['Asia/Kolkata', true],
    ['Etc/GMT+3', true],
    ['Mars/Olympus', false],
    ['+03:00', false],
    // The sign of the unit kelvin, whose lower case is a k.
    ['Asia/\u212Aolkata', false],
    ['', false],
  ] as const)
    it(`${isKnown ? 'include' : 'do not include'} ${JSON.stringify(zone)}`, () =>
      assert.equal(isTimeZone(zone), isKnown))

  it('have one format each, however their names are written', (t) => {
    const created = t.mock.method(Intl, 'DateTimeFormat')
    for (const name of ['Africa/Kampala', 'africa/kampala', 'AFRICA/KAMPALA', 'aFrica/kAmpala']) isTimeZone(name)
    assert.equal(created.mock.callCount(), 1)
  })
})
