import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashPassword, matchesHash } from './hash.ts'
import { allowsAddress, isKnownAddress, isSystemId, makePassword, makeSystemId, validHashes } from './rules.ts'

describe('system IDs', () => {
  for (const [text, isValid] of [
    ['shop', true],
    ['Shop_2.eu-west', true],
    ['x'.repeat(15), true],
    ['x'.repeat(16), false],
    ['', false],
    ['two words', false],
    ['caf\u00e9', false],
    ['shop\0', false],
    ['shop\n', false],
  ] as const)
    it(`${isValid ? 'may' : 'must not'} be ${JSON.stringify(text)}`, () => assert.equal(isSystemId(text), isValid))

  it('are valid when they are generated', () => {
    for (let time = 0; time < 100; time += 1) assert.ok(isSystemId(makeSystemId()))
  })
})

describe('generated passwords', () => {
  it('have 8 characters that do not look alike, and differ', () => {
    const made = Array.from({ length: 1_000 }, makePassword)
    for (const password of made) assert.match(password, /^[A-HJ-NP-Za-km-z2-9]{8}$/)
    assert.equal(new Set(made).size, made.length)
  })
})

describe('hashes of passwords', () => {
  it('match only their password', async () => {
    const hash = await hashPassword('secret42')
    assert.match(hash, /^scrypt:16384:8:1:[^:]+:[^:]+$/)
    assert.deepEqual([await matchesHash('secret42', hash), await matchesHash('Secret42', hash)], [true, false])
    assert.notEqual(await hashPassword('secret42'), hash)
  })

  it('never match when they are of another kind', async () => {
    for (const text of ['', 'secret42', 'argon2:1:2:3:a:b']) assert.equal(await matchesHash('secret42', text), false)
  })
})

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
