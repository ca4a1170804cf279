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

describe('chooseRoots', () => {
  const both = [old, fresh]
  const table: readonly [string, (string | null)[], Kept, readonly string[] | RegExp][] = [
    ['the old secret before a rotation', [old, null], kept(old), [old]],
    ['both secrets before a rotation: the old one encrypts', [fresh, old], kept(old), both],
    ['only the new secret before a rotation', [fresh, null], kept(old), /NGOMA_SECRET_PREVIOUS to the old one/],
    ['the old secret while preparing', [old, null], kept(old, rotation('preparing')), [old]],
    ['both secrets while preparing', [fresh, old], kept(old, rotation('preparing')), both],
    ['both secrets while sealing: the new one encrypts', [fresh, old], kept(fresh, rotation('sealing')), [fresh, old]],
    ['only the new secret while sealing', [fresh, null], kept(fresh, rotation('sealing')), /PREVIOUS to it until/],
    [
      'only the old secret while sealing',
      [old, null],
      kept(fresh, rotation('sealing')),
      /from before the last rotation/,
    ],
    ['only the new secret after a rotation', [fresh, null], kept(fresh, { replaced: fingerprintOf(old) }), [fresh]],
    ['both secrets after a rotation', [fresh, old], kept(fresh, { replaced: fingerprintOf(old) }), [fresh, old]],
    [
      'the old secret after a rotation',
      [old, null],
      kept(fresh, { replaced: fingerprintOf(old) }),
      /from before the last/,
    ],
    ['an unknown secret', [other, null], kept(old), /does not match .* ngoma secret reset/],
    ['no secret, with one in the database', [null, null], kept(old, { made: old }), [old]],
    [
      'no secret, with two in the database',
      [null, null],
      kept(fresh, { made: fresh, ...rotation('sealing', { fromMade: old, toMade: fresh }) }),
      [fresh, old],
    ],
    ['no secret, although one was set before', [null, null], kept(old), /is not set/],
  ]
  for (const [title, [given = null, previous = null], state, wanted] of table)
    it(`${wanted instanceof RegExp ? 'rejects' : 'accepts'} ${title}`, () => {
      const roots = chooseRoots({ given, previous, mayMake: true }, state)
      if (wanted instanceof RegExp) assert.match('wrong' in roots ? roots.wrong : '', wanted)
      else assert.deepEqual('wrong' in roots ? roots.wrong : roots.readable.map(({ secret }) => secret), wanted)
    })
})
