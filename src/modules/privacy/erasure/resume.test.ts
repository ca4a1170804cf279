import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, command } from '../../../../test/console/people.ts'
import { findInDatabase } from '../../../../test/otp.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'

const minuteMs = 60_000

onOneEngine('an erasure', (engine) => {
  let world: World
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-erasures-'))
  const erasuresFile = join(directory, 'erasures.jsonl')
  before(async () => {
    world = await openWorld(engine, { config: { erasuresFile } })
  })
  after(async () => {
    await world.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const erase = async (phone: string, path = '/person/erase') => {
    const { status, text, body } = await command(world, 'POST', path, { phone })
    assert.equal(status, 202, text)
    return body.id as number
  }
  const find = async (id: number) =>
    (await command(world, 'GET', '/erasures')).body.data.find((one: { id: number }) => one.id === id)
  const untilState = (id: number, state: string) =>
    until(`erasure ${id} is ${state}`, async () => (await find(id)).state === state)

  it('cancels scheduled messages, and waits until pending ones are final', async () => {
    const phone = '255713000101'
    const recipients = [{ recipient_id: 1, dest_addr: phone }]
    const later = new Date(world.clock.now().getTime() + 864e5).toISOString().slice(0, 16).replace('T', ' ')
    await world.send({ recipients, schedule_time: later, message: 'Tomorrow' })
    const { body } = await world.send({ recipients, message: 'Now' })
    await until('it is final', async () => (await world.statuses(body.request_id)).get(phone) === 'DELIVERED')
    // As if its receipt had not come yet.
    await sql`update sms_messages set status = 'PENDING', done_at = null where request_id = ${body.request_id}`.execute(
      world.db,
    )

    const id = await erase(phone)
    await until('it waits', async () => (await find(id)).pending === 1)
    assert.equal((await find(id)).state, 'waiting')
    await sql`update sms_messages set status = 'DELIVERED', done_at = now() where request_id = ${body.request_id}`.execute(
      world.db,
    )
    world.clock.moveForward(minuteMs)
    await untilState(id, 'done')
    assert.deepEqual(await findInDatabase(world.db, phone), [])
    const { rows } = await sql`
      select m.phone, m.status, m.reason, r.text from sms_messages m join sms_requests r on r.id = m.request_id order by m.id
    `.execute(world.db)
    assert.deepEqual(rows, [
      { phone: 'erased', status: 'UNDELIVERED', reason: 'cancelled', text: '' },
      { phone: 'erased', status: 'DELIVERED', reason: null, text: '' },
    ])
  })

  it('leaves texts that are still to be sent, and overwrites them when they are final', async () => {
    const [phone, reader] = ['255713000105', '255713000106']
    const later = new Date(world.clock.now().getTime() + 864e5).toISOString().slice(0, 16).replace('T', ' ')
    const recipients = [{ recipient_id: 7, dest_addr: reader }]
    const { body } = await world.send({ recipients, schedule_time: later, message: `Call ${phone}` })
    await command(world, 'POST', '/accounts/1/contacts', { phone })
    const id = await erase(phone)
    await until('it waits', async () => (await find(id)).pending === 1)
    assert.deepEqual(await findInDatabase(world.db, phone), ['sms_requests.text'])
    world.clock.moveForward(minuteMs)
    await command(world, 'POST', `/accounts/1/requests/${body.request_id}/cancel`, {})
    world.clock.moveForward(minuteMs)
    await untilState(id, 'done')
    assert.deepEqual(await findInDatabase(world.db, phone), [])
    const { rows } =
      await sql`select m.phone, m.recipient_id, r.text from sms_messages m join sms_requests r on r.id = m.request_id where r.id = ${body.request_id}`.execute(
        world.db,
      )
    assert.deepEqual(rows, [{ phone: reader, recipient_id: '7', text: 'Call erased' }])
  })

  it('deletes events of the person, and keeps events of others without the number', async () => {
    const phone = '255713000107'
    const endpoint = await sql<{ id: number }>`
      insert into webhook_endpoints (account_id, event, url, secret, created_at, disabled_at, disabled_reason)
      values (1, 'inbound-sms', ${`https://callback.invalid/${phone}`}, ''::bytea, now(), now(), 'by hand')
      returning id
    `.execute(world.db)
    const add = (body: object) =>
      sql`
        insert into webhook_events (account_id, endpoint_id, body, created_at)
        values (1, ${endpoint.rows[0]?.id}, ${JSON.stringify(body)}, now())
      `.execute(world.db)
    await add({ from: phone, to: '15001', message: { text: 'Hello' } })
    await add({ from: '255713000108', to: '15001', message: { text: `Ask 00${phone} or 1${phone}` } })
    await untilState(await erase(phone), 'done')
    const { rows } = await sql<{ body: string }>`select body from webhook_events`.execute(world.db)
    assert.deepEqual(
      rows.map(({ body }) => JSON.parse(body).message.text),
      [`Ask erased or 1${phone}`],
    )
    assert.deepEqual(await findInDatabase(world.db, phone), ['webhook_endpoints.url', 'webhook_events.body'])
    await sql`delete from webhook_events`.execute(world.db)
    await sql`delete from webhook_endpoints`.execute(world.db)
  })

  it('continues from its last step in another process', async () => {
    const phone = '255713000102'
    await command(world, 'POST', '/accounts/1/contacts', { phone, firstName: 'Amina' })
    await command(world, 'POST', '/accounts/1/templates', { title: 'Call', text: `Call ${phone}` })
    // The process that had the lease died after it had erased contacts.
    await sql`
      create function lease_to_another() returns trigger language plpgsql as $$
      begin
        new.lease_owner := 'a dead process';
        new.lease_until := clock_timestamp() + interval '1 second';
        new.step := 'table templates';
        return new;
      end $$
    `.execute(world.db)
    await sql`create trigger lease before insert on erasures for each row execute function lease_to_another()`.execute(
      world.db,
    )
    const id = await erase(phone)
    await sql`drop trigger lease on erasures`.execute(world.db)
    await untilState(id, 'done')
    // The sources were erased again at the end; the tables before that step were not searched.
    assert.deepEqual((await find(id)).counts, { contacts: 1, 'api-requests': 1, mentions: 1 })
    assert.deepEqual(await findInDatabase(world.db, phone), ['audit_entries.detail'])

    // Erasing again finds the rest.
    await untilState(await erase(phone), 'done')
    assert.deepEqual(await findInDatabase(world.db, phone), [])
  })

  it('that runs is not started twice, and its number is sealed until the end', async () => {
    const phone = '255713000103'
    await world.send({ recipients: [{ recipient_id: 1, dest_addr: phone }] })
    await sql`update sms_messages set status = 'PENDING', done_at = null where phone = ${phone}`.execute(world.db)
    const id = await erase(phone)
    assert.equal(await erase(phone), id)
    const other = await erase(phone, `/accounts/${await addAccount(world)}/person/erase`)
    assert.notEqual(other, id)
    const sealed = async () =>
      (
        await sql<{ there: boolean }>`select sealed_phone is not null as there from erasures where id = ${id}`.execute(
          world.db,
        )
      ).rows[0]?.there
    assert.equal(await sealed(), true)
    await until('the message is final', async () => {
      await sql`update sms_messages set status = 'DELIVERED', done_at = now() where phone = ${phone}`.execute(world.db)
      world.clock.moveForward(minuteMs)
      return (await find(id)).state === 'done'
    })
    assert.equal(await sealed(), false)
  })

  it('is refused when an account has 20 that are not finished', async () => {
    const accountId = await addAccount(world)
    await sql`
      insert into erasures (account_id, entry, phone_hash, sealed_phone, requested_by, requested_at, due_at)
      select ${accountId}, gen_random_uuid(), n::text, ''::bytea, 'somebody', now(), now() + interval '9 years'
        from generate_series(1, 20) n
    `.execute(world.db)
    const { status, body } = await command(world, 'POST', `/accounts/${accountId}/person/erase`, {
      phone: '255713000109',
    })
    assert.deepEqual([status, body.detail], [429, 'Too many erasures of the account are unfinished.'])
    await sql`delete from erasures where account_id = ${accountId}`.execute(world.db)
  })

  it('is refused when the erasures file cannot be written, and is in it without the number', async () => {
    const lines = readFileSync(erasuresFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(Object.keys(lines[0]), ['id', 'time', 'account', 'sealed'])
    assert.equal(readFileSync(erasuresFile, 'utf8').includes('255713000101'), false)
    const before = (await command(world, 'GET', '/erasures')).body.total
    rmSync(erasuresFile)
    rmSync(directory, { recursive: true })
    writeFileSync(directory, 'a file')
    const { status, body } = await command(world, 'POST', '/person/erase', { phone: '255713000104' })
    rmSync(directory)
    assert.deepEqual([status, body.detail], [409, 'The erasures file cannot be written, so nothing was erased.'])
    assert.equal((await command(world, 'GET', '/erasures')).body.total, before)
  })
})
