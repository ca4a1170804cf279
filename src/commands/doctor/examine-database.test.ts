import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { find, takePort, temporary } from '../../../test/doctor.ts'
import { copyEmptyDatabase } from '../../../test/embedded.ts'
import { migrate, openDatabase } from '../../engine/db/index.ts'
import { controlPath } from '../../engine/http/index.ts'
import { lockDirectory } from '../../engine/lock.ts'
import { openSecrets } from '../../engine/secrets/index.ts'
import { migrationsDirectory } from '../../migrations.ts'

describe('doctor with a server that lost its database', () => {
  it('reports the answer of the server and refers to its log', async (test) => {
    const directory = temporary(test)
    mkdirSync(join(directory, 'control'))
    const lock = await lockDirectory(join(directory, 'control'))
    const server = createHttpServer(({ url }, response) => response.writeHead(url === '/health' ? 200 : 503).end('{}'))
    await new Promise<void>((resolve) => server.listen(controlPath(directory), resolve))
    test.after(() => {
      server.close()
      lock.release()
    })
    const { of } = await find({
      NGOMA_DATA: directory,
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      NGOMA_STAGING: 'true',
    })
    assert.equal(of('server').state, 'problem')
    assert.match(of('server').message, /answered with status 503/)
    assert.match(of('server').advice ?? '', /log/)
  })
})

describe('doctor with an embedded database that no process has open', () => {
  it('opens the database, changes nothing, and closes it', async (test) => {
    const directory = join(temporary(test), 'data')
    const open = () => openDatabase({ url: null, connectionsMax: 1, dataDirectory: directory })
    const change = async (text: string) => {
      const db = await open()
      await sql.raw(text).execute(db)
      await db.close()
    }
    await copyEmptyDatabase(join(directory, 'db'))
    const db = await open()
    await migrate(db, migrationsDirectory)
    await openSecrets(db, { given: null, mayMake: true })
    await sql`delete from ngoma_migrations where name = '0002_leftovers'`.execute(db)
    await db.close()

    const behind = await find({ NGOMA_DATA: directory, NGOMA_SECRET: 'n'.repeat(32) })
    assert.deepEqual(behind.wrong, ['schema: warning', 'secret: problem'])
    assert.match(behind.of('schema').message, /0002_leftovers/)
    assert.match(behind.of('secret').advice ?? '', /Leave it unset/)
    assert.deepEqual(
      readdirSync(directory).filter((name) => name !== 'db'),
      [],
    )

    await change(`insert into ngoma_migrations (name) values ('0002_leftovers'), ('9999_future')`)
    const newer = await find({ NGOMA_DATA: directory })
    assert.deepEqual(newer.wrong, ['schema: warning'])
    assert.match(newer.of('schema').message, /schema 9999, newer than/)
    assert.match(newer.of('secret').message, /stored in the database/)
  })

  it('reports a database that cannot be opened', async (test) => {
    const directory = temporary(test)
    mkdirSync(join(directory, 'db'))
    writeFileSync(join(directory, 'db', 'PG_VERSION'), 'nonsense')
    const { of } = await find({ NGOMA_DATA: directory })
    assert.equal(of('database').state, 'problem')
    assert.match(of('database').advice ?? '', /backup/)
  })
})

describe('doctor with a database that does not respond', () => {
  const hangs: readonly (readonly [title: string, greeting: Buffer | undefined])[] = [
    ['a host that accepts the connection and sends nothing', undefined],
    // Authentication succeeds, but queries are never answered.
    ['a database that hangs', Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])],
  ]
  for (const [title, greeting] of hangs) {
    it(`times out for ${title}`, async (test) => {
      const port = await takePort(test, greeting)
      const { of, wrong } = await find({
        NGOMA_DATA: temporary(test),
        DATABASE_URL: `postgres://ngoma@127.0.0.1:${port}/ngoma`,
        NGOMA_STAGING: 'true',
      })
      assert.deepEqual(wrong, ['database: problem'])
      assert.match(of('database').advice ?? '', /firewall/)
    })
  }

  it('also reports a missing secret', async (test) => {
    const { wrong, of } = await find({
      NGOMA_DATA: temporary(test),
      DATABASE_URL: 'postgres://ngoma:hunter2@127.0.0.1:1/ngoma',
    })
    assert.deepEqual(wrong, ['database: problem', 'secret: problem', 'route: problem', 'erasures file: warning'])
    assert.match(of('database').message, /ECONNREFUSED 127\.0\.0\.1:1$/)
    assert.match(of('database').advice ?? '', /check that PostgreSQL is running there\.$/)
    assert.match(of('secret').advice ?? '', /openssl/)
  })
})
