import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/engine/db/index.ts'
import { fromWire } from '../../src/values/wire-names.ts'
import { assertCounted } from '../contacts.ts'
import { copyEmptyDatabase } from '../embedded.ts'
import { onOneEngine, openTestDatabase, until } from '../world.ts'
import { type Server, startServer } from './server.ts'

/** So many that it takes a few seconds on either. */
const rowsOn = { embedded: 10_000, postgres: 20_000 } as const
/** A tenth of the rows is invalid, and a tenth repeats the number before. */
const line = (i: number) =>
  i % 10 === 3 ? `x${i},invalid` : `${255_720_000_000 + (i % 10 === 7 ? i - 1 : i)},name ${i}`
const fileOf = (rows: number) => `phone,name\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`

interface Progress {
  readonly id: number
  readonly status: string
  readonly rowsDone: number
  readonly added: number
  readonly updated: number
  readonly invalid: number
}

onOneEngine('A server killed during an import', (engine) => {
  const rows = rowsOn[engine]
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-import-'))
  let settings: Record<string, string> = { NGOMA_DATA: directory }
  let look: <T>(run: (db: Database) => Promise<T>) => Promise<T>
  let remove = async () => {}
  let server: Server | undefined
  before(async () => {
    if (engine === 'embedded') {
      await copyEmptyDatabase(join(directory, 'db'))
      look = async (run) => {
        const db = await openDatabase({ url: null, connectionsMax: 1, dataDirectory: directory })
        return run(db).finally(() => db.close())
      }
      return
    }
    const { db, url, drop } = await openTestDatabase(engine)
    settings = { ...settings, DATABASE_URL: url ?? '', NGOMA_STAGING: 'true' }
    look = (run) => run(db)
    remove = drop
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await remove()
    rmSync(directory, { recursive: true, force: true })
  })

  function ask(method: 'GET' | 'POST', path: string, body?: string): Promise<Progress> {
    return new Promise((resolve, reject) => {
      const headers = { 'ngoma-account': '1', ...(body === undefined ? {} : { 'content-type': 'text/csv' }) }
      const asked = request(
        {
          socketPath: join(directory, 'control', 'ngoma.sock'),
          method,
          path: `/v2${path}`,
          headers,
        },
        async (response) => resolve(fromWire(JSON.parse(await text(response))) as Progress),
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }

  it('continues where it stopped, and imports every row once', { timeout: 240_000 }, async (context) => {
    server = await startServer(settings)
    // One that is killed while it takes a file leaves an upload that never becomes an import.
    const { body: lost } = startUpload(join(directory, 'control', 'ngoma.sock'))
    const begun = await ask('POST', '/books/1/imports', fileOf(rows))
    const path = `/imports/${begun.id}`
    let doneBefore = 0
    for (const share of [0.1, 0.4]) {
      let seen = begun
      await until(
        'some of it is done',
        async () => {
          seen = await ask('GET', path)
          return seen.rowsDone > Math.max(share * rows, doneBefore)
        },
        60,
      )
      await server.kill('SIGKILL')
      assert.equal(seen.status, 'waiting', 'it was killed in the middle')
      doneBefore = seen.rowsDone
      context.diagnostic(`killed after ${seen.rowsDone} rows`)
      server = await startServer(settings)
    }
    await lost
    let last = begun
    await until(
      'it is done',
      async () => {
        last = await ask('GET', path)
        return last.status !== 'waiting'
      },
      90,
    )
    assert.deepEqual(
      [last.status, last.rowsDone, last.added, last.updated, last.invalid],
      ['done', rows, rows * 0.8, rows * 0.1, rows * 0.1],
    )
    assert.equal(await server.kill('SIGTERM'), 0)
    await look(async (db) => {
      const found = await sql<Record<string, number>>`
        select (select count(*) from contacts) as contacts, count(*) as report, count(distinct row) as numbers, min(row) as first, max(row) as last,
               count(*) filter (where outcome = 'added') as added, (select contacts_count from contact_books where id = 1) as counted
          from contact_import_rows
         where import_id = ${begun.id}
      `.execute(db)
      assert.deepEqual(found.rows[0], {
        contacts: rows * 0.8,
        report: rows,
        numbers: rows,
        first: 1,
        last: rows,
        added: rows * 0.8,
        counted: rows * 0.8,
      })
      const pieces = await sql`select from contact_import_pieces where import_id = ${begun.id}`.execute(db)
      assert.equal(pieces.rows.length, 0)
      await assertCounted(db)
    })
  })
})

/** Never ended by us: it breaks off with the server. */
function startUpload(socketPath: string): { readonly body: Promise<void> } {
  const asked = request({
    socketPath,
    method: 'POST',
    path: '/v2/books/1/imports',
    headers: { 'content-type': 'text/csv', 'ngoma-account': '1' },
  })
  const body = new Promise<void>((resolve) => asked.once('error', () => resolve()))
  asked.write('phone\n255712345678\n')
  return { body }
}
