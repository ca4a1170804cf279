import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allowsAddress, isKnownAddress, validHashes } from './rules.ts'

describe('addresses', () => {
  for (const [allowed, address, isAllowed] of [
    [null, '192.0.2.1', true],
    [['192.0.2.1'], '192.0.2.1', true],
    [['192.0.2.0/24', '10.0.0.0/8'], '10.1.2.3', true],
    [['192.0.2.0/24'], '192.0.3.1', false],
    [['192.0.2.0/24'], '::ffff:192.0.2.7', true],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '192.0.2.1', false],
    [['192.0.2.1'], 'nonsense', false],
  ] as const)
    it(`${isAllowed ? 'allow' : 'refuse'} ${address} with ${allowed?.join(' and ') ?? 'no restriction'}`, () =>
      assert.equal(allowsAddress({ addresses: allowed }, address), isAllowed))

  for (const [known, address, isKnown] of [
    [['192.0.2.1'], '192.0.2.1', true],
    [['192.0.2.1'], '192.0.2.2', false],
    [['2001:db8::1'], '2001:db8::ffff:2', true],
    [['2001:db8::1'], '2001:db8:0:1::1', false],
    [[], '192.0.2.1', false],
  ] as const)
    it(`${isKnown ? 'recognize' : 'do not recognize'} ${address} after ${known.join(' and ') || 'none'}`, () =>
      assert.equal(isKnownAddress(known, address), isKnown))
})

describe('valid hashes', () => {
  const [current, old] = [Buffer.from('current'), Buffer.from('old')]
  const now = new Date('2030-01-01T12:00:00Z')
  for (const [title, oldPasswordHash, oldPasswordUntil, wanted] of [
    ['the current one without a rotation', null, null, [current]],
    ['both before the end of the overlap', old, new Date('2030-01-01T12:00:01Z'), [current, old]],
    ['the current one from the end of the overlap', old, now, [current]],
  ] as const)
    it(`are ${title}`, () =>
      assert.deepEqual(validHashes({ passwordHash: current, oldPasswordHash, oldPasswordUntil }, now), wanted))
})
