import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { copyEmptyDatabase } from '../../../test/embedded.ts'
import { openWorld } from '../../../test/world.ts'
import { migrate, openDatabase } from '../../engine/db/index.ts'
import { controlPath, listenControl } from '../../engine/http/index.ts'
import { lockDirectory } from '../../engine/lock.ts'
import { openSecrets } from '../../engine/secrets/index.ts'
import { migrationsDirectory } from '../../migrations.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

function temporary(test: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-doctor-'))
  test.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** What is found with these settings and no others; the port is free unless a test says otherwise. */
async function find(env: Readonly<Record<string, string>>) {
  const findings = await examine({ PORT: '0', ...env })
  const of = (check: string): Finding => {
    const found = findings.find((one) => one.check === check)
    assert.ok(found, `nothing was found about ${check}`)
    return found
  }
  return {
    findings,
    of,
    wrong: findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check}: ${state}`),
  }
}

/** A server that takes connections, and says what it is given to say and nothing more. */
async function takePort(test: TestContext, greeting?: Buffer): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    if (greeting) socket.once('data', () => socket.write(greeting))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  test.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Names, modes and times of all files in a directory, to see that none was touched. */
const listing = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name} ${statSync(join(directory, name)).mode}`)

describe('the doctor on a fresh machine', () => {
  it('finds nothing wrong, and makes nothing', async (test) => {
    const directory = join(temporary(test), 'not', 'yet')
    const { wrong, of } = await find({ NGOMA_DATA: directory })
    assert.deepEqual(wrong, [])
    assert.match(of('data directory').message, /does not exist yet/)
    assert.match(of('database').message, /does not exist yet/)
    assert.equal(existsSync(directory), false)
  })

  it('looks no further than settings that can not be read', async () => {
    const { findings } = await find({ PORT: 'http', NGOMA_DATA: '/nowhere' })
    assert.deepEqual(
      findings.map(({ check, state }) => `${check}: ${state}`),
      ['node: ok', 'settings: problem'],
    )
  })

  it('goes on when a name is misspelt', async (test) => {
    const { wrong, of } = await find({ NGOMA_DATA: temporary(test), NGOMA_STAGE: 'false' })
    assert.deepEqual(wrong, ['settings: warning'])
    assert.equal(of('settings').advice, 'Did you mean NGOMA_STAGING?')
  })

  it('finds a file where the data directory should be', async (test) => {
    const path = join(temporary(test), 'data')
    writeFileSync(path, '')
    const { of } = await find({ NGOMA_DATA: join(path, 'deeper') })
    assert.equal(of('data directory').state, 'problem')
    assert.match(of('data directory').message, /is not a directory/)
  })

  it('finds a directory that others can read, once a database is in it', async (test) => {
    const directory = temporary(test)
    chmodSync(directory, 0o755)
    assert.equal(
      (await find({ NGOMA_DATA: directory, DATABASE_URL: 'postgres://127.0.0.1:1/x' })).of('data directory').state,
      'ok',
    )
    mkdirSync(join(directory, 'db'))
    writeFileSync(join(directory, 'db', 'PG_VERSION'), '17')
    const { of } = await find({ NGOMA_DATA: directory, DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    assert.equal(of('data directory').state, 'warning')
    assert.equal(of('data directory').advice, `Keep them out: chmod 700 ${directory}`)
  })

  it('finds a directory that it may not write', {
    skip: process.getuid?.() === 0 && 'root may write everywhere',
  }, async (test) => {
    const directory = temporary(test)
    chmodSync(directory, 0o500)
    const { of } = await find({ NGOMA_DATA: join(directory, 'data') })
    assert.equal(of('data directory').state, 'problem')
    assert.match(of('data directory').advice ?? '', /chown/)
  })

  it("does not open another user's database", {
    skip: process.getuid?.() !== 0 && 'only root can give a directory away',
  }, async (test) => {
    const directory = temporary(test)
    mkdirSync(join(directory, 'db'))
    writeFileSync(join(directory, 'db', 'PG_VERSION'), '17')
    chownSync(directory, 65_534, 65_534)
    const before = listing(directory)
    const { of } = await find({ NGOMA_DATA: directory })
    assert.equal(of('data directory').state, 'warning')
    assert.match(of('database').message, /was not opened/)
    assert.deepEqual(listing(directory), before)
  })

  it('finds no route outside staging, and the embedded database out of place', async (test) => {
    const { wrong, of } = await find({ NGOMA_DATA: temporary(test), NGOMA_STAGING: 'false', HOST: '0.0.0.0' })
    assert.deepEqual(wrong, ['host: warning', 'route: problem'])
    assert.match(of('route').message, /106/)
  })
})

describe('the doctor and the port', () => {
  it('finds one that another program has, and one that is free', async (test) => {
    const port = await takePort(test, Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'))
    const taken = await find({ NGOMA_DATA: temporary(test), PORT: String(port) })
    assert.deepEqual(taken.wrong, ['port: problem'])
    assert.match(taken.of('port').message, new RegExp(`port ${port} of 127\\.0\\.0\\.1 is taken by another program`))
    assert.match(taken.of('port').advice ?? '', /PORT/)
  })

  it('finds an address that this machine does not have', async (test) => {
    const { of } = await find({ NGOMA_DATA: temporary(test), HOST: '192.0.2.1', PORT: '8080' })
    assert.equal(of('port').state, 'problem')
    assert.match(of('port').advice ?? '', /HOST/)
  })
})

describe('the doctor beside a server with the embedded database', () => {
  it('asks the server, and knows its port', async (test) => {
    const world = await openWorld('embedded')
    test.after(() => world.close())
    const address = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    const port = new URL(address).port
    const directory = temporary(test)
    const control = await listenControl(world.app.http, directory, world.app.controlHeaders, 'embedded')
    test.after(() => control.close())

    const { wrong, of } = await find({ NGOMA_DATA: directory, PORT: port })
    assert.deepEqual(wrong, [])
    assert.match(of('server').message, new RegExp(`process ${process.pid} .* port ${port}$`))
    assert.match(of('port').message, /running server's/)
    assert.match(of('database').message, /running server/)
    assert.match(of('schema').message, /up to date/)

    const other = await find({ NGOMA_DATA: temporary(test), PORT: port })
    assert.deepEqual(other.wrong, ['port: warning'])
    assert.match(other.of('port').message, /a Ngoma with another data directory/)

    await sql`
      insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
      values (1, 'gone', 'single', 1, 1, now() + interval '1 day', now() - interval '10 minutes')
    `.execute(world.db)
    assert.deepEqual((await find({ NGOMA_DATA: directory, PORT: port })).wrong, ['work: warning'])
  })

  it('finds one that holds the directory and does not answer', async (test) => {
    const directory = temporary(test)
    const lock = await lockDirectory(directory)
    test.after(() => lock.release())
    const { wrong, of } = await find({ NGOMA_DATA: directory })
    assert.deepEqual(wrong, ['server: problem', 'database: problem'])
    assert.match(of('server').message, new RegExp(`process ${process.pid} holds the data directory`))
    assert.match(of('server').advice ?? '', new RegExp(`kill ${process.pid}`))
  })

  it('finds one that can not be asked because of where it is', async (test) => {
    const directory = join(temporary(test), 'deep'.repeat(30))
    const lock = await lockDirectory(directory)
    test.after(() => lock.release())
    const { of } = await find({ NGOMA_DATA: directory })
    assert.equal(of('server').state, 'problem')
    assert.match(of('server').advice ?? '', /shorter path/)
  })

  it('finds one that takes the question and is silent', async (test) => {
    const directory = temporary(test)
    mkdirSync(join(directory, 'control'))
    const lock = await lockDirectory(join(directory, 'control'))
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(controlPath(directory), resolve))
    test.after(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
      lock.release()
    })
    const { of } = await find({ NGOMA_DATA: directory })
    assert.equal(of('server').state, 'problem')
    assert.match(of('server').message, /does not answer/)
  })
})

describe('the doctor beside a server that lost its database', () => {
  it('says what the server answers, and where to look', async (test) => {
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
    assert.match(of('server').message, /answers with 503/)
    assert.match(of('server').advice ?? '', /log/)
  })
})

describe('the doctor and an embedded database that nobody has open', () => {
  it('opens it to look, changes nothing, and lets go of it', async (test) => {
    const directory = join(temporary(test), 'data')
    const open = () => openDatabase({ url: null, connectionsMax: 1, dataDirectory: directory, onError: () => {} })
    const change = async (text: string) => {
      const db = await open()
      await sql.raw(text).execute(db)
      await db.close()
    }
    await copyEmptyDatabase(join(directory, 'db'))
    const db = await open()
    await migrate(db, migrationsDirectory)
    await openSecrets(db, { given: null, mayMake: true })
    await sql`delete from ngoma_migrations where name = '0006_users'`.execute(db)
    await db.close()

    const behind = await find({ NGOMA_DATA: directory, NGOMA_SECRET: 'n'.repeat(32) })
    assert.deepEqual(behind.wrong, ['schema: warning', 'secret: problem'])
    assert.match(behind.of('schema').message, /0006_users/)
    assert.match(behind.of('secret').advice ?? '', /Leave it empty/)
    assert.deepEqual(
      readdirSync(directory).filter((name) => name !== 'db'),
      [],
    )

    await change(`insert into ngoma_migrations (name) values ('0006_users'), ('9999_future')`)
    const newer = await find({ NGOMA_DATA: directory })
    assert.deepEqual(newer.wrong, ['schema: problem'])
    assert.match(newer.of('schema').message, /9999_future/)
    assert.match(newer.of('secret').message, /keeps/)
  })

  it('says so when it can not be opened', async (test) => {
    const directory = temporary(test)
    mkdirSync(join(directory, 'db'))
    writeFileSync(join(directory, 'db', 'PG_VERSION'), 'nonsense')
    const { of } = await find({ NGOMA_DATA: directory })
    assert.equal(of('database').state, 'problem')
    assert.match(of('database').advice ?? '', /backup/)
  })
})

describe('the doctor and a database that does not answer', () => {
  const hangs: readonly (readonly [title: string, greeting: Buffer | undefined])[] = [
    ['a host that takes the connection and is silent', undefined],
    // Lets everybody in, is ready for questions, and answers none.
    ['a database that hangs', Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])],
  ]
  for (const [title, greeting] of hangs) {
    it(`gives up on ${title}`, async (test) => {
      const port = await takePort(test, greeting)
      const began = performance.now()
      const { of, wrong } = await find({
        NGOMA_DATA: temporary(test),
        DATABASE_URL: `postgres://ngoma@127.0.0.1:${port}/ngoma`,
        NGOMA_STAGING: 'true',
      })
      assert.ok(performance.now() - began < 30_000)
      assert.deepEqual(wrong, ['database: problem'])
      assert.match(of('database').advice ?? '', /firewall/)
    })
  }

  it('still misses the secret', async (test) => {
    const { wrong, of } = await find({
      NGOMA_DATA: temporary(test),
      DATABASE_URL: 'postgres://ngoma:hunter2@127.0.0.1:1/ngoma',
    })
    assert.deepEqual(wrong, ['database: problem', 'secret: problem', 'route: problem'])
    assert.match(of('database').message, /ECONNREFUSED 127\.0\.0\.1:1$/)
    assert.match(of('database').advice ?? '', /is PostgreSQL running there\?$/)
    assert.match(of('secret').advice ?? '', /openssl/)
  })
})
