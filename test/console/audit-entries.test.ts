import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../world.ts'
import {
  addAccount,
  addPerson,
  adminPassword,
  ask,
  command,
  freshAddress,
  freshEmail,
  type Person,
  password,
  signIn,
  signInAdmin,
} from './people.ts'

interface Entry {
  readonly id: number
  readonly accountId: number | null
  readonly userId: string | null
  readonly actor: string
  readonly address: string | null
  readonly action: string
  readonly params: Record<string, unknown>
  readonly status: number | null
  readonly detail: Record<string, unknown> | null
}

onOneEngine('audit log entries', (engine) => {
  let world: World
  let operator: Person
  let owner: Person
  let accountId: number
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    operator = await signInAdmin(world)
    accountId = await addAccount(world)
    owner = await addPerson(world, accountId, 'owner')
  })
  after(() => world.close())

  async function entriesAfter(id: number): Promise<Entry[]> {
    const { rows } = await sql<Entry>`
      select id, account_id as "accountId", user_id as "userId", actor, address, action, params, status, detail from audit_entries where id > ${id} order by id
    `.execute(world.db)
    return rows
  }

  const lastId = async () => (await entriesAfter(0)).at(-1)?.id ?? 0

  /** Runs a call and returns the one entry that it writes. */
  async function entryOf(call: () => Promise<unknown>): Promise<Omit<Entry, 'id'>> {
    const before = await lastId()
    await call()
    const found = await entriesAfter(before)
    assert.equal(found.length, 1, JSON.stringify(found))
    const { id: _, ...entry } = found[0] as Entry
    return entry
  }

  it('records rejected changes with their status, but no forbidden, unauthenticated or invalid requests', async () => {
    const viewer = await addPerson(world, accountId, 'viewer')
    const missing = await entryOf(() => owner.ask('DELETE', `/accounts/${accountId}/optouts/255700000000`))
    assert.deepEqual([missing.action, missing.status], ['optout.remove', 404])
    const last = await entryOf(() => owner.ask('DELETE', `/accounts/${accountId}/members/${owner.id}`))
    assert.deepEqual([last.action, last.status], ['member.remove', 409])
    const wrong = await entryOf(() => signIn(world, owner.email, 'wrong guess'))
    assert.deepEqual([wrong.action, wrong.status, wrong.detail], ['session.begin', 401, { email: owner.email }])
    const unknown = await entryOf(() =>
      ask(world, 'POST', '/auth/reset-password', { body: { token: 'x', newPassword: password } }),
    )
    assert.deepEqual([unknown.status, unknown.detail], [400, { user: null }])

    const before = await lastId()
    await viewer.ask('POST', `/accounts/${accountId}/optouts`, { phone: '255712345678' })
    await viewer.ask('POST', '/accounts/999/optouts', { phone: '255712345678' })
    await ask(world, 'POST', `/accounts/${accountId}/optouts`, { body: { phone: '255712345678' } })
    await owner.ask('POST', `/accounts/${accountId}/optouts`, { phone: 'x'.repeat(51) })
    assert.deepEqual(await entriesAfter(before), [])
  })

  it('records who created a backup', async () => {
    const { action, actor, status } = await entryOf(() => operator.ask('GET', '/backup'))
    assert.deepEqual({ action, actor, status }, { action: 'backup.take', actor: operator.email, status: 200 })
  })

  it('stops recording attempts that a rate limit rejects', async () => {
    const before = await lastId()
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 30; time += 1) {
      statuses.push(
        (
          await ask(world, 'POST', '/auth/reset-password', {
            body: { token: `${time}`, newPassword: password },
            address,
          })
        ).status,
      )
    }
    assert.deepEqual(statuses, [...Array(20).fill(400), ...Array(10).fill(429)])
    assert.equal((await entriesAfter(before)).length, 20)
    const email = freshEmail()
    for (let time = 0; time < 15; time += 1) {
      await signIn(world, email, 'wrong guess', { address })
      // Otherwise the lockout could end during the test on a slow machine.
      if (time === 9) await sql`update sign_in_failures set last_at = last_at + interval '1 minute'`.execute(world.db)
    }
    assert.equal((await entriesAfter(before)).length, 30)
  })

  it('uses the real time when the staging clock is moved', async () => {
    const id = await lastId()
    assert.equal((await operator.ask('POST', '/simulator/clock', { seconds: 86_400 })).status, 200)
    assert.ok(world.clock.now().getTime() - Date.now() > 3_600_000)
    await owner.ask('POST', `/accounts/${accountId}/optouts`, { phone: '255712000111' })
    const { rows } = await sql<{ recent: boolean }>`
      select at between now() - interval '1 minute' and now() as recent from audit_entries where id > ${id}
    `.execute(world.db)
    assert.deepEqual(rows, [{ recent: true }, { recent: true }])
  })

  it('writes the entry before the change', async () => {
    await sql`
      create function must_be_audited() returns trigger language plpgsql as $$
        begin
          if not exists (select from audit_entries where action = 'optout.add' and status is null and account_id = new.account_id) then
            raise exception 'no entry';
          end if;
          return new;
        end
      $$
    `.execute(world.db)
    await sql`create trigger must_be_audited before insert on sms_optouts for each row execute function must_be_audited()`.execute(
      world.db,
    )
    assert.equal((await owner.ask('POST', `/accounts/${accountId}/optouts`, { phone: '255712000222' })).status, 201)
    await sql`drop trigger must_be_audited on sms_optouts`.execute(world.db)
  })

  it('records a failed change, and makes no change when the entry cannot be written', async () => {
    await sql`alter table sms_optouts rename to elsewhere`.execute(world.db)
    const entry = await entryOf(() => owner.ask('POST', `/accounts/${accountId}/optouts`, { phone: '255712000333' }))
    await sql`alter table elsewhere rename to sms_optouts`.execute(world.db)
    assert.deepEqual([entry.action, entry.status, entry.actor], ['optout.add', 500, owner.email])

    await sql`alter table audit_entries rename to elsewhere`.execute(world.db)
    const { status } = await owner.ask('POST', `/accounts/${accountId}/optouts`, { phone: '255712000444' })
    await sql`alter table elsewhere rename to audit_entries`.execute(world.db)
    assert.equal(status, 500)
    const { body } = await owner.ask('GET', `/accounts/${accountId}/optouts?limit=1000`)
    const phones = body.data.map(({ phone }: { phone: string }) => phone)
    assert.deepEqual([phones.includes('255712000333'), phones.includes('255712000444')], [false, false])
  })

  it('stores only the details that fit', async () => {
    const languages = ['am', 'ar', 'de', 'en', 'es', 'fr', 'it', 'pt', 'rw', 'sw']
    const texts = Object.fromEntries(languages.map((language) => [language, '{pin}'.padEnd(480, '.')]))
    const change = { texts, attemptsMax: 4 }
    const { detail } = await entryOf(() => owner.ask('PUT', `/accounts/${accountId}/otp/apps/1`, change))
    assert.deepEqual(detail, { app: 1, attemptsMax: 4, cut: ['texts'] })
  })

  it('shows owners the entries of their account and operators all entries, newest first', async () => {
    const other = await addAccount(world)
    await command(world, 'POST', `/accounts/${other}/optouts`, { phone: '255712000555' })
    const own = (await owner.ask('GET', `/accounts/${accountId}/audit?limit=1000`)).body
    const all = (await operator.ask('GET', '/audit?limit=1000')).body
    assert.ok(own.data.length > 5)
    assert.ok(own.data.every((entry: Entry) => entry.accountId === accountId))
    assert.ok(
      all.data.some(
        (entry: Entry) => entry.accountId === other && entry.action === 'optout.add' && entry.actor === 'command line',
      ),
    )
    assert.ok(all.total > own.total)
    const ids = all.data.map(({ id }: Entry) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((a: number, b: number) => b - a),
    )
    const { next } = (await owner.ask('GET', `/accounts/${accountId}/audit?limit=2`)).body
    const page = (await owner.ask('GET', `/accounts/${accountId}/audit?limit=2&cursor=${next}`)).body
    assert.deepEqual(page.data, own.data.slice(2, 4))
  })
})
