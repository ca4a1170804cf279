import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { openCheckingProcess } from '../../../test/smpp-credentials.ts'
import { onOneEngine, openTestDatabase, openWorld, until } from '../../../test/world.ts'
import { hashPassword, isSystemId, makePassword, makeSystemId, matchesHash } from './passwords.ts'

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

onOneEngine('SMPP passwords', (engine) => {
  it('stay valid when the root secret is rotated', async (context) => {
    const database = await openTestDatabase(engine)
    context.after(() => database.drop())
    const world = await openWorld(engine, { database, config: { secret: null } })
    const credentials = '/accounts/1/smpp/credentials'
    const { id, systemId, password } = (await command(world, 'POST', credentials, {})).body
    const { body: rotated } = await command(world, 'POST', `/accounts/1/credentials/${id}/rotate`, { overlapHours: 1 })
    const sealed = async () =>
      (await sql`select password_hash, old_password_hash from credentials where kind = 'smpp'`.execute(database.db))
        .rows[0]
    const before = await sealed()
    await command(world, 'POST', '/secret/rotate')
    await until('it is rotated', async () => (await command(world, 'GET', '/secret')).body.rotation.state === 'done')
    await world.close()
    assert.notDeepEqual(await sealed(), before)

    const process = await openCheckingProcess(database.db, () => 0, null)
    context.after(process.close)
    for (const valid of [password, rotated.password]) {
      const found = await process.authenticator.authenticate({ systemId, password: valid, address: '192.0.2.1' })
      assert.equal(typeof found === 'string' ? found : found.id, id)
    }
  })
})
