import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeOf, type Settings } from './draft.ts'

const saved: Settings = {
  name: 'Punguzo',
  from: 'DUKA',
  text: 'Habari',
  audience: { bookIds: [1], segmentIds: [], contactIds: [], exclude: { bookIds: [], segmentIds: [], numbers: [] } },
  uniqueLinks: false,
  schedule: null,
  sendWindow: null,
  pace: 100,
}

describe('changes of a campaign', () => {
  const cases: [string, Partial<Settings>, Partial<Settings>][] = [
    ['are empty without a difference', { audience: structuredClone(saved.audience) }, {}],
    ['have only the settings that differ', { text: 'Karibu', pace: null }, { text: 'Karibu', pace: null }],
    [
      'have the whole audience',
      { audience: { ...saved.audience, bookIds: [1, 2] } },
      { audience: { ...saved.audience, bookIds: [1, 2] } },
    ],
    ['leave out an empty name', { name: ' ', from: 'INFO' }, { from: 'INFO' }],
  ]
  for (const [title, edit, change] of cases)
    it(title, () => assert.deepEqual(changeOf(saved, { ...saved, ...edit }), change))
})
