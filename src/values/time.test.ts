import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseDay, parseLooseTime, parseScheduleTime, parseTypedTime, startOfMinute } from './time.ts'

const always: readonly [text: string, time: string][] = [
  ['2026-11-15 10:00', '2026-11-15T10:00:00.000Z'],
  ['2026-01-01 00:00', '2026-01-01T00:00:00.000Z'],
  ['2026-12-31 23:59', '2026-12-31T23:59:00.000Z'],
  ['2028-02-29 12:00', '2028-02-29T12:00:00.000Z'],
  ['2000-02-29 12:00', '2000-02-29T12:00:00.000Z'],
  ['9999-12-31 23:59', '9999-12-31T23:59:00.000Z'],
  ['0050-06-01 00:00', '0050-06-01T00:00:00.000Z'],
]

const leniently: readonly [text: string, time: string][] = [
  ['2026-11-15 10:00:59', '2026-11-15T10:00:59.000Z'],
  ['2026-11-15T10:00:00Z', '2026-11-15T10:00:00.000Z'],
  ['2026-11-15T10:00Z', '2026-11-15T10:00:00.000Z'],
  ['2026-11-15T10:00:00+03:00', '2026-11-15T07:00:00.000Z'],
  ['2026-11-15T10:00:00+0300', '2026-11-15T07:00:00.000Z'],
  ['2026-11-15T10:00:00+03', '2026-11-15T07:00:00.000Z'],
  ['2026-11-15T10:00:00-03:30', '2026-11-15T13:30:00.000Z'],
  ['2026-11-15T10:00:00-00:00', '2026-11-15T10:00:00.000Z'],
  ['2026-01-01T01:00:00+03:00', '2025-12-31T22:00:00.000Z'],
  ['2026-11-15T10:00:00.5Z', '2026-11-15T10:00:00.500Z'],
  ['2026-11-15T10:00:00,25Z', '2026-11-15T10:00:00.250Z'],
  ['2026-11-15T10:00:00.123456789+03:00', '2026-11-15T07:00:00.123Z'],
]

const never: readonly string[] = [
  '',
  ' ',
  'tomorrow',
  '2026-11-15',
  '2026-11-15 10',
  '2026-11-15 1:00',
  '26-11-15 10:00',
  '12026-11-15 10:00',
  '2026/11/15 10:00',
  '15-11-2026 10:00',
  ' 2026-11-15 10:00',
  '2026-11-15 10:00 ',
  '2026-11-15 10:00\n',
  '2026-11-15  10:00',
  '2026-11-15 10:00 AM',
  '2026-11-15 10:00Z',
  '2026-11-15 10:00:00Z',
  '2026-11-15 10:00:00.5',
  '2026-11-15T10:00',
  '2026-11-15T10:00:00',
  '2026-11-15T10:00.5Z',
  '2026-11-15T10:00:00.Z',
  '2026-11-15T10:00:00+3',
  '2026-11-15T10:00:00+24:00',
  '2026-11-15T10:00:00+03:60',
  '2026-11-15T10:00:60Z',
  '2026-11-15T24:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-11-15 10:00:60',
  '2026-02-30 10:00',
  '2026-02-29 10:00',
  '2100-02-29 10:00',
  '2026-04-31 10:00',
  '2026-13-45 10:00',
  '2026-13-01 10:00',
  '2026-00-10 10:00',
  '2026-01-00 10:00',
  '2026-01-32 10:00',
  '2026-11-15 24:00',
  '2026-11-15 10:60',
  '٢٠٢٦-11-15 10:00',
]

describe('parseScheduleTime', () => {
  for (const [text, time] of always) {
    it(`parses ${text} as GMT+0, lenient or not`, () => {
      assert.equal(parseScheduleTime(text)?.toISOString(), time)
      assert.equal(parseLooseTime(text)?.toISOString(), time)
    })
  }

  for (const [text, time] of leniently) {
    it(`parses ${text} only when lenient`, () => {
      assert.equal(parseScheduleTime(text), null)
      assert.equal(parseLooseTime(text)?.toISOString(), time)
    })
  }

  for (const text of never) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.equal(parseScheduleTime(text), null)
      assert.equal(parseLooseTime(text), null)
    })
  }

  it('parses any minute between 1970 and 9999', () => {
    const minutesMax = Date.UTC(9999, 11, 31, 23, 59) / 60_000
    fc.assert(
      fc.property(fc.integer({ min: 0, max: minutesMax }), (minutes) => {
        const iso = new Date(minutes * 60_000).toISOString()
        assert.equal(parseScheduleTime(iso.slice(0, 16).replace('T', ' '))?.toISOString(), iso)
      }),
      { numRuns: 2000 },
    )
  })

  it('parses any ISO string of JavaScript when lenient', () => {
    const time = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    fc.assert(fc.property(time, (date) => assert.equal(parseLooseTime(date.toISOString())?.getTime(), date.getTime())))
  })

  it('accepts exactly the days of the calendar', () => {
    for (const year of [1900, 2000, 2026, 2028]) {
      const days = Array.from({ length: 13 * 32 }, (_, i) => `${year}-${pad(Math.floor(i / 32))}-${pad(i % 32)} 00:00`)
      const leap = year === 2000 || year === 2028
      assert.equal(days.filter((day) => parseScheduleTime(day) !== null).length, leap ? 366 : 365, String(year))
    }
  })
})

describe('parseDay', () => {
  it('accepts real days and nothing else', () => {
    for (const day of ['0001-01-01', '1899-12-31', '2000-02-29', '9999-12-31'])
      assert.equal(parseDay(day)?.toISOString(), `${day}T00:00:00.000Z`)
    for (const text of [
      '',
      '0000-01-01',
      '0000-12-31',
      '1900-02-29',
      '2026-1-1',
      '2026-01-01 ',
      '2026-01-01 00:00',
      '10000-01-01',
    ]) {
      assert.equal(parseDay(text), null, text)
    }
  })
})

describe('startOfMinute', () => {
  it('drops seconds and milliseconds without changing its argument', () => {
    const date = new Date('2026-11-15T10:00:59.999Z')
    assert.equal(startOfMinute(date).toISOString(), '2026-11-15T10:00:00.000Z')
    assert.equal(date.toISOString(), '2026-11-15T10:00:59.999Z')
  })

  it('keeps a whole minute', () => {
    assert.equal(startOfMinute(new Date('2026-11-15T10:00:00.000Z')).toISOString(), '2026-11-15T10:00:00.000Z')
  })

  it('rounds down before 1970 too', () => {
    assert.equal(startOfMinute(new Date('1969-12-31T23:59:30.000Z')).toISOString(), '1969-12-31T23:59:00.000Z')
  })
})

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

describe('a time of the command line', () => {
  const typed: readonly [text: string, time: string | null][] = [
    ...always,
    ...leniently,
    ['2026-11-18', '2026-11-18T00:00:00.000Z'],
    ['2026-11-18T10:14', '2026-11-18T10:14:00.000Z'],
    ['2026-11-18T10:14:05', '2026-11-18T10:14:05.000Z'],
    ['2026-11-18 10:14+03:00', '2026-11-18T07:14:00.000Z'],
    ['2026-02-30T10:14', null],
    ['10:14', null],
    ['now', null],
  ]
  for (const [text, time] of typed)
    it(`reads ${JSON.stringify(text)} as ${time}`, () =>
      assert.equal(parseTypedTime(text)?.toISOString() ?? null, time))
})
