import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseRoots, fingerprintOf, type Kept } from './roots.ts'

const [old, fresh, other] = ['old', 'new', 'other'].map((word) => `${word} ${'s'.repeat(32)}`) as [
  string,
  string,
  string,
]

const kept = (secret: string, change: Partial<Kept> = {}): Kept => ({
  made: null,
  fingerprint: fingerprintOf(secret),
  sealVersion: 1,
  rotation: null,
  replaced: null,
  ...change,
})
const rotation = (state: 'preparing' | 'sealing', made: Partial<Record<'fromMade' | 'toMade', string>> = {}) => ({
  rotation: {
    state,
    fromFingerprint: fingerprintOf(old),
    toFingerprint: fingerprintOf(fresh),
    fromMade: null,
    toMade: null,
    ...made,
  },
  replaced: fingerprintOf(old),
})

describe('the root secrets of a process', () => {
  const both = [old, fresh]
  const table: readonly [string, (string | null)[], Kept, readonly string[] | RegExp][] = [
    ['the old one before a rotation', [old, null], kept(old), [old]],
    ['both before a rotation: the old one seals', [fresh, old], kept(old), both],
    ['only the new one before a rotation', [fresh, null], kept(old), /NGOMA_SECRET_PREVIOUS to the old one/],
    ['the old one while others prepare', [old, null], kept(old, rotation('preparing')), [old]],
    ['both while others prepare', [fresh, old], kept(old, rotation('preparing')), both],
    [
      'both while values are re-sealed: the new one seals',
      [fresh, old],
      kept(fresh, rotation('sealing')),
      [fresh, old],
    ],
    ['only the new one then', [fresh, null], kept(fresh, rotation('sealing')), /PREVIOUS to it until/],
    ['only the old one then', [old, null], kept(fresh, rotation('sealing')), /from before the last rotation/],
    ['only the new one afterwards', [fresh, null], kept(fresh, { replaced: fingerprintOf(old) }), [fresh]],
    ['both afterwards', [fresh, old], kept(fresh, { replaced: fingerprintOf(old) }), [fresh, old]],
    ['the old one afterwards', [old, null], kept(fresh, { replaced: fingerprintOf(old) }), /from before the last/],
    ['another', [other, null], kept(old), /does not match .* ngoma secret reset/],
    ['none, where the database keeps them', [null, null], kept(old, { made: old }), [old]],
    [
      'none, while the database keeps two',
      [null, null],
      kept(fresh, { made: fresh, ...rotation('sealing', { fromMade: old, toMade: fresh }) }),
      [fresh, old],
    ],
    ['none, where one was given', [null, null], kept(old), /is not set/],
  ]
  for (const [title, [given = null, previous = null], state, wanted] of table)
    it(`are judged: ${title}`, () => {
      const roots = chooseRoots({ given, previous, mayMake: true }, state)
      if (wanted instanceof RegExp) assert.match('wrong' in roots ? roots.wrong : '', wanted)
      else assert.deepEqual('wrong' in roots ? roots.wrong : roots.readable.map(({ secret }) => secret), wanted)
    })
})
