import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { controlPath, isControlPathTooLong, labelOf, listenControl } from '../../src/engine/http/index.ts'
import { DataDirectoryLocked } from '../../src/engine/lock.ts'
import { withoutCloseGrace } from '../closing.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { adminEmail, adminPassword } from './people.ts'

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly agent?: Agent
}

/** `where` is the path of a socket or a TCP port. */
async function call(where: string | number, path: string, { method = 'GET', body, headers = {}, agent }: Asked = {}) {
  const target = typeof where === 'string' ? { socketPath: where } : { host: '127.0.0.1', port: where }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const asked = request({
    ...target,
    path: `/console/v1${path}`,
    method,
    headers: { ...type, ...headers },
    agent: agent ?? false,
  })
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = await once(asked, 'response')
  const said = await text(response)
  return { status: response.statusCode as number, body: said === '' ? null : JSON.parse(said) }
}

describe('database label', () => {
  const same = [
    'postgres://a:b@localhost/x',
    'postgresql://127.0.0.1:5432/x',
    'postgres://c@[::1]/x?sslmode=disable',
    'postgres:///x?host=localhost',
  ]
  it('is the same for one database and contains no password', () =>
    assert.deepEqual(new Set(same.map(labelOf)), new Set(['localhost:5432/x'])))
  it('differs by host, port and database name', () => {
    const others = ['postgres://db/x', 'postgres://localhost:5433/x', 'postgres://localhost/y', null]
    assert.equal(new Set([...others, same[0] ?? null].map(labelOf)).size, 5)
  })
  it('contains all hosts of a cluster', () => {
    assert.equal(labelOf('postgres://u:p@db1,127.0.0.1:5433/x?target_session_attrs=any'), 'db1:5432,localhost:5433/x')
  })
})

onOneEngine('control socket', (engine) => {
  let world: World
  let port: number
  let directory: string
  before(async () => {
    world = await shareWorld(engine)
    port = Number(new URL(await world.listen()).port)
  })
  after(() => world.close())
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'ngoma-control-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))
  const listen = () => listenControl(world.app.http, directory, world.app.controlHeaders, 'embedded')

  it('is accessible to the user of the server only and removed when the server stops', async () => {
    const control = await listen()
    const path = controlPath(directory)
    assert.deepEqual([mode(join(directory, 'control')), mode(path)], ['700', '600'])
    await control.close()
    assert.equal(existsSync(path), false)
    await (await listen()).close()
  })

  it('tightens the permissions of its directory', async () => {
    mkdirSync(join(directory, 'control'))
    chmodSync(join(directory, 'control'), 0o777)
    const control = await listen()
    assert.equal(mode(join(directory, 'control')), '700')
    await control.close()
  })

  it('grants operator rights that no TCP client gets', async () => {
    const control = await listen()
    const path = controlPath(directory)
    assert.equal((await call(path, '/system')).body.pid, process.pid)
    assert.equal((await call(path, '/me')).body.name, 'command line')
    assert.equal((await call(path, '/accounts', { method: 'POST', body: { name: 'Over the socket' } })).status, 201)
    const { rows } =
      await sql`select actor, address, user_id, status from audit_entries order by id desc limit 1`.execute(world.db)
    assert.deepEqual(rows, [{ actor: 'command line', address: null, user_id: null, status: 201 }])
    const pretended: Record<string, string>[] = [
      {},
      { 'x-ngoma-control': 'x' },
      { 'x-ngoma-control': '' },
      { host: 'localhost' },
    ]
    for (const headers of pretended) {
      assert.equal((await call(port, '/system', { headers })).status, 401)
      assert.equal((await call(port, '/accounts', { method: 'POST', body: { name: 'Over TCP' }, headers })).status, 401)
    }
    await control.close()
  })

  it('serves routes that need a client address', async () => {
    const control = await listen()
    const path = controlPath(directory)
    for (const [given, status] of [
      ['wrong', 401],
      [adminPassword, 200],
    ] as const) {
      assert.equal(
        (await call(path, '/auth/sign-in/email', { method: 'POST', body: { email: adminEmail, password: given } }))
          .status,
        status,
      )
    }
    assert.equal((await call(path, '/auth/list-sessions')).status, 401)
    await control.close()
  })

  it('is not replaced by a second server of the same directory', async () => {
    const control = await listen()
    await assert.rejects(listen(), DataDirectoryLocked)
    assert.equal((await call(controlPath(directory), '/system')).status, 200)
    await control.close()
  })

  it('replaces the socket of a killed process', async () => {
    const script = `
      import Fastify from 'fastify'
      import { listenControl } from ${JSON.stringify(import.meta.resolve('../../src/engine/http/index.ts'))}
      await listenControl(Fastify(), process.argv[1], {})
      console.log('listening')
    `
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: import.meta.dirname,
    })
    try {
      await once(child.stdout, 'data')
      await assert.rejects(listen(), DataDirectoryLocked)
    } finally {
      child.kill('SIGKILL')
    }
    await once(child, 'exit')
    assert.ok(existsSync(controlPath(directory)))
    const control = await listen()
    assert.equal((await call(controlPath(directory), '/system')).status, 200)
    await control.close()
  })

  it('waits on close for pending requests but not for idle connections', async (test) => {
    withoutCloseGrace(test)
    const control = await listen()
    const path = controlPath(directory)
    const agent = new Agent({ keepAlive: true })
    await call(path, '/system', { agent })
    const silent = connect(path)
    await once(silent, 'connect')
    const half = connect(path)
    await once(half, 'connect')
    half.write('GET /console/v1/system HTTP/1.1\r\n')
    const asked = request({
      socketPath: path,
      path: '/console/v1/accounts',
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    })
    asked.flushHeaders()
    await once(asked, 'continue')
    const closed = control.close()
    asked.end(JSON.stringify({ name: 'At the last moment' }))
    const [response] = await once(asked, 'response')
    assert.equal(response.statusCode, 201)
    response.resume()
    await closed
    assert.equal(existsSync(path), false)
    for (const socket of [silent, half]) socket.destroy()
    agent.destroy()
  })

  it('rejects a command for another database', async () => {
    const control = await listen()
    const path = controlPath(directory)
    const ask = (database: string) => call(path, '/accounts', { headers: { 'x-ngoma-database': database } })
    assert.equal((await ask('embedded')).status, 200)
    const { status, body } = await ask(labelOf('postgres://u:p@db.example/other'))
    assert.equal(status, 409)
    assert.match(body.detail, /another database \(embedded\)/)
    await control.close()
  })

  it('is not created when its path is too long for a socket', async () => {
    const longest = `/${'x'.repeat(103 - '/control/ngoma.sock'.length - 1)}`
    assert.equal(controlPath(longest).length, 103)
    assert.deepEqual(
      [isControlPathTooLong(longest), isControlPathTooLong(`${longest}x`), isControlPathTooLong(`/${'é'.repeat(45)}`)],
      [false, true, true],
    )
    const deep = join(directory, 'x'.repeat(110 - directory.length))
    assert.ok(isControlPathTooLong(deep))
    await assert.rejects(listenControl(world.app.http, deep, {}, 'embedded'))
    // A failed start must not keep the lock of the directory.
    await assert.rejects(
      listenControl(world.app.http, deep, {}, 'embedded'),
      (error) => !(error instanceof DataDirectoryLocked),
    )
  })
})
