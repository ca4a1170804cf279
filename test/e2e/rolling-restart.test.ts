import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request as requestTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freePort } from '../free-port.ts'
import { root } from '../ngoma.ts'
import { type Haproxy, hasHaproxy, hasNginx, type Nginx, packaging, startHaproxy, startNginx } from '../proxies.ts'
import { endWithUs } from '../watchdog.ts'
import { openTestDatabase, postgresUrl, type TestDatabase, until } from '../world.ts'
import { type Load, startLoad } from './load.ts'
import { type Server, startServer } from './server.ts'

const perSecond = 30
const phone = '255712345678'
/** A drain ends when the proxy no longer uses the process, not after a time that a busy machine may need. */
const drainSeconds = '120'

describe('A rolling restart of two processes under load', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  let database: TestDatabase
  let directory: string
  const services = new Map<string, Server>()
  let ports: Readonly<Record<string, number>>
  let load: Load | undefined
  before(async () => {
    database = await openTestDatabase('postgres')
    directory = mkdtempSync(join(tmpdir(), 'ngoma-restart-'))
    ports = { api1: await freePort(), api2: await freePort() }
    await Promise.all(Object.keys(ports).map(start))
  })
  afterEach(() => load?.stop())
  after(async () => {
    await Promise.all([...services.values()].map((server) => server.kill('SIGKILL')))
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  async function start(name: string): Promise<void> {
    const settings = {
      DATABASE_URL: database.url ?? '',
      NGOMA_STAGING: 'true',
      NGOMA_DRAIN_SECONDS: drainSeconds,
      NGOMA_TRUSTED_PROXIES: '127.0.0.1',
      PORT: String(ports[name]),
    }
    services.set(name, await startServer(settings, 'api'))
  }

  /** Ends the drain of a process as soon as the proxy has stopped using it and every request to it has an answer. */
  async function stop(name: string, untilUnused: () => Promise<void>): Promise<void> {
    const server = services.get(name) ?? assert.fail(name)
    process.kill(server.pid, 'SIGTERM')
    await untilUnused()
    await load?.settle()
    assert.equal(await server.kill('SIGTERM'), 0)
  }

  const addresses = () => ['api1', 'api2'].map((name) => services.get(name)?.address ?? '')

  /** All answers must be 200, and each of them must be one stored request. */
  async function assertNoneFailed(rates: string): Promise<string> {
    const { sent } = load ?? assert.fail('no load')
    const failed = sent.filter(({ status }) => status !== 200)
    assert.deepEqual(failed, [], `${failed.length} of ${sent.length} requests failed`)
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from sms_requests`.execute(
      database.db,
    )
    assert.equal(rows[0]?.count, sent.length)
    await sql`truncate sms_requests cascade`.execute(database.db)
    return `${sent.length} requests, ${rates}`
  }

  it('fails no request behind packaging/nginx.conf', {
    skip: !hasNginx && 'nginx is not installed',
  }, async (context) => {
    const nginx = await startNginx(directory, addresses())
    context.after(() => nginx.stop())
    await assertSecureHeader(nginx)
    load = startLoad(nginx.address, perSecond, phone, { repeatsBusy: true })
    await load.goOn(0, 30)
    const drained: string[] = []
    const manager = await startManager(async (name) => {
      assert.ok(existsSync(join(directory, `ngoma-${name}.drain`)), 'nginx uses the process no longer')
      drained.push(name)
      await stop(name, async () => {})
      const before = load?.accepted() ?? 0
      await until('the other process accepts requests', () => (load?.accepted() ?? 0) > before + 10)
      await start(name)
    })
    context.after(() => manager.close())
    assert.deepEqual(await runScript(manager.url), {
      code: 0,
      output: 'restarting ngoma@api1\nngoma@api1 is ready\nrestarting ngoma@api2\nngoma@api2 is ready\n',
    })
    assert.deepEqual(drained, ['api1', 'api2'])
    for (const name of drained) assert.equal(existsSync(join(directory, `ngoma-${name}.drain`)), false)
    await load.goOn(0, 30)
    context.diagnostic(await assertNoneFailed(await load.stop()))
    assert.equal((await fetch(`${nginx.address}/metrics`)).status, 403)
  })

  it('fails no request behind packaging/haproxy.cfg', {
    skip: !hasHaproxy && 'HAProxy is not installed',
  }, async (context) => {
    const haproxy = await startHaproxy(directory, addresses())
    context.after(() => haproxy.stop())
    await untilUsed(haproxy, 'api1')
    await untilUsed(haproxy, 'api2')
    load = startLoad(haproxy.address, perSecond, phone, { repeatsBusy: true })
    await load.goOn(0, 30)
    for (const [name, other] of [
      ['api1', 'api2'],
      ['api2', 'api1'],
    ] as const) {
      const isAlone = async () => !(await haproxy.uses(name)) && (await haproxy.uses(other))
      await stop(name, () => until('HAProxy uses only the other one', isAlone))
      await start(name)
      await untilUsed(haproxy, name)
    }
    await load.goOn(0, 30)
    context.diagnostic(await assertNoneFailed(await load.stop()))
  })

  it('ends with a process that cannot be restarted, and leaves it to nginx as unused', async (context) => {
    const manager = await startManager(async () => assert.fail('it does not start'))
    context.after(() => manager.close())
    const { code, output } = await runScript(manager.url)
    assert.equal(code, 1)
    assert.match(
      output,
      /ngoma@api1 could not be restarted, so nothing else was restarted\. See journalctl -u ngoma@api1\./,
    )
    const isDrained = (name: string) => existsSync(join(directory, `ngoma-${name}.drain`))
    assert.deepEqual(['api1', 'api2'].map(isDrained), [true, false])
  })

  /** Runs packaging/rolling-restart with this `systemctl`, and with the files of the test instead of the system's. */
  async function runScript(managerUrl: string): Promise<{ readonly code: number | null; readonly output: string }> {
    const programs = join(directory, 'bin')
    mkdirSync(programs, { recursive: true })
    const systemctl = `fetch('${managerUrl}', { method: 'POST', body: process.argv.slice(2).join(' ') })
      .then(async (answer) => answer.ok || (process.stderr.write(await answer.text()), process.exit(1)))`
    writeFileSync(join(programs, 'systemctl'), `#!${process.execPath}\n${systemctl}\n`, { mode: 0o755 })
    writeFileSync(join(directory, 'ngoma.env'), 'HOST = "127.0.0.1"\nPORT=1\n')
    for (const [name, port] of Object.entries(ports))
      writeFileSync(join(directory, `ngoma-${name}.env`), `ROLE=api\nPORT=${port}\n`)
    const script = join(directory, 'rolling-restart')
    const text = packaging('rolling-restart')
      .replaceAll('/run/', `${directory}/`)
      .replaceAll('/etc/', `${directory}/`)
      .replaceAll('/opt/ngoma/', root)
    writeFileSync(script, text)
    const child = spawn('/bin/sh', [script, 'api1', 'api2'], {
      env: { ...process.env, PATH: `${programs}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    endWithUs(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const [code] = await once(child, 'close')
    return { code, output }
  }
})

const untilUsed = (haproxy: Haproxy, name: string) =>
  until(`HAProxy uses ${name}`, async () => haproxy.uses(name).catch(() => false))

/** Restarts a service when `systemctl restart ngoma@NAME` asks for it. */
async function startManager(restart: (name: string) => Promise<void>) {
  const server = createServer(async (request, response) => {
    const words = (await request.setEncoding('utf8').toArray()).join('')
    const [, name] = /^restart ngoma@(\w+)$/.exec(words) ?? []
    const reason = name === undefined ? `unknown words: ${words}` : await restart(name).then(() => '', String)
    response.writeHead(reason === '' ? 200 : 500).end(reason)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

async function assertSecureHeader({ tlsPort }: Nginx): Promise<void> {
  const options = { port: tlsPort, path: '/health', host: '127.0.0.1', rejectUnauthorized: false, agent: false }
  const [response] = await once(requestTls(options).end(), 'response')
  response.resume()
  assert.equal(response.headers['strict-transport-security'], 'max-age=31536000')
}
