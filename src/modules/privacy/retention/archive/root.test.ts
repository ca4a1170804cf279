import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type ArchiveWorld, openArchiveWorld } from '../../../../../test/archive.ts'
import { onOneEngine } from '../../../../../test/world.ts'
import { readArchiveState } from './open.ts'

onOneEngine('archive directory', (engine) => {
  let world: ArchiveWorld
  before(async () => {
    world = await openArchiveWorld(engine)
  })
  after(() => world.close())

  const use = (name: string) =>
    world.open({ directory: join(world.directory, name) }).archiveUntil(new Date('2026-01-01'))

  it('is not created', async () => {
    await assert.rejects(use('nowhere'), {
      message: `Cannot use the archive directory ${join(world.directory, 'nowhere')}: the directory does not exist`,
    })
    assert.deepEqual(readdirSync(world.directory), [])
  })

  it('is rejected when it belongs to another database', async () => {
    mkdirSync(join(world.directory, 'other'))
    writeFileSync(join(world.directory, 'other', 'archive.json'), '{"format":1,"id":"0"}')
    await assert.rejects(use('other'), /belongs to another database$/)
    const { problem } = await readArchiveState(world.db, join(world.directory, 'other'))
    assert.match(problem?.message ?? '', /belongs to another database$/)
  })

  it('is rejected when it is empty although days are archived, because its disk may not be mounted', async () => {
    mkdirSync(join(world.directory, 'first'))
    await use('first')
    assert.deepEqual(readdirSync(join(world.directory, 'first')), ['archive.json'])
    await sql`insert into archive_days (day, part, rows, written_at) values ('2025-12-31', 1, 1, now())`.execute(
      world.db,
    )
    await use('first')
    assert.deepEqual(await readArchiveState(world.db, join(world.directory, 'first')), { days: 1, missing: 1 })
    mkdirSync(join(world.directory, 'second'))
    await assert.rejects(use('second'), /has no archive\.json/)
    assert.deepEqual(readdirSync(join(world.directory, 'second')), [])
  })
})
