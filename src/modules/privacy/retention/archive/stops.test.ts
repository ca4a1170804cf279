import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type ArchiveWorld, openArchiveWorld, storeRequest } from '../../../../../test/archive.ts'
import { onOneEngine } from '../../../../../test/world.ts'
import { dayAt } from './root.ts'
import { draftDay, placeDay } from './write-day.ts'

const juma = '255754000001'
const until = (day: string) => new Date(`${day}T00:00:00Z`)
const noon = (day: string) => `${day}T12:00:00Z`

onOneEngine('an interrupted archive', (engine) => {
  let world: ArchiveWorld
  before(async () => {
    world = await openArchiveWorld(engine)
  })
  after(() => world.close())

  const days = () => world.days()
  const errorsOf = async (day: string) => (await world.archive.verify(day)).problems

  it('adopts a day that was in place when the program stopped, but not a damaged one', async () => {
    const { db, directory } = world
    await storeRequest(db, {
      id: 1_000_010,
      at: noon('2026-03-05'),
      messages: [
        { id: 20, phone: juma },
        { id: 21, phone: juma, status: 'PENDING' },
      ],
    })
    await draftDay(world.context(), dayAt(new Date('2026-03-05')))
    await placeDay(world.context(), '2026-03-05')
    const path = join(directory, '2026-03-05', 'manifest.json')
    const written = readFileSync(path, 'utf8')
    // Text of the manifest that a new one would not have.
    writeFileSync(path, written.replace('1.2.3', '1.2.2'))
    await world.archive.archiveUntil(until('2026-03-06'))
    assert.deepEqual([world.manifest('2026-03-05').version, (await days()).at(-1)], ['1.2.2', '2026-03-05 1: 1'])

    // A damaged day may have rows that this database has lost.
    await sql`delete from archive_days where day = '2026-03-05'`.execute(db)
    const file = join(directory, '2026-03-05', 'messages.csv.gz')
    const bytes = readFileSync(file)
    for (const [name, damaged, problem] of [
      [file, 'damaged', /2026-03-05\/messages\.csv\.gz is missing or damaged$/],
      [path, '{}', /2026-03-05 has no valid manifest\.json$/],
    ] as const) {
      const intact = readFileSync(name)
      writeFileSync(name, damaged)
      await assert.rejects(world.archive.archiveUntil(until('2026-03-06')), problem)
      assert.equal(readFileSync(name, 'utf8'), damaged)
      writeFileSync(name, intact)
    }
    await world.archive.archiveUntil(until('2026-03-06'))
    assert.deepEqual([readFileSync(file), await errorsOf('2026-03-05')], [bytes, []])

    // As after a restore of a backup that has only a part of the day.
    await sql`delete from archive_days where day = '2026-03-05'`.execute(db)
    await sql`delete from archive_late where day = '2026-03-05'`.execute(db)
    await sql`delete from sms_requests where id = 1000010`.execute(db)
    await storeRequest(db, {
      id: 1_000_012,
      at: noon('2026-03-05'),
      messages: [{ id: 23, phone: juma, status: 'PENDING' }],
    })
    await assert.rejects(
      world.archive.archiveUntil(until('2026-03-06')),
      /2026-03-05 has more rows than this database$/,
    )
    await sql`update sms_messages set status = 'DELIVERED' where id = 23`.execute(db)
    await world.archive.archiveUntil(until('2026-03-06'))
    assert.match(world.lines('2026-03-05', 'messages.csv.gz').join(), /,23,1,1000012,/)
  })

  it('starts again after a stop in the middle of a day', async () => {
    await storeRequest(world.db, {
      id: 1_000_011,
      at: noon('2026-03-07'),
      messages: [{ id: 22, phone: juma, status: 'PENDING' }],
    })
    await draftDay(world.context(), dayAt(new Date('2026-03-07')))
    await world.archive.archiveUntil(until('2026-03-08'))
    assert.deepEqual(await errorsOf('2026-03-07'), [])
    assert.deepEqual(
      readdirSync(world.directory).filter((name) => name.startsWith('.')),
      [],
    )
  })

  it('stops between pages and days', async () => {
    for (const [id, day] of [
      [40, '2026-03-10'],
      [41, '2026-03-11'],
    ] as const)
      await storeRequest(world.db, { id: 1_000_000 + id, at: noon(day), messages: [{ id, phone: juma }] })
    const stop = () => Promise.reject(new Error('stopped'))
    const recorded = await days()
    await assert.rejects(world.archive.archiveUntil(until('2026-03-12'), { page: stop, day: stop }), /^Error: stopped$/)
    assert.deepEqual(await days(), recorded)
    await assert.rejects(
      world.archive.archiveUntil(until('2026-03-12'), { page: async () => {}, day: stop }),
      /^Error: stopped$/,
    )
    assert.deepEqual(await days(), [...recorded, '2026-03-10 1: 1'])
    await world.archive.archiveUntil(until('2026-03-12'))
    assert.deepEqual((await days()).at(-1), '2026-03-11 1: 1')
  })

  it('reports rows that were removed before they were archived', async () => {
    await sql`insert into archive_late (day, source, id) values ('2026-03-11', 'messages', 999)`.execute(world.db)
    await world.archive.archiveUntil(until('2026-03-12'))
    assert.match(world.logs.join(), /"rows":1.*rows were removed before they were archived/)
  })
})
