/** Everything that a run needs: server processes, a database, a message centre, a webhook endpoint. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts'
import { createCertificate } from '../certificate.ts'
import { askConsole } from '../e2e/console.ts'
import { findFreePort } from '../postgres.ts'
import { startReceiver } from '../receiver.ts'
import { apiKey, apiSecret, secret } from '../send-body.ts'
import { until } from '../until.ts'
import { canMount, type Disk, openDisk } from './disk.ts'
import { addTo, type History, type Now, type Stock } from './history.ts'
import type { Options } from './options.ts'
import type { Engine } from './plan.ts'
import { createProgram, type Program, type Role } from './program.ts'
import { seedOldData } from './retention.ts'
import { readStock } from './stock.ts'
import { installTriggers, openEmbeddedStore, openPostgresStore, type Store } from './store.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export const binds = 2
export const window = 20
export const price = 10
/** The embedded database alone takes 80 MB, PostgreSQL 60 MB with its log. */
const diskMegabytes = 320

export interface World {
  readonly programs: readonly Program[]
  /** Those that take sends. */
  readonly apis: readonly Program[]
  readonly store: Store
  readonly disk: Disk | null
  readonly centre: Smsc
  /** Between the workers and the message centre. */
  readonly centreProxy: TcpProxy
  /** Logs of every process. */
  readonly logDirectory: string
  takeStock(): Promise<Stock>
  close(keepLogs: boolean): Promise<void>
}

const rolesOn: Readonly<Record<Engine, readonly (readonly [string, Role])[]>> = {
  postgres: [
    ['api1', 'api'],
    ['api2', 'api'],
    ['worker1', 'worker'],
    ['worker2', 'worker'],
  ],
  embedded: [['server', 'all']],
}

export async function openWorld(
  { engine, program: checkout, retention }: Pick<Options, 'engine' | 'program' | 'retention'>,
  history: History,
  now: Now,
): Promise<World> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
  }
  try {
    return await open(engine, checkout, retention, history, now, closing, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  engine: Engine,
  checkout: string,
  retention: boolean,
  history: History,
  now: Now,
  closing: (() => unknown)[],
  close: () => Promise<void>,
): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-chaos-'))
  const logDirectory = join(directory, 'logs')
  mkdirSync(logDirectory)
  const disk = canMount() ? openDisk(diskMegabytes) : null
  if (disk) closing.push(() => disk.close())
  const store = await (engine === 'postgres'
    ? openPostgresStore(disk)
    : openEmbeddedStore(join(disk?.directory ?? directory, 'data')))
  closing.push(() => store.close())

  const centre = await startSmsc({
    delayMs: 200,
    onTaken: ({ destination }) => addTo(history.taken, destination.address, now()),
    onRefused: (phone) => addTo(history.refused, phone, now()),
  })
  closing.push(() => centre.close())
  const centreProxy = await startTcpProxy({ host: '127.0.0.1', port: centre.port })
  closing.push(() => centreProxy.close())
  const tls = createCertificate()
  const receiver = await startReceiver({
    tls,
    answer({ text }) {
      const { dest_addr, status } = JSON.parse(text)
      addTo(history.told, dest_addr, status)
      return { status: 200 }
    },
  })
  closing.push(() => receiver.close())
  const authority = join(directory, 'ca.pem')
  writeFileSync(authority, tls.ca)

  const settings = {
    ...store.settings,
    NGOMA_STAGING: 'false',
    NGOMA_SECRET: secret,
    NGOMA_API_KEY: apiKey,
    NGOMA_API_SECRET: apiSecret,
    NGOMA_CALLBACK_CA: authority,
    NGOMA_CALLBACK_LOOPBACK: 'true',
  }
  const programs: Program[] = []
  for (const [name, role] of rolesOn[engine]) {
    const dataDirectory = store.dataDirectory ?? join(directory, name)
    const port = await findFreePort()
    programs.push(createProgram({ name, role, port, checkout, dataDirectory, settings, logDirectory }, history, now))
  }
  const stopAll = (signal: NodeJS.Signals) => Promise.all(programs.map((one) => one.stop(signal)))
  closing.push(() => stopAll('SIGKILL'))

  const [first] = programs
  if (first === undefined) throw new Error('no process to start')
  const serves = (one: Program) => until(`${one.name} serves`, () => one.servedAt() !== null, 300)
  first.start()
  await serves(first)
  // Before the others start, so that they know the carrier and the price from the beginning.
  await setUp(first, centreProxy.port, receiver.url)
  if (store.server === null) await first.stop('SIGTERM')
  await store.look((query) => query(installTriggers))
  if (retention) await store.look(seedOldData)
  for (const one of programs) if (one.servedAt() === null) one.start()
  await Promise.all(programs.map(serves))
  await until('all binds are up', () => centre.counts().bound === binds, 60)

  return {
    programs,
    apis: programs.filter(({ role }) => role !== 'worker'),
    store,
    disk,
    centre,
    centreProxy,
    logDirectory,
    async takeStock() {
      const ledger = await checkLedger(checkout, { ...settings, NGOMA_DATA: first.dataDirectory })
      if (store.server === null) await first.stop('SIGTERM')
      const stock = await store.look((query) => readStock(query, retention))
      // On the embedded engine nobody waits for the job, which rests for long under load.
      const left = stock.retention && { ...stock.retention, old: store.server === null ? [] : stock.retention.old }
      return { ...stock, retention: left, ledger, receiptsWaiting: centre.counts().receiptsWaiting }
    },
    async close(keepLogs) {
      await close()
      if (!keepLogs) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A carrier that everything goes to, an active sender ID, credit, a price, and a webhook endpoint. */
async function setUp(program: Program, port: number, url: string): Promise<void> {
  const settings = { host: '127.0.0.1', port, systemId: 'ngoma', binds, window, answerSeconds: 5, enquireSeconds: 2 }
  await askConsole(program, 'PUT', '/carriers/centre', { kind: 'smpp', settings, secrets: { password: 'secret' } })
  await askConsole(program, 'POST', '/routes', { carrier: 'centre' })
  await askConsole(program, 'POST', '/accounts/1/senders/1/approve')
  await askConsole(program, 'POST', '/accounts/1/credit', { product: 'SMS', amount: '100000000' })
  await askConsole(program, 'PUT', '/prices', { product: 'SMS', prefix: '', amount: String(price) })
  await askConsole(program, 'POST', '/accounts/1/webhooks', { event: 'delivery-report', url })
}

/** Null when all is well. */
function checkLedger(checkout: string, settings: Readonly<Record<string, string>>): Promise<string | null> {
  return new Promise((resolve) => {
    const words = [join(checkout, 'bin/ngoma.js'), 'ledger', 'check']
    const options = { env: { ...process.env, ...settings }, timeout: 60_000 }
    execFile(process.execPath, words, options, (error, out, err) =>
      resolve(error === null ? null : `${out}${err}`.trim() || error.message),
    )
  })
}
