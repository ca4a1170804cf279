import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { copyEmptyDatabase } from '../../../test/embedded.ts'
import { openEmptyDatabase } from '../../../test/world.ts'
import { createDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'

describe('openEmbedded', () => {
  it('lets the server answer HTTP requests between statements', async () => {
    const { db, drop } = await openEmptyDatabase('embedded')
    const server = createServer((_request, response) => response.end('ok'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    let statements = 0
    const work = Array.from({ length: 60 }, async () => {
      // Long enough to yield to the event loop at least after every second statement.
      await sql`select sum(sqrt(n)) from generate_series(1, 20000) n`.execute(db)
      statements += 1
    })
    const { port } = server.address() as AddressInfo
    const [response] = await once(get({ host: '127.0.0.1', port }), 'response')
    assert.equal(response.statusCode, 200)
    // A request needs a few turns of the event loop.
    assert.ok(statements < 20, `answered after ${statements} of ${work.length} statements`)
    response.resume()
    await Promise.all(work)
    await new Promise((resolve) => server.close(resolve))
    await drop()
  })
  it('writes a checkpoint after enough write-ahead log, and none while idle', async () => {
    const directory = join(mkdtempSync(join(tmpdir(), 'ngoma-checkpoints-')), 'db')
    await copyEmptyDatabase(directory)
    const db = createDatabase(await openEmbedded({ directory, checkpoints: { everyMs: 0, bytes: 2 ** 20 } }))
    const readStart = async () =>
      (await sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(db)).rows[0]?.at
    const idle = [await readStart(), await readStart()]
    assert.equal(idle[0], idle[1])
    await sql`create table filled as select repeat('x', 1000) from generate_series(1, 2000)`.execute(db)
    assert.notEqual(await readStart(), idle[0])
    await db.close()
    rmSync(dirname(directory), { recursive: true, force: true })
  })
})
