import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pauseSecondsAfter, placesOf } from './supervisor.ts'

describe('placesOf', () => {
  const rolesOf = (count: number) =>
    placesOf('all', count)
      .map(({ role }) => role)
      .join(' ')

  it('lets half of the processes serve requests and the others send', () => {
    assert.equal(rolesOf(2), 'api worker')
    assert.equal(rolesOf(3), 'api api worker')
    assert.equal(rolesOf(8), 'api api api api worker worker worker worker')
  })

  it('keeps workers off the port of the API', () => {
    assert.deepEqual(
      placesOf('all', 2).map(({ listens }) => listens),
      [true, false],
    )
  })

  it('keeps the role of all processes if there is one, and lets them listen', () => {
    for (const role of ['api', 'worker'] as const)
      assert.deepEqual(placesOf(role, 2), [
        { number: 1, role, listens: true },
        { number: 2, role, listens: true },
      ])
  })
})

describe('pauseSecondsAfter', () => {
  it('grows with each replacement, up to a limit', () =>
    assert.deepEqual([0, 1, 2, 3, 5, 6, 100].map(pauseSecondsAfter), [0, 1, 2, 4, 16, 30, 30]))
})
