import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, command } from '../../../test/console/people.ts'
import { findInDatabase } from '../../../test/otp.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

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
    assert.deepEqual((await find(id)).counts, { mentions: 1 })
    assert.deepEqual(await findInDatabase(world.db, phone), [
      'contacts.phone',
      'contacts.search',
      'audit_entries.detail',
    ])

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

  it('is refused when the erasures file cannot be written, and is in it without the number', async () => {
    const lines = readFileSync(erasuresFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(Object.keys(lines[0]), ['id', 'time', 'account', 'sealed'])
    assert.equal(readFileSync(erasuresFile, 'utf8').includes('255713000101'), false)
    const before = (await command(world, 'GET', '/erasures')).body.pagination.totalItems
    rmSync(erasuresFile)
    rmSync(directory, { recursive: true })
    writeFileSync(directory, 'a file')
    const { status, body } = await command(world, 'POST', '/person/erase', { phone: '255713000104' })
    rmSync(directory)
    assert.deepEqual([status, body.message], [409, 'The Erasures File Cannot Be Written'])
    assert.equal((await command(world, 'GET', '/erasures')).body.pagination.totalItems, before)
  })
})
