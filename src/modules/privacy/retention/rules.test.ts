import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ClassLimits,
  changeLimit,
  type Days,
  daysOf,
  findProblem,
  generalOf,
  type Limit,
  limitAt,
  nextLimit,
  notSet,
  planRun,
} from './rules.ts'

const now = new Date('2030-06-15T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const set = (days: Days, keptDays: Days = null, keptUntil: Date | null = null): Limit => ({ days, keptDays, keptUntil })

const limits = (byDefault: Limit, max: Limit = notSet, builtIn: Days = null): ClassLimits => ({
  default: byDefault,
  max,
  builtIn,
})

describe('the limit of an account', () => {
  const cases: readonly (readonly [title: string, ClassLimits, own: Limit | null, at: Date, days: Days])[] = [
    ['is missing if nothing is set', limits(notSet), null, now, null],
    ['is the built-in default until operators set one', limits(notSet, notSet, 30), null, now, 30],
    ['is the default', limits(set(400), notSet, 30), null, now, 400],
    ['is missing if the default is off', limits(set(null), notSet, 30), null, now, null],
    ['is its own', limits(set(400)), set(100), now, 100],
    ['may be longer than the default', limits(set(400)), set(800), now, 800],
    ['may be off', limits(set(400)), set(null), now, null],
    ['is the default again', limits(set(400)), notSet, now, 400],
    ['is at most the maximum', limits(set(400), set(500)), set(800), now, 500],
    ['is the maximum if it is off', limits(set(400), set(500)), set(null), now, 500],
    ['is the maximum if the default is missing', limits(notSet, set(500)), null, now, 500],
    ['stays longer for a day', limits(notSet), set(30, 400, hours(24)), hours(23.99), 400],
    ['is shorter after a day', limits(notSet), set(30, 400, hours(24)), hours(24), 30],
    ['stays off for a day', limits(notSet), set(30, null, hours(24)), hours(1), null],
    ['follows a shorter default after a day', limits(set(30, 400, hours(24))), null, hours(1), 400],
    ['follows a shorter default then', limits(set(30, 400, hours(24))), null, hours(25), 30],
    ['follows a shorter maximum after a day', limits(set(400), set(30, null, hours(24))), set(100), hours(1), 100],
    ['follows a shorter maximum then', limits(set(400), set(30, null, hours(24))), set(100), hours(25), 30],
  ]
  for (const [title, given, own, at, days] of cases) it(title, () => assert.equal(limitAt(given, own, at), days))
})

describe('a change of a limit', () => {
  const [day, general] = [hours(24), { now: 400, later: 400 }]
  const cases: readonly (readonly [title: string, Limit, days: Days | undefined, Limit])[] = [
    ['to a longer one applies at once', set(30), 100, set(100)],
    ['to no limit applies at once', set(30), null, set(null)],
    ['to a shorter one keeps the old one for a day', set(100), 30, set(30, 100, day)],
    ['from no limit keeps everything for a day', set(null), 30, set(30, null, day)],
    ['from the default keeps the default for a day', notSet, 30, set(30, 400, day)],
    ['to the default keeps a longer one for a day', set(800), undefined, { ...notSet, keptDays: 800, keptUntil: day }],
    ['to the default applies at once if that is longer', set(30), undefined, notSet],
    ['keeps an earlier promise', set(30, 800, hours(3)), 20, set(20, 800, day)],
    ['undoes an earlier change', set(30, 800, hours(3)), 800, set(800)],
    ['to the same value changes nothing', set(30, 800, hours(3)), 30, set(30, 800, hours(3))],
    ['ignores a promise that is over', set(30, 800, hours(-1)), 20, set(20, 30, day)],
  ]
  for (const [title, limit, days, expected] of cases)
    it(title, () => assert.deepEqual(changeLimit(limit, days, general, now), expected))

  it('to a default that was shortened keeps the longer one for another day', () => {
    const shortened = limits(set(30, 400, hours(0.1)))
    const limit = changeLimit(set(400), undefined, generalOf(shortened, 'own', now), now)
    assert.deepEqual(limit, { ...notSet, keptDays: 400, keptUntil: day })
    assert.deepEqual([limitAt(shortened, limit, hours(23.9)), limitAt(shortened, limit, day)], [400, 30])
  })

  it('is announced with its time', () => {
    const own = set(30, 400, hours(20))
    assert.deepEqual(nextLimit(limits(notSet), own, now), { days: 30, at: hours(20) })
    assert.equal(nextLimit(limits(notSet), own, hours(20)), null)
    // The maximum hides the change.
    assert.equal(nextLimit(limits(notSet, set(20)), own, now), null)
  })
})

describe('the days of a rule', () => {
  const cases: readonly (readonly [rule: Parameters<typeof daysOf>[0], limit: Days, days: Days])[] = [
    [{}, null, null],
    [{}, 30, 30],
    [{ daysWithoutLimit: 365 }, null, 365],
    [{ daysWithoutLimit: 365 }, 400, 400],
    [{ atLeastDays: 90 }, 30, 90],
    [{ atLeastDays: 90 }, 400, 400],
    [{ atLeastDays: 90 }, null, null],
    [{ atMostDays: 8 }, null, 8],
    [{ atMostDays: 8 }, 400, 8],
    [{ atMostDays: 8 }, 7, 7],
  ]
  for (const [rule, limit, days] of cases)
    it(`${JSON.stringify(rule)} under ${limit} are ${days}`, () => assert.equal(daysOf(rule, limit), days))
})

describe('a value for a limit', () => {
  const cases = [
    ['messages', 6, null, 'the limit for messages must be from 7 to 36500 days'],
    ['messages', 7, null, null],
    ['texts', 0, null, 'the limit for texts must be from 1 to 36500 days'],
    ['logs', 29, null, 'the limit for logs must be from 30 to 36500 days'],
    ['logs', 36_501, null, 'the limit for logs must be from 30 to 36500 days'],
    ['events', 40, 30, 'the limit for events must be from 1 to 30 days, because operators set this maximum'],
    ['events', null, 30, 'the limit for events must be from 1 to 30 days, because operators set this maximum'],
    ['events', null, null, null],
    ['events', 30, 30, null],
  ] as const
  for (const [dataClass, days, max, problem] of cases)
    it(`${days} of at most ${max} for ${dataClass}`, () => assert.equal(findProblem(dataClass, days, max), problem))
})

it('runs unfinished rules first, then the oldest, and none that just finished', () => {
  const rules = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }))
  const progress = [
    { rule: 'a', finishedAt: hours(-1) },
    { rule: 'b', finishedAt: hours(-2) },
    { rule: 'c', finishedAt: null },
    { rule: 'd', finishedAt: hours(-0.1) },
  ]
  assert.deepEqual(planRun(rules, progress, now), [{ name: 'c' }, { name: 'e' }, { name: 'b' }, { name: 'a' }])
})
