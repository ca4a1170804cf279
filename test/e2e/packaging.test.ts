import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { schema, version } from '../../src/version.ts'
import { buildImage, readDockerfile } from '../image.ts'
import { homeIn, programIn } from '../ngoma.ts'
import { hasHaproxy, packaging, startHaproxy } from '../proxies.ts'
import { authorization, openTestDatabase, postgresUrl, sendBody, type TestDatabase, until } from '../world.ts'
import { type Server, startServer } from './server.ts'

interface Service {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly stop_grace_period: string
  readonly tmpfs: string
  readonly volumes: readonly string[]
  readonly ports?: readonly string[]
}

const commit = 'a'.repeat(40)
/** The values of an operator. Staging needs no carrier, and tests need no drain time. */
const filledIn = {
  POSTGRES_PASSWORD: 'p'.repeat(64),
  NGOMA_SECRET: 's'.repeat(64),
  NGOMA_STAGING: 'true',
  NGOMA_DRAIN_SECONDS: '0',
}

/** Interpolates like Compose: `${NAME:-default}`, and `${NAME:?message}` for required values. */
function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, word: string) => {
    const value = env[name] ?? ''
    if (value === '' && kind === '?') throw new Error(word)
    return value || word
  })
}

/** Interpolates after parsing, so that an empty value stays a string. */
function servicesOf(env: Readonly<Record<string, string>>): Readonly<Record<string, Service>> {
  const fill = (_: unknown, value: unknown) => (typeof value === 'string' ? interpolate(value, env) : value)
  return parse(packaging('compose.yaml'), fill, { merge: true }).services
}

describe('packaging/compose.yaml', () => {
  it('names the missing value of an incomplete .env file', () => {
    const example = Object.fromEntries(
      packaging('env.example')
        .split('\n')
        .filter((line) => /^\w/.test(line))
        .map((line) => line.split('=')),
    )
    assert.throws(() => servicesOf(example), /set POSTGRES_PASSWORD in packaging\/\.env/)
    const used = new Set([...packaging('compose.yaml').matchAll(/\$\{(\w+):/g)].map(([, name]) => name))
    for (const name of Object.keys(example)) assert.ok(used.has(name), `${name} of env.example is not used`)
  })

  it('restarts every process and gives it enough time to stop', () => {
    const services = servicesOf({ ...filledIn, NGOMA_DRAIN_SECONDS: '' })
    assert.deepEqual(Object.keys(services), ['postgres', 'api1', 'api2', 'worker1', 'worker2', 'proxy'])
    for (const [name, service] of Object.entries(services)) {
      assert.partialDeepStrictEqual(service, { restart: 'unless-stopped' })
      if (service.command === undefined) continue
      const seconds = Number.parseInt(service.stop_grace_period, 10)
      assert.ok(seconds > Number(service.environment.NGOMA_DRAIN_SECONDS) + 30, name)
    }
  })
})

/** The directory of a path in the container, with the owner of the image. */
const madeByImage = readDockerfile().flatMap(({ name, rest }) =>
  name === 'RUN' ? (/install -d -o node -g node -m 0700 (.*)$/.exec(rest)?.[1]?.split(' ') ?? []) : [],
)

describe('files and ports of packaging/compose.yaml', () => {
  const files = { NGOMA_ARCHIVE_DIR: '/files/archive', NGOMA_CALL_RECORDS: '/files/call-records/calls.jsonl' }
  const services = servicesOf({ ...filledIn, ...files, NGOMA_SMPP_PORT: '2775' })
  const ours = Object.entries(services).filter(([, { command }]) => command !== undefined)

  it('keep erasures, archive and call records when a container is replaced', () => {
    const declared = Object.keys(parse(packaging('compose.yaml')).volumes)
    for (const [name, { environment, volumes, tmpfs }] of ours) {
      const targets = volumes.map((one) => one.split(':'))
      for (const setting of ['NGOMA_ERASURES_FILE', 'NGOMA_ARCHIVE_DIR', 'NGOMA_CALL_RECORDS']) {
        const path = environment[setting] ?? ''
        const [volume, target] = targets.find(([, target]) => path === target || dirname(path) === target) ?? []
        assert.ok(declared.includes(volume ?? ''), `${name}: ${setting}`)
        assert.ok(madeByImage.includes(target ?? ''), `the user of the image cannot write to ${target}`)
        assert.notEqual(tmpfs.split(':')[0], target)
      }
    }
  })

  it('publish the SMPP server of each API process on a port of its own', () => {
    const ports = ours.flatMap(([, service]) => service.ports ?? [])
    assert.deepEqual(ports, ['127.0.0.1:2775:2775', '127.0.0.1:2776:2775'])
    for (const [, { environment }] of ours) assert.equal(environment.NGOMA_SMPP_PORT, '2775')
  })
})

describe('services of packaging/compose.yaml with the files of the Dockerfile', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'ngoma-image-'))
  const started = new Map<string, Server>()
  let database: TestDatabase
  let image: string
  before(async () => {
    database = await openTestDatabase('postgres')
    image = buildImage(scratch, commit)
  })
  after(async () => {
    await Promise.all([...started.values()].map((server) => server.kill('SIGKILL')))
    await database.drop()
    rmSync(scratch, { recursive: true, force: true })
  })

  it('print the commit of the image', () => {
    const printed = execFileSync(process.execPath, [...programIn(image), '--version'], {
      encoding: 'utf8',
      env: homeIn(scratch),
    })
    assert.equal(printed, `${version} (commit ${commit.slice(0, 12)}, schema ${schema})\n`)
  })

  it('serve and send behind the proxy, and stop on a signal', async (context) => {
    const imageSettings = readDockerfile().flatMap(({ name, rest }) => (name === 'ENV' ? rest.split(/\s+/) : []))
    assert.ok(imageSettings.includes('PORT=8080'), 'the proxy uses that port')
    const ours = Object.entries(servicesOf(filledIn)).filter(([, { command }]) => command !== undefined)
    await Promise.all(
      ours.map(async ([name, { command, environment }]) => {
        // Only the locations differ from the container.
        const settings = {
          ...environment,
          DATABASE_URL: database.url ?? '',
          NGOMA_TRUSTED_PROXIES: '127.0.0.1',
          NGOMA_ERASURES_FILE: join(scratch, 'erasures.jsonl'),
          ...homeIn(scratch),
        }
        started.set(name, await startServer(settings, '', [...command], undefined, programIn(image)))
      }),
    )
    const unknown = [...started.values()].flatMap(
      (server) => server.output().match(/.*unknown setting is ignored.*/g) ?? [],
    )
    assert.deepEqual(unknown, [])
    const api = ['api1', 'api2'].map((name) => started.get(name)?.address ?? '')
    const proxy = hasHaproxy ? await startHaproxy(scratch, api) : null
    if (proxy === null) context.diagnostic('HAProxy is not installed: requests go directly to a process')
    const address = proxy?.address ?? api[0] ?? ''

    await until(
      'the proxy reaches a process',
      async () => (await fetch(`${address}/health`).catch(() => null))?.ok === true,
    )
    for (const path of ['/docs', '/docs/guides']) assert.equal((await fetch(`${address}${path}`)).status, 200, path)
    const sent = await fetch(`${address}/v1/send`, {
      method: 'POST',
      body: JSON.stringify(sendBody()),
      headers: { authorization, 'content-type': 'application/json' },
    })
    assert.equal(sent.status, 200)
    const { request_id: requestId } = (await sent.json()) as { request_id: string }
    await until('the message is delivered', async () => {
      const reports = await fetch(`${address}/public/v1/delivery-reports?request_id=${requestId}`, {
        headers: { authorization },
      })
      return ((await reports.json()) as { status: string }[])[0]?.status === 'DELIVERED'
    })
    if (proxy !== null) {
      assert.equal((await fetch(`${address}/metrics`)).status, 404)
      await started.get('api1')?.kill()
      for (let times = 0; times < 5; times += 1) assert.equal((await fetch(`${address}/health`)).status, 200)
      await proxy.stop()
    }
    for (const [name, server] of started) assert.equal(await server.kill(), 0, name)
  })
})
