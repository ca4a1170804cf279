import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Load, startLoad } from '../e2e/load.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { freePort } from '../free-port.ts'
import { staysLocal } from '../ngoma.ts'
import { startPostgres } from '../postgres.ts'
import { startHaproxy, startNginx } from '../proxies.ts'
import { until } from '../until.ts'

export interface UpgradeOptions {
  /** The checkouts of both versions. */
  readonly from: string
  readonly to: string
  readonly proxy: 'nginx' | 'haproxy'
  readonly perSecond: number
  readonly drainSeconds: number
  /** For the files of the proxy. */
  readonly directory: string
  readonly signal: AbortSignal
}

const phone = '255712345678'
/** Migrations are repeated while the load locks a table. */
const startSecondsMax = 600
const deliverSecondsMax = 180
const steadySeconds = 5

const print = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Returns whether no request failed, and each accepted message was stored once and delivered. */
export async function upgrade(options: UpgradeOptions): Promise<boolean> {
  const { from, to, proxy: kind, perSecond, drainSeconds, directory, signal } = options
  const cleanups: (() => Promise<unknown>)[] = []
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

  async function run(): Promise<boolean> {
    const postgres = await startPostgres()
    cleanups.push(() => postgres.stop())
    const services = new Map<string, Server>()
    cleanups.push(() => Promise.all([...services.values()].map((server) => server.kill('SIGKILL'))))
    const ports = new Map([
      ['api1', await freePort()],
      ['api2', await freePort()],
    ])

    async function start(name: string, checkout: string): Promise<void> {
      const settings = {
        DATABASE_URL: postgres.url,
        NGOMA_STAGING: 'true',
        NGOMA_DRAIN_SECONDS: String(drainSeconds),
        NGOMA_TRUSTED_PROXIES: '127.0.0.1',
        PORT: String(ports.get(name) ?? 0),
      }
      const role = ports.has(name) ? 'api' : 'worker'
      const program = [staysLocal, join(checkout, 'bin', 'ngoma.js')]
      services.set(name, await startServer(settings, role, ['serve', '--role', role], startSecondsMax, program))
    }

    print(`From ${from} to ${to}, ${perSecond} requests a second through ${kind}, drain ${drainSeconds} s`)
    for (const name of ['api1', 'api2', 'worker']) await start(name, from)
    const addresses = ['api1', 'api2'].map((name) => services.get(name)?.address ?? '')
    const proxy = await (kind === 'nginx' ? startNginx : startHaproxy)(directory, addresses)
    cleanups.push(() => proxy.stop())
    await until(
      'the proxy answers',
      async () => (await fetch(`${proxy.address}/health`).catch(() => null))?.ok === true,
    )
    const load = startLoad(proxy.address, perSecond, phone)
    cleanups.push(() => load.stop())
    await load.goOn(steadySeconds, 1)

    for (const name of services.keys()) {
      const began = performance.now()
      // Like packaging/rolling-restart; only nginx needs the file.
      const drainFile = join(directory, `ngoma-${name}.drain`)
      writeFileSync(drainFile, '')
      const code = await services.get(name)?.kill('SIGTERM')
      const stopped = seconds(began)
      const startedAt = performance.now()
      await start(name, to)
      const { address } = services.get(name) ?? { address: '' }
      await until(`${name} is ready`, async () => (await fetch(`${address}/ready`)).ok, startSecondsMax)
      rmSync(drainFile)
      print(`${name}: stopped in ${stopped} with ${code}, ready ${seconds(startedAt)} later; ${describe(load)}`)
      await load.goOn(steadySeconds, 1)
    }
    print(await load.stop())
    return report(load, postgres.url)
  }

  try {
    return await Promise.race([run(), aborted])
  } finally {
    for (const cleanup of cleanups.toReversed()) await cleanup().catch((error: Error) => print(error.message))
  }
}

const failuresOf = ({ sent }: Load) => sent.filter(({ status }) => status !== 200)

function describe(load: Load): string {
  const kinds = Map.groupBy(failuresOf(load), ({ status, code }) =>
    status === null ? 'no or no valid answer' : `${status} with code ${code}`,
  )
  const failures = [...kinds].map(([kind, all]) => `${all.length} x ${kind}`)
  return `${load.sent.length} requests, ${failuresOf(load).length} failed${failures.length > 0 ? ` (${failures.join(', ')})` : ''}`
}

async function report(load: Load, url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const count = async (condition: string) => {
      const { rows } = await client.query(`select count(*)::integer as count from sms_messages where ${condition}`)
      return Number(rows[0]?.count)
    }
    const isDone = async () => (await count(`status = 'PENDING'`)) === 0
    await until('every message is final', isDone, deliverSecondsMax).catch((error: Error) => print(error.message))
    const [stored, delivered, requests] = [
      await count('true'),
      await count(`status = 'DELIVERED'`),
      (await client.query('select count(*)::integer as count from sms_requests')).rows[0]?.count,
    ]
    const slowest = Math.max(...load.sent.map(({ milliseconds }) => milliseconds))
    const rows = [
      ['requests', load.sent.length],
      ['answered with 200', load.accepted()],
      ['failed', failuresOf(load).length],
      ['slowest answer', `${(slowest / 1_000).toFixed(1)} s`],
      ['stored requests', requests],
      ['stored messages', stored],
      ['delivered', delivered],
    ]
    print(`\n| ${describe(load)} | |\n|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
    const isWell = failuresOf(load).length === 0 && stored === load.accepted() && delivered === stored
    print(isWell ? '\nPassed: no request failed, and nothing was lost or doubled.' : '\nFAILED')
    return isWell
  } finally {
    await client.end()
  }
}
