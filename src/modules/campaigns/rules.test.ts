import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Phone } from '../../values/phone.ts'
import { Refusal } from '../../values/refusal.ts'
import { PhoneSet } from './audience.ts'
import {
  checkBraces,
  checkSchedule,
  createDueTimes,
  listUrls,
  pauseMsOf,
  replaceLinks,
  startsBetween,
  stepSizeOf,
} from './rules.ts'

const problemOf = (run: () => unknown): string | null => {
  try {
    run()
    return null
  } catch (error) {
    return error instanceof Refusal ? error.problem : String(error)
  }
}

describe('links in a text', () => {
  it('are listed once each, and replaced by their position', () => {
    const text = 'A {link https://a.example} B {link https://b.example/x?y=1} A {link https://a.example/}'
    assert.deepEqual(listUrls(text), ['https://a.example/', 'https://b.example/x?y=1'])
    assert.equal(
      replaceLinks(text, (index) => `<${index}>`),
      'A <0> B <1> A <0>',
    )
  })

  for (const [text, problem] of [
    ['{link javascript:alert(1)}', 'invalid_link'],
    ['{link example.com}', 'invalid_link'],
    ['{link https://user:secret@example.com/}', 'invalid_link'],
    ['{link https://example.com/a b}', 'invalid_link'],
    ['{link }', 'invalid_link'],
    [[1, 2, 3, 4, 5, 6].map((number) => `{link https://example.com/${number}}`).join(' '), 'too_many_links'],
    ['{links https://example.com} {link_1} {LINK https://example.com}', null],
  ] as const)
    it(`${problem === null ? 'ignores' : 'refuses'} ${text.slice(0, 60)}`, () =>
      assert.equal(
        problemOf(() => listUrls(text)),
        problem,
      ))
})

describe('braces in a text', () => {
  for (const [text, isValid] of [
    ['Hello {first_name}, {first_name|dear customer}, {city|} {link https://example.com}', true],
    ['Hello', true],
    ['Hello {first name}', false],
    ['Hello {first_name', false],
    ['Hello first_name}', false],
    ['Hello {{first_name}}', false],
    ['Hello {1st}', false],
  ] as const)
    it(`are ${isValid ? 'valid' : 'refused'} in ${text}`, () =>
      assert.equal(
        problemOf(() => checkBraces(text)),
        isValid ? null : 'unknown_placeholder',
      ))
})

describe('schedule of a campaign', () => {
  const tanzania = ['Africa/Dar_es_Salaam']
  const congo = ['Africa/Kinshasa', 'Africa/Lubumbashi']
  const at = '2030-06-15T09:00'

  for (const [zone, zones, first] of [
    ['account', tanzania, '2030-06-15T06:00:00.000Z'],
    ['America/New_York', tanzania, '2030-06-15T13:00:00.000Z'],
    ['recipient', tanzania, '2030-06-14T19:00:00.000Z'],
  ] as const)
    it(`begins at ${first} for the zone ${zone}`, () =>
      assert.equal(startsBetween({ at, zone }, zones).first.toISOString(), first))

  for (const [schedule, zones, problem] of [
    [{ at: '2030-02-30T09:00', zone: 'account' }, tanzania, 'invalid_time'],
    [{ at: '2030-06-15T24:00', zone: 'account' }, tanzania, 'invalid_time'],
    [{ at: '2030-06-15T09:00Z', zone: 'account' }, tanzania, 'invalid_time'],
    [{ at, zone: 'Mars/Olympus' }, tanzania, 'invalid_zone'],
    [{ at, zone: 'account' }, congo, 'invalid_zone'],
    [{ at, zone: 'Africa/Lubumbashi' }, congo, null],
    [{ at, zone: 'recipient' }, congo, null],
  ] as const)
    it(`${problem === null ? 'allows' : 'refuses'} ${schedule.at} in the zone ${schedule.zone} of ${zones[0]}`, () =>
      assert.equal(
        problemOf(() => checkSchedule(schedule, zones)),
        problem,
      ))

  it('is the local time of each recipient, and the last one where a number may be in several zones', () => {
    const dueAt = createDueTimes({ at, zone: 'recipient' }, new Date(0))
    const times = ['255712340010', '254712340010', '919812345678', '243812345678'].map((phone) =>
      dueAt(phone as Phone).toISOString(),
    )
    assert.deepEqual(times, [
      '2030-06-15T06:00:00.000Z',
      '2030-06-15T06:00:00.000Z',
      '2030-06-15T03:30:00.000Z',
      '2030-06-15T08:00:00.000Z',
    ])
    assert.equal(createDueTimes({ at, zone: 'account' }, new Date(5))('255712340010' as Phone).getTime(), 5)
  })

  it('follows clock changes', () => {
    const startOf = (local: string) => startsBetween({ at: local, zone: 'Europe/Paris' }, tanzania).first.toISOString()
    assert.equal(startOf('2030-03-30T09:00'), '2030-03-30T08:00:00.000Z')
    assert.equal(startOf('2030-03-31T09:00'), '2030-03-31T07:00:00.000Z')
  })
})

describe('pace of a campaign', () => {
  for (const [pace, size, pauseMs] of [
    [1, 1, 60_000],
    [60, 10, 10_000],
    [6_000, 1_000, 10_000],
    [60_000, 1_000, 1_000],
  ] as const)
    it(`of ${pace} a minute takes ${size} recipients, then waits ${pauseMs} ms`, () => {
      assert.equal(stepSizeOf(pace, 1_000), size)
      assert.equal(pauseMsOf(pace, size), pauseMs)
    })
})

describe('set of phone numbers', () => {
  it('adds each number once, like a set of strings', () => {
    const phone = fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }).map((number) => String(number) as Phone)
    fc.assert(
      fc.property(fc.array(phone), (phones) => {
        const [set, expected] = [new PhoneSet(), new Set<Phone>()]
        for (const one of [...phones, ...phones]) {
          assert.equal(set.add(one), !expected.has(one))
          expected.add(one)
        }
      }),
    )
  })

  it('grows', () => {
    const set = new PhoneSet()
    let added = 0
    for (let round = 0; round < 2; round += 1)
      for (let number = 0; number < 20_000; number += 1)
        if (set.add(String(255_712_000_000 + number) as Phone)) added += 1
    assert.equal(added, 20_000)
  })
})
