import assert from 'node:assert/strict'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { find, listing, takePort, temporary } from '../../../test/doctor.ts'
import { openWorld } from '../../../test/world.ts'
import { controlPath, listenControl } from '../../engine/http/index.ts'
import { lockDirectory } from '../../engine/lock.ts'

describe('doctor on a new machine', () => {
  it('finds no problems and creates nothing', async (test) => {
    const directory = join(temporary(test), 'not', 'yet')
    const { wrong, of } = await find({ NGOMA_DATA: directory })
    assert.deepEqual(wrong, [])
    assert.match(of('data directory').message, /does not exist yet/)
    assert.match(of('database').message, /does not exist yet/)
    assert.equal(existsSync(directory), false)
  })

  it('stops after invalid settings', async () => {
    const { findings } = await find({ PORT: 'http', NGOMA_DATA: '/nowhere' })
    assert.deepEqual(
      findings.map(({ check, state }) => `${check}: ${state}`),
      ['node: ok', 'settings: problem'],
    )
  })

  it('continues after a misspelt setting', async (test) => {
    const { wrong, of } = await find({ NGOMA_DATA: temporary(test), NGOMA_STAGE: 'false' })
    assert.deepEqual(wrong, ['settings: warning'])
    assert.equal(of('settings').advice, 'Did you mean NGOMA_STAGING?')
  })

  it('reports a file in place of the data directory', async (test) => {
    const path = join(temporary(test), 'data')
    writeFileSync(path, '')
    const { of } = await find({ NGOMA_DATA: join(path, 'deeper') })
    assert.equal(of('data directory').state, 'problem')
    assert.match(of('data directory').message, /is not a directory/)
  })

  it('reports a data directory with a database that other users can read', async (test) => {
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
    assert.equal(of('data directory').advice, `Restrict access: chmod 700 ${directory}`)
  })

  it('reports a data directory without write permission', {
    skip: process.getuid?.() === 0 && 'root can write everywhere',
  }, async (test) => {
    const directory = temporary(test)
    chmodSync(directory, 0o500)
    const { of } = await find({ NGOMA_DATA: join(directory, 'data') })
    assert.equal(of('data directory').state, 'problem')
    assert.match(of('data directory').advice ?? '', /chown/)
  })

  it('does not open the database of another user', {
    skip: process.getuid?.() !== 0 && 'only root can change the owner of a directory',
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

  it('reports a missing carrier and a host without TLS in production', async (test) => {
    const { wrong, of } = await find({ NGOMA_DATA: temporary(test), NGOMA_STAGING: 'false', HOST: '0.0.0.0' })
    assert.deepEqual(wrong, ['host: warning', 'route: problem', 'erasures file: warning'])
    assert.match(of('route').message, /106/)
  })
})

describe('doctor check of the port', () => {
  it('reports a port that another program uses', async (test) => {
    const port = await takePort(test, Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'))
    const taken = await find({ NGOMA_DATA: temporary(test), PORT: String(port) })
    assert.deepEqual(taken.wrong, ['port: problem'])
    assert.match(taken.of('port').message, new RegExp(`port ${port} of 127\\.0\\.0\\.1 is used by another program`))
    assert.match(taken.of('port').advice ?? '', /PORT/)
  })

  it('reports an address that this machine does not have', async (test) => {
    const { of } = await find({ NGOMA_DATA: temporary(test), HOST: '192.0.2.1', PORT: '8080' })
    assert.equal(of('port').state, 'problem')
    assert.match(of('port').advice ?? '', /HOST/)
  })
})

describe('doctor with a server on the embedded database', () => {
  it('asks the running server about its port and database', async (test) => {
    const world = await openWorld('embedded', { config: { erasuresFile: '/nowhere/at/all' } })
    test.after(() => world.close())
    const address = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    const port = new URL(address).port
    const directory = temporary(test)
    const control = await listenControl(world.app.http, directory, world.app.controlHeaders, 'embedded')
    test.after(() => control.close())

    const { wrong, of } = await find({ NGOMA_DATA: directory, PORT: port })
    assert.deepEqual(wrong, [])
    assert.match(of('server').message, new RegExp(`process ${process.pid} .* port ${port}$`))
    assert.match(of('port').message, /used by the running server/)
    assert.match(of('database').message, /running server/)
    assert.match(of('schema').message, /up to date/)

    // The doctor could write to its file, but the server cannot.
    const erasures = await find({ NGOMA_DATA: directory, PORT: port, NGOMA_ERASURES_FILE: join(directory, 'erasures') })
    assert.deepEqual(erasures.wrong, ['erasures file: problem'])
    assert.match(erasures.of('erasures file').message, /^the server cannot write to .*: ENOENT/)

    const other = await find({ NGOMA_DATA: temporary(test), PORT: port })
    assert.deepEqual(other.wrong, ['port: warning'])
    assert.match(other.of('port').message, /a Ngoma server with another data directory/)

    await sql`
      insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
      values (1, 'gone', 'single', 1, 1, now() + interval '1 day', now() - interval '10 minutes')
    `.execute(world.db)
    assert.deepEqual((await find({ NGOMA_DATA: directory, PORT: port })).wrong, ['work: warning'])
  })

  it('reports a process that holds the data directory and does not respond', async (test) => {
    const directory = temporary(test)
    const lock = await lockDirectory(directory)
    test.after(() => lock.release())
    const { wrong, of } = await find({ NGOMA_DATA: directory })
    assert.deepEqual(wrong, ['server: problem', 'database: problem'])
    assert.match(of('server').message, new RegExp(`process ${process.pid} holds the data directory`))
    assert.match(of('server').advice ?? '', new RegExp(`kill ${process.pid}`))
  })

  it('reports a path that is too long for the control socket', async (test) => {
    const directory = join(temporary(test), 'deep'.repeat(30))
    const lock = await lockDirectory(directory)
    test.after(() => lock.release())
    const { of } = await find({ NGOMA_DATA: directory })
    assert.equal(of('server').state, 'problem')
    assert.match(of('server').advice ?? '', /shorter path/)
  })

  it('reports a server that accepts the connection and does not respond', async (test) => {
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
    assert.match(of('server').message, /does not respond/)
  })
})
