import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openShell } from '../commands/program.ts'
import { findInDatabase } from '../otp.ts'
import { openTestDatabase, postgresUrl, until } from '../world.ts'
import { startServer } from './server.ts'

const phone = '255713000606'
/** So many that the search takes a few seconds. */
const entries = 60_000

describe('A server killed during an erasure', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('continues it after the restart, and nothing is left', { timeout: 180_000 }, async (test) => {
    const directory = mkdtempSync(join(tmpdir(), 'ngoma-erasure-'))
    test.after(() => rmSync(directory, { recursive: true, force: true }))
    const { db, url, drop } = await openTestDatabase('postgres')
    test.after(drop)
    const settings = { NGOMA_DATA: directory, DATABASE_URL: url ?? '', NGOMA_STAGING: 'true' }
    const server = await startServer(settings)
    test.after(() => server.kill('SIGKILL'))
    const shell = openShell(settings)
    await shell.json('contacts', 'add', phone, '--first-name', 'Amina')
    await sql`
      insert into audit_entries (at, account_id, actor, action, params)
      select now(), 1, 'somebody', 'test', json_build_object('phone', case when g % 1000 = 0 then ${phone} else g::text end)
        from generate_series(1, ${entries}::int) g
    `.execute(db)

    const erasing = shell.run('person', 'erase', phone, '--yes')
    const progress = async () =>
      (
        await sql<{ state: string; step: string | null; afterKey: string | null }>`
        select state, step, after_key as "afterKey" from erasures
      `.execute(db)
      ).rows[0]
    await until('it searches the audit log', async () => {
      const { step, afterKey } = (await progress()) ?? {}
      return step === 'table audit_entries' && afterKey !== null
    })
    await server.kill('SIGKILL')
    await erasing
    assert.equal((await progress())?.state, 'running')
    assert.deepEqual(await findInDatabase(db, phone), ['audit_entries.params'])

    const again = await startServer(settings)
    test.after(() => again.kill('SIGKILL'))
    await until('it is done', async () => (await progress())?.state === 'done')
    assert.deepEqual(await findInDatabase(db, phone), [])
    const { data } = await shell.json('person', 'erasures')
    assert.deepEqual(data[0].counts, { contacts: 1, 'api-requests': 1, mentions: entries / 1000 + 1 })
  })
})
