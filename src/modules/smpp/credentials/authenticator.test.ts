import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addTestAccount, type CheckingProcess, openCheckingProcess } from '../../../../test/smpp-credentials.ts'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../../../test/world.ts'
import type { Database } from '../../../engine/db/index.ts'
import { createMetrics } from '../../../engine/metrics.ts'
import { changeCredential } from '../../accounts/change.ts'
import { createSmppCredential, type IssuedSmppCredential, revokeCredential } from '../../accounts/credentials.ts'
import { rotateCredential } from '../../accounts/rotate.ts'
import { openAuthenticator } from './authenticator.ts'
import { openPasswordCheck } from './password-check.ts'

const home = '192.0.2.1'
const elsewhere = '198.51.100.7'
const hourMs = 3_600_000

function countReads(db: Database): { readonly db: Database; readonly reads: { count: number } } {
  const reads = { count: 0 }
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === 'getExecutor') reads.count += 1
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: counting, reads }
}

onOneEngine('SMPP authenticator', (engine) => {
  let test: TestDatabase
  let one: CheckingProcess
  let other: CheckingProcess
  let accountId: number
  let time = 0
  before(async () => {
    test = await openTestDatabase(engine)
    accountId = await addTestAccount(test.db, 'Shop')
    one = await openCheckingProcess(test.db, () => time)
    other = await openCheckingProcess(test.db, () => time)
  })
  after(async () => {
    await one.close()
    await other.close()
    await test.drop()
  })

  const rotate = async (id: number, overlapHours: number) =>
    (await rotateCredential(one.ctx, accountId, { id, byOperator: true }, overlapHours)) as IssuedSmppCredential

  const create = (settings = {}) => createSmppCredential(one.ctx, accountId, settings)
  /** The id of the credential, or the problem. */
  async function check(
    { systemId, password }: { readonly systemId: string; readonly password: string },
    address = home,
    process = one,
  ): Promise<number | string> {
    const found = await process.authenticator.authenticate({ systemId, password, address })
    return typeof found === 'string' ? found : found.id
  }

  const wrong = ({ systemId }: { readonly systemId: string }, number = 0) => ({ systemId, password: `bad-${number}` })

  async function suspend(id: number): Promise<void> {
    await sql`update accounts set suspended_at = now() where id = ${id}`.execute(test.db)
  }

  async function useUp(systemId: string, address: string): Promise<void> {
    for (let number = 0; number < 10; number += 1)
      assert.equal(await check({ systemId, password: `use-${number}` }, address), 'unknown')
  }

  it('accepts the right password and refuses others', async () => {
    const issued = await create({ bindsMax: 2, messageIds: 'hex' })
    assert.equal(one.authenticator.find(issued.id), null)
    assert.equal(await check(issued), issued.id)
    assert.equal(await check(issued), issued.id)
    assert.equal(await check(wrong(issued)), 'unknown')
    assert.equal(await check({ ...issued, password: issued.password.toLowerCase() }), 'unknown')
    assert.equal(await check({ systemId: 'nobody', password: issued.password }), 'unknown')
    assert.equal(await check({ systemId: 'no\0body', password: issued.password }), 'unknown')
    const { systemId, bindsMax, messageIds, messagesPerDay } = one.authenticator.find(issued.id) ?? {}
    assert.deepEqual([systemId, bindsMax, messageIds, messagesPerDay], [issued.systemId, 2, 'hex', null])
  })

  it('accepts a chosen password that is longer than those of SMPP 3.4', async () => {
    const issued = await create({ password: 'old Kannel pw!' })
    assert.equal(issued.password, 'old Kannel pw!')
    assert.equal(await check(issued), issued.id)
    assert.equal(await check({ ...issued, password: 'old Kann' }), 'unknown')
  })

  it('stores neither the password nor a hash that works without the root secret', async () => {
    const { id, password } = await create()
    const { rows } = await sql<{ hash: Buffer }>`
      select password_hash as hash from credentials where id = ${id}
    `.execute(test.db)
    const text = rows[0]?.hash.toString('latin1') ?? ''
    assert.deepEqual([text.includes('scrypt'), text.includes(password)], [false, false])
  })

  it('accepts the old password until the overlap ends', async () => {
    const issued = await create()
    const rotated = await rotate(issued.id, 2)
    assert.deepEqual([await check(issued), await check(rotated)], [issued.id, issued.id])
    one.ctx.clock.moveForward(2 * hourMs)
    assert.deepEqual([await check(issued), await check(rotated)], ['unknown', issued.id])
  })

  it('refuses another rotation during the overlap, unless it ends all passwords before', async () => {
    const issued = await create()
    const rotated = await rotate(issued.id, 2)
    await assert.rejects(
      rotate(issued.id, 2),
      /The SMPP password was rotated, and the one before the last is still valid/,
    )
    assert.deepEqual([await check(issued), await check(rotated)], [issued.id, issued.id])
    one.ctx.clock.moveForward(2 * hourMs)
    const next = await rotate(issued.id, 2)
    await until('the new password is known', async () => (await check(next)) === issued.id)
    assert.equal(await check(rotated), issued.id)
    const last = await rotate(issued.id, 0)
    await until('the change is known', async () => (await check(next)) === 'unknown')
    assert.deepEqual([await check(rotated), await check(last)], ['unknown', issued.id])
  })

  it('refuses a remembered password after a rotation without overlap', async () => {
    const issued = await create()
    assert.equal(await check(issued), issued.id)
    const rotated = await rotate(issued.id, 0)
    await until('the change is known', async () => (await check(issued)) === 'unknown')
    assert.equal(await check(rotated), issued.id)
  })

  it('applies changes and revocations of another process', async () => {
    const issued = await create()
    assert.equal(await check(issued, home, other), issued.id)
    let changes = 0
    other.authenticator.onChange(() => {
      changes += 1
    })
    await changeCredential(one.ctx, accountId, issued.id, { windowSize: 7 })
    await until('the window has changed', () => other.authenticator.find(issued.id)?.windowSize === 7)
    await revokeCredential(one.ctx, accountId, issued.id)
    await until('the credential is revoked', () => other.authenticator.find(issued.id) === null)
    assert.ok(changes >= 2)
    assert.equal(await check(issued, home, other), 'unknown')

    const again = await create({ systemId: issued.systemId })
    assert.equal(await check(again, home, other), again.id)
    assert.equal(await check(issued, home, other), 'unknown')
  })

  it('refuses a credential of a suspended account', async () => {
    const suspended = await addTestAccount(test.db, 'Suspended')
    const issued = await createSmppCredential(one.ctx, suspended, {})
    assert.equal(await check(issued), issued.id)
    await suspend(suspended)
    await until('its sessions are closed', () => one.authenticator.find(issued.id) === null)
    assert.equal(await check(issued), 'suspended')
    assert.equal(await check(wrong(issued)), 'unknown')
  })

  it('refuses a password that is replaced, and an account that is suspended, during the check', async (context) => {
    const later = await addTestAccount(test.db, 'Suspended during the check')
    const [replaced, suspended] = [await create(), await createSmppCredential(one.ctx, later, {})]
    const slow = openPasswordCheck(one.ctx.secrets)
    const match = slow.match
    slow.match = async (row, password, now) => {
      const matched = await match(row, password, now)
      if (row?.id === replaced.id) {
        await rotate(replaced.id, 0)
        await changeCredential(one.ctx, accountId, replaced.id, { windowSize: 7 })
      } else await suspend(later)
      await until('the changes are known', () => authenticator.find(row?.id ?? 0)?.windowSize !== 50)
      return matched
    }
    const authenticator = openAuthenticator({ ...one.ctx, metrics: createMetrics() }, slow)
    context.after(authenticator.stop)
    const process = { ...one, authenticator }
    assert.equal(await check(replaced, home, process), 'unknown')
    assert.equal(await check(suspended, home, process), 'suspended')
  })

  it('refuses the right password from another address than the allowed ones', async () => {
    const issued = await create({ addresses: ['192.0.2.0/24', '2001:db8::/32'] })
    assert.equal(await check(issued, '::ffff:192.0.2.9'), issued.id)
    assert.equal(await check(issued, '2001:db8::5'), issued.id)
    // The same as for a wrong password, which the account can tell apart in its events.
    assert.equal(await check(issued, elsewhere), 'unknown')
    await one.ctx.events.write()
    const { rows } = await sql`select reason from account_events where subject = ${issued.systemId}`.execute(test.db)
    assert.deepEqual(rows, [{ reason: 'address' }])
  })

  it('counts attempts from addresses that are not allowed only for these addresses', async () => {
    const issued = await create({ addresses: ['192.0.2.0/24', '10.0.0.0/8'] })
    for (let number = 0; number < 20; number += 1)
      assert.equal(await check(wrong(issued, number), `198.51.100.${number}`), 'unknown')
    assert.equal(await check(issued, '10.1.2.3'), issued.id)
    // Those from the rest of a large allowed network do not lock out a small one.
    for (let number = 0; number < 10; number += 1)
      assert.equal(await check(wrong(issued, number), `10.0.0.${number}`), 'unknown')
    assert.equal(await check(issued, '10.0.0.20'), 'slowed')
    assert.equal(await check(issued, '192.0.2.50'), issued.id)
    await useUp(issued.systemId, '198.51.100.200')
    assert.equal(await check(issued, '198.51.100.200'), 'slowed')
  })

  it('slows wrong passwords of an address, for every system ID', async () => {
    const [first, second] = [await create(), await create()]
    await useUp(first.systemId, '203.0.113.1')
    assert.equal(await check(second, '203.0.113.1'), 'slowed')
    assert.equal(await check({ systemId: 'nobody', password: 'x' }, '203.0.113.1'), 'slowed')
    assert.equal(await check(second, '203.0.113.2'), second.id)
    time += 10_000
    assert.equal(await check(second, '203.0.113.1'), second.id)
  })

  it('slows wrong passwords of a system ID from many addresses, but not its customer', async () => {
    const issued = await create()
    assert.equal(await check(issued), issued.id)
    for (let number = 0; number < 10; number += 1)
      assert.equal(await check(wrong(issued, number), `203.0.113.${100 + number}`), 'unknown')
    assert.equal(await check(issued, '203.0.113.120'), 'slowed')
    assert.equal(await check(issued), issued.id)
  })

  it('knows the address of a customer who used another process', async () => {
    const issued = await create()
    assert.equal(await check(issued, home), issued.id)
    assert.equal(await check(issued, elsewhere, other), issued.id)
    await sql`update credentials set last_address = ${elsewhere} where id = ${issued.id}`.execute(test.db)
    for (let number = 0; number < 10; number += 1)
      assert.equal(await check(wrong(issued, number), `203.0.113.${200 + number}`), 'unknown')
    assert.equal(await check(issued, elsewhere), issued.id)
  })

  it('accepts a remembered password while another program at the same address uses a wrong one', async () => {
    const issued = await create()
    assert.equal(await check(issued, '203.0.113.3'), issued.id)
    await useUp(issued.systemId, '203.0.113.3')
    assert.equal(await check(wrong(issued), '203.0.113.3'), 'slowed')
    assert.equal(await check(issued, '203.0.113.3'), issued.id)
  })

  it('counts wrong passwords that are presented at the same time', async () => {
    const issued = await create()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => check(wrong(issued, number), '203.0.113.4')),
    )
    assert.equal(answers.filter((answer) => answer === 'unknown').length, 10)
    assert.equal(answers.filter((answer) => answer === 'slowed').length, 40)
  })

  it('accepts many binds with the right password at the same time', async () => {
    const issued = await create()
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(issued, '203.0.113.5')))
    assert.deepEqual(new Set(answers), new Set([issued.id]))
  })

  it('reads the database for slowed attempts once a second', async (context) => {
    const issued = await create()
    await useUp(issued.systemId, '203.0.113.6')
    const { db, reads } = countReads(test.db)
    const clock = { ...one.ctx.clock, now: () => new Date('2030-01-01T12:00:00Z') }
    const authenticator = openAuthenticator({ ...one.ctx, db, clock, metrics: createMetrics() })
    context.after(authenticator.stop)
    const process = { ...one, authenticator }
    for (let number = 0; number < 10; number += 1)
      assert.equal(await check({ systemId: `other-${number}`, password: 'x' }, '203.0.113.6', process), 'slowed')
    for (let number = 0; number < 10; number += 1)
      assert.equal(await check(wrong(issued, number), '203.0.113.7', process), 'slowed')
    // Changes of other tests may cause a few more.
    assert.ok(reads.count < 8, `${reads.count} reads`)
  })

  it('notes refusals for the account and counts them', async () => {
    const issued = await create()
    await check(wrong(issued))
    await one.ctx.events.write()
    const { rows } = await sql`
      select kind, reason, count from account_events where account_id = ${accountId} and subject = ${issued.systemId}
    `.execute(test.db)
    assert.deepEqual(rows, [{ kind: 'smpp.refused', reason: 'password', count: 1 }])
    assert.match(await one.metrics.text(), /ngoma_smpp_credentials_refused_total\{reason="unknown"\} [1-9]/)
    assert.match(await one.metrics.text(), /ngoma_smpp_credentials_refused_total\{reason="slowed"\} [1-9]/)
  })

  it('writes the last use and address when it stops', async () => {
    const issued = await create()
    const process = await openCheckingProcess(test.db, () => time)
    assert.equal(await check(issued, '::ffff:192.0.2.44', process), issued.id)
    await process.close()
    const { rows } = await sql`
      select last_address as address, last_used_at is not null as used from credentials where id = ${issued.id}
    `.execute(test.db)
    assert.deepEqual(rows, [{ address: '192.0.2.44', used: true }])
  })
})
