import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type ArchiveWorld, openArchiveWorld, storeOthers, storeRequest } from '../../../../../test/archive.ts'
import { createStillClock } from '../../../../../test/still-clock.ts'
import { onOneEngine } from '../../../../../test/world.ts'
import { startOf } from '../../../../values/place.ts'
import { messagesArchive } from '../../../sms/archive.ts'
import { changeDay, decideChange, draftOf } from './change.ts'
import { writeGzip } from './disk.ts'
import { draftErased } from './erase.ts'

const asha = '255712345678'
const juma = '255754000001'
const page = startOf(100)
const until = (day: string) => new Date(`${day}T00:00:00Z`)
const noon = (day: string) => `${day}T12:00:00Z`

onOneEngine('archive of old rows', (engine) => {
  let world: ArchiveWorld
  before(async () => {
    world = await openArchiveWorld(engine)
    const { db } = world
    await storeRequest(db, {
      id: 1_000_001,
      at: '2026-01-05T00:00:00Z',
      messages: [
        { id: 10, phone: asha },
        { id: 11, phone: juma, status: 'PENDING' },
      ],
    })
    // The day ends with the last microsecond, and ids are not quite in the order of time.
    await storeRequest(db, {
      id: 1_000_000,
      accountId: 7,
      at: '2026-01-05T23:59:59.999999Z',
      text: `Call +${asha}`,
      messages: [{ id: 5, phone: juma }],
    })
    await storeRequest(db, { id: 1_000_002, at: noon('2026-01-05'), messages: [] })
    await storeOthers(db, noon('2026-01-05'), asha)
    await storeRequest(db, { id: 1_000_003, at: '2026-01-06T00:00:00Z', messages: [{ id: 12, phone: asha }] })
    await storeRequest(db, { id: 1_000_004, at: noon('2026-03-01'), messages: [{ id: 13, phone: asha }] })
  })
  after(() => world.close())

  const days = () => world.days()
  const errorsOf = async (day: string) => (await world.archive.verify(day)).problems

  it('writes finished days once, with all sources and a manifest', async () => {
    await world.archive.archiveUntil(until('2026-01-06'))
    assert.deepEqual(await days(), ['2026-01-05 1: 8'])
    const { files, format, version } = world.manifest('2026-01-05')
    assert.deepEqual([format, version], [1, '1.2.3'])
    assert.deepEqual(
      files.map(({ name, rows, left }) => [name, rows, left]),
      [
        ['messages.csv.gz', 2, 1],
        ['inbound.csv.gz', 2, 0],
        ['airtime.csv.gz', 1, 0],
        ['checkout.csv.gz', 1, 0],
        ['payments.csv.gz', 1, 0],
        ['chat.csv.gz', 1, 0],
      ],
    )
    assert.deepEqual(world.lines('2026-01-05', 'messages.csv.gz'), [
      'id,account_id,request_id,product,sender,recipient_id,phone,text,encoding,parts,price,carrier,status,reason,job_name,campaign_title,tags,reference,created_at,due_at,submitted_at,done_at',
      `5,7,1000000,SMS,INFO,r5,${juma},Call +${asha},gsm7,1,15.0000,simulator,DELIVERED,,,,,,2026-01-05T23:59:59.999Z,2026-01-05T23:59:59.999Z,,`,
      `10,1,1000001,SMS,INFO,r10,${asha},Habari,gsm7,1,15.0000,simulator,DELIVERED,,,,,,2026-01-05T00:00:00.000Z,2026-01-05T00:00:00.000Z,,`,
    ])
    assert.match(world.lines('2026-01-05', 'inbound.csv.gz')[1] ?? '', /,"'=1\+1, ""sawa""",message,/)
    assert.deepEqual(await errorsOf('2026-01-05'), [])
  })

  it('keeps files private', () => {
    const modeOf = (...path: string[]) => statSync(join(world.directory, ...path)).mode & 0o777
    assert.deepEqual(
      [modeOf('2026-01-05'), modeOf('2026-01-05', 'messages.csv.gz'), modeOf('2026-01-05', 'manifest.json')],
      [0o700, 0o600, 0o600],
    )
  })

  it('skips days without rows, and does not write a day twice', async () => {
    const written = statSync(join(world.directory, '2026-01-05', 'manifest.json')).mtimeMs
    // On PostgreSQL like another process.
    const other = engine === 'postgres' ? world.open() : world.archive
    await Promise.all([world.archive, other].map((archive) => archive.archiveUntil(until('2026-04-01'))))
    assert.deepEqual(await days(), ['2026-01-05 1: 8', '2026-01-06 1: 1', '2026-03-01 1: 1'])
    assert.equal(statSync(join(world.directory, '2026-01-05', 'manifest.json')).mtimeMs, written)
  })

  it('archives the whole day of a time, and never a day that is not over', async () => {
    await storeRequest(world.db, { id: 1_000_005, at: noon('2026-03-02'), messages: [{ id: 14, phone: juma }] })
    await world.archive.archiveUntil(new Date('2026-03-02T00:00:00.001Z'))
    assert.equal((await days()).at(-1), '2026-03-02 1: 1')
    const now = createStillClock().now()
    await storeRequest(world.db, { id: 1_000_006, at: now.toISOString(), messages: [{ id: 15, phone: juma }] })
    await assert.rejects(world.archive.archiveUntil(now), /can't be archived before it is over$/)
    assert.equal((await days()).at(-1), '2026-03-02 1: 1')
    await sql`delete from sms_requests where id = 1000006`.execute(world.db)
  })

  it('writes rows that become final later into a further part', async () => {
    await sql`update sms_messages set status = 'UNDELIVERED' where id = 11`.execute(world.db)
    await world.archive.archiveUntil(until('2026-01-06'))
    assert.deepEqual((await days()).slice(0, 2), ['2026-01-05 1: 8', '2026-01-05 2: 1'])
    assert.match(world.lines('2026-01-05', 'messages-2.csv.gz')[1] ?? '', /^11,1,1000001,.*UNDELIVERED/)
    const { rows } = await sql`select from archive_late`.execute(world.db)
    assert.equal(rows.length, 0)
    assert.deepEqual(await errorsOf('2026-01-05'), [])
  })

  it('erases a person in one account, and keeps other rows byte for byte', async () => {
    const before = world.lines('2026-01-05', 'messages.csv.gz')
    assert.deepEqual(await world.archive.erasePerson({ accountId: 1, phone: asha }), {
      files: 8,
      rows: 8,
      missingDays: 0,
    })
    const [head, other, own] = world.lines('2026-01-05', 'messages.csv.gz')
    assert.deepEqual([head, other], before.slice(0, 2))
    assert.match(own ?? '', /^10,1,1000001,SMS,INFO,,erased,,gsm7,1,15\.0000,/)
    assert.match(world.lines('2026-01-05', 'airtime.csv.gz')[1] ?? '', /^1,1,,erased,500\.0000,TZS,/)
    // The row without an account belongs to operators.
    assert.deepEqual(
      world.lines('2026-01-05', 'inbound.csv.gz').map((line) => line.includes(asha)),
      [false, false, true],
    )
    for (const day of ['2026-01-05', '2026-01-06', '2026-03-01']) assert.deepEqual(await errorsOf(day), [])
  })

  it('erases a person in all accounts, with texts that mention the number', async () => {
    assert.deepEqual(await world.archive.erasePerson({ accountId: null, phone: asha }), {
      files: 2,
      rows: 2,
      missingDays: 0,
    })
    assert.match(world.lines('2026-01-05', 'messages.csv.gz')[1] ?? '', new RegExp(`,r5,${juma},,gsm7,`))
    for (const { name } of world.manifest('2026-01-05').files)
      assert.ok(!world.lines('2026-01-05', name).join('').includes(asha), name)
    assert.deepEqual(await world.archive.erasePerson({ accountId: null, phone: asha }), {
      files: 0,
      rows: 0,
      missingDays: 0,
    })
  })

  it('discards an erasure that was not decided when the program stopped, and finishes one that was', async () => {
    const directory = join(world.directory, '2026-01-05')
    const manifest = world.manifest('2026-01-05')
    const [first] = manifest.files
    assert.ok(first)
    await draftErased(directory, first, { accountId: 7, phone: juma })
    assert.deepEqual(await errorsOf('2026-01-05'), [])
    assert.match(world.lines('2026-01-05', first.name)[1] ?? '', new RegExp(juma))

    const erased = await draftErased(directory, first, { accountId: 7, phone: juma })
    assert.ok(erased)
    await decideChange(directory, { ...manifest, files: [erased.file, ...manifest.files.slice(1)] })
    renameSync(draftOf(directory, first.name), join(directory, first.name))
    assert.equal((await world.archive.erasePerson({ accountId: 7, phone: juma })).rows, 0)
    assert.deepEqual(await errorsOf('2026-01-05'), [])
    assert.match(world.lines('2026-01-05', first.name)[1] ?? '', /,erased,/)
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.includes('part') || name.includes('next')),
      [],
    )
  })

  it('records a part that was in place when the program stopped', async () => {
    const { db, directory } = world
    await sql`insert into archive_late (day, source, id) values ('2026-01-06', 'messages', 13)`.execute(db)
    const manifest = world.manifest('2026-01-06')
    const [first] = manifest.files
    assert.ok(first)
    async function* text() {
      yield 'id,phone\r\n13,255754000009\r\n'
    }
    const written = await writeGzip(draftOf(join(directory, '2026-01-06'), 'messages-2.csv.gz'), text())
    const file = { ...first, ...written, name: 'messages-2.csv.gz', part: 2, rows: 1 }
    await changeDay(join(directory, '2026-01-06'), { ...manifest, files: [...manifest.files, file] })
    await world.archive.archiveUntil(until('2026-01-06'))
    assert.ok((await days()).includes('2026-01-06 2: 1'))
    assert.equal((await sql`select from archive_late`.execute(db)).rows.length, 0)
    assert.equal(existsSync(join(directory, '2026-01-06', 'messages-3.csv.gz')), false)
  })

  it('records nothing when the disk is full', async () => {
    await storeRequest(world.db, { id: 1_000_020, at: noon('2026-03-20'), messages: [{ id: 30, phone: juma }] })
    const full = {
      ...messagesArchive,
      // biome-ignore lint/correctness/useYield: the error of a write appears while rows are read
      async *read() {
        throw Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })
      },
    }
    const recorded = await days()
    await assert.rejects(world.open({ sources: [full] }).archiveUntil(until('2026-03-21')), /: the disk is full$/)
    assert.deepEqual(await days(), recorded)
    assert.deepEqual(
      readdirSync(world.directory).filter((name) => name.includes('2026-03-20')),
      [],
    )
    await sql`delete from sms_requests where id = 1000020`.execute(world.db)
  })

  it('finds damaged, missing and unrecorded days', async () => {
    const { archive, db, directory } = world
    for (const [id, day] of [
      [20, '2026-03-05'],
      [22, '2026-03-07'],
    ] as const)
      await storeRequest(db, { id: 1_000_000 + id, at: noon(day), messages: [{ id, phone: juma }] })
    await archive.archiveUntil(until('2026-03-08'))
    writeFileSync(join(directory, '2026-03-07', 'manifest.json'), '{}')
    renameSync(join(directory, '2026-03-01'), join(directory, 'moved'))
    await sql`delete from archive_days where day = '2026-01-06'`.execute(db)
    const file = join(directory, '2026-03-05', 'messages.csv.gz')
    const bytes = readFileSync(file)
    bytes[9] = (bytes[9] ?? 0) ^ 1
    writeFileSync(file, bytes)
    const { items, total } = await archive.list(page)
    assert.deepEqual(
      items.map(({ day, state }) => `${day} ${state}`),
      [
        '2026-03-07 damaged',
        '2026-03-05 complete',
        '2026-03-02 complete',
        '2026-03-01 missing',
        '2026-01-06 unrecorded',
        '2026-01-05 complete',
      ],
    )
    assert.equal(total, 6)
    assert.deepEqual(await errorsOf('2026-03-07'), ['manifest.json is missing or damaged'])
    assert.deepEqual(await errorsOf('2026-03-05'), ['messages.csv.gz: the checksum differs'])
    assert.deepEqual(await errorsOf('2026-03-01'), ['the directory of the day is missing'])
    rmSync(file)
    assert.deepEqual(await errorsOf('2026-03-05'), ['messages.csv.gz: the file is missing'])
    await assert.rejects(
      archive.erasePerson({ accountId: null, phone: juma }),
      /2026-03-05\/messages\.csv\.gz is missing/,
    )
  })
})
