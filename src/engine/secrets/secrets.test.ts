import assert from 'node:assert/strict'
import { hkdfSync } from 'node:crypto'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { openSecrets, readSecretState, resetRoot, SecretProblem, type Secrets } from './index.ts'

const given = 'a secret of more than thirty-two characters'
const other = 'another secret of more than thirty-two characters'

onBothEngines('the root secret', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())
  beforeEach(() => sql`with keys as (delete from lasting_keys) delete from root_secret`.execute(test.db))

  const keyOf = async (secret: string | null, mayMake = true) =>
    (await openSecrets(test.db, { given: secret, mayMake }, ['test'])).key('test').toString('hex')
  const refuses = (secret: string | null, mayMake: boolean, why: RegExp) =>
    assert.rejects(
      openSecrets(test.db, { given: secret, mayMake }),
      (error) => error instanceof SecretProblem && why.test(error.message),
    )
  const made = async () =>
    (await sql<{ made: string | null }>`select made from root_secret`.execute(test.db)).rows[0]?.made ?? null

  it('is generated once when allowed, and used by all processes', async () => {
    const [first, second] = await Promise.all([keyOf(null), keyOf(null)])
    assert.equal(first, second)
    assert.equal(await keyOf(null), first)
    assert.match((await made()) ?? '', /^[0-9a-f]{64}$/)
  })

  it('derives a different key for each use', async () => {
    const open = () => openSecrets(test.db, { given, mayMake: false }, ['one', 'two'])
    const secrets = await open()
    assert.equal(secrets.key('one').length, 32)
    assert.notDeepEqual(secrets.key('one'), secrets.key('two'))
    assert.deepEqual(secrets.key('one'), (await open()).key('one'))
  })

  it('uses random keys, on which concurrent starts agree', async () => {
    const derived = Buffer.from(hkdfSync('sha256', given, '', 'ngoma otp', 32))
    const open = () => openSecrets(test.db, { given, mayMake: false }, ['otp'])
    const [one, two] = await Promise.all([open(), open()])
    assert.notDeepEqual(one.key('otp'), derived)
    assert.deepEqual(one.key('otp'), two.key('otp'))
    assert.throws(() => one.key('unknown'), /add it to lastingKeys/)
  })

  it('creates new keys after a return to a secret whose keys were encrypted again', async () => {
    const first = await openSecrets(test.db, { given, mayMake: false }, ['test'])
    await sql`delete from root_secret`.execute(test.db)
    await openSecrets(test.db, { given: other, mayMake: false }, ['test'])
    // The state after a rotation: created under one secret, encrypted with the other.
    await sql`
      with old as (delete from lasting_keys where made_under = ${first.roots().current.fingerprint} returning made_under)
      update lasting_keys set made_under = old.made_under from old where lasting_keys.made_under <> old.made_under
    `.execute(test.db)
    await sql`delete from root_secret`.execute(test.db)
    const back = await openSecrets(test.db, { given, mayMake: false }, ['test'])
    assert.equal(back.key('test').length, 32)
  })

  it('is required when none may be generated', async () => {
    await refuses(null, false, /must be set .*openssl rand/)
    assert.equal(await made(), null)
  })

  it('is not stored when NGOMA_SECRET is set, and another one is rejected', async () => {
    const key = await keyOf(given, false)
    assert.equal(await made(), null)
    await refuses(other, false, /does not match .* set that one/)
    await refuses(null, true, /is not set, but this database was created with one/)
    assert.equal(await keyOf(given, false), key)
  })

  it('moves out of the database when NGOMA_SECRET is set to it', async () => {
    const key = await keyOf(null)
    const kept = (await made()) ?? ''
    await refuses(null, false, /set the one that is stored in the database/)
    await refuses(other, false, /set the one that is stored in the database/)
    await sql`delete from secret_processes`.execute(test.db)
    await assert.rejects(resetRoot(test.db, other, new Date()), /stored in the database, so it is not lost/)
    assert.equal(await keyOf(kept, true), key)
    assert.equal(await made(), kept)
    assert.equal(await keyOf(kept, false), key)
    assert.equal(await made(), null)
    assert.equal(await keyOf(kept, false), key)
  })

  it('can be inspected without changes', async () => {
    const state = (secret: string | null, mayMake: boolean) => readSecretState(test.db, { given: secret, mayMake })
    assert.deepEqual(await state(null, true), { source: 'to be made', rotating: false })
    assert.deepEqual(await state(given, false), { source: 'given', rotating: false })
    assert.equal((await sql`select 1 from root_secret`.execute(test.db)).rows.length, 0)
    await keyOf(null)
    assert.deepEqual(await state(null, true), { source: 'made', rotating: false })
    assert.match(JSON.stringify(await state(null, false)), /stored in the database/)
    assert.match(JSON.stringify(await state(other, true)), /does not match/)
  })
})

onOneEngine('sealed values', (engine) => {
  let test: TestDatabase
  let secrets: Secrets
  before(async () => {
    test = await openTestDatabase(engine)
    secrets = await openSecrets(test.db, { given, mayMake: false })
  })
  after(() => test.drop())

  const text = 'whsec_hunter2 €'
  const fails = (attempt: () => unknown, why: RegExp) =>
    assert.throws(
      attempt,
      (error) => error instanceof SecretProblem && why.test(error.message) && !/hunter2/.test(error.message),
    )

  it('can be opened with the same secret, use and row', async () => {
    const again = await openSecrets(test.db, { given, mayMake: false })
    assert.equal(again.open('webhooks', secrets.seal('webhooks', text)), text)
    assert.equal(again.open('webhooks', secrets.seal('webhooks', text, 'endpoint 7'), 'endpoint 7'), text)
    assert.equal(again.open('webhooks', secrets.seal('webhooks', '')), '')
  })

  it('differ every time and do not reveal the text', () => {
    const [one, two] = [secrets.seal('webhooks', text), secrets.seal('webhooks', text)]
    assert.notDeepEqual(one, two)
    assert.equal(one[0], 1)
    assert.ok(!one.includes('hunter2'))
  })

  it('cannot be opened with another use, row or secret', async () => {
    const sealed = secrets.seal('webhooks', text, 'endpoint 7')
    const moved =
      /cannot decrypt the value for webhooks: it was changed or moved .*Restore it from a backup, or enter it again/
    fails(() => secrets.open('providers', sealed, 'endpoint 7'), /cannot decrypt the value for providers/)
    fails(() => secrets.open('webhooks', sealed, 'endpoint 8'), moved)
    fails(() => secrets.open('webhooks', sealed), moved)
    await sql`delete from root_secret`.execute(test.db)
    const strange = await openSecrets(test.db, { given: other, mayMake: false })
    fails(() => strange.open('webhooks', sealed, 'endpoint 7'), moved)
  })

  it('cannot be opened when any bit is changed or missing', () => {
    const sealed = secrets.seal('webhooks', text)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      fails(() => secrets.open('webhooks', changed), at === 0 ? /another version of Ngoma/ : /changed or moved/)
    }
    for (const length of [0, 1, 28]) fails(() => secrets.open('webhooks', sealed.subarray(0, length)), /or is damaged/)
    fails(() => secrets.open('webhooks', sealed.subarray(0, -1)), /changed or moved/)
  })
})
