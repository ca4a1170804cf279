/** Everything that a run needs: server processes, a database, a message centre, a webhook endpoint. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts'
import { createCertificate } from '../certificate.ts'
import { askConsole } from '../e2e/console.ts'
import { staysLocal } from '../ngoma.ts'
import { findFreePort } from '../postgres.ts'
import { startReceiver } from '../receiver.ts'
import { apiKey, apiSecret, secret } from '../send-body.ts'
import { until } from '../until.ts'
import { canMount, type Disk, openDisk } from './disk.ts'
import { addTo, type History, type Now, type Stock } from './history.ts'
import { isOfLoad } from './load.ts'
import type { Options } from './options.ts'
import type { Engine } from './plan.ts'
import { createProgram, type Program, type Role } from './program.ts'
import { seedOldData } from './retention.ts'
import { readStock } from './stock.ts'
import { installTriggers, openEmbeddedStore, openPostgresStore, type Store } from './store.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { openHost } from './workloads/host.ts'
import { noWorkloads, openWorkloads, type Workloads } from './workloads/index.ts'

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
  readonly workloads: Workloads
  /** From now on the webhook endpoint answers only after `releasePushes`. */
  holdPushes(): void
  releasePushes(): void
  /** The states that messages have not reached yet in which a fault interrupts them. */
  missing(): string[]
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

export async function openWorld(options: Options, history: History, now: Now): Promise<World> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
  }
  try {
    return await open(options, history, now, closing, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  { engine, program: checkout, retention, workloads: names, size, patience }: Options,
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
    onAccepted: ({ destination }) => isOfLoad(destination.address) && addTo(history.taken, destination.address, now()),
    onRefused: (phone) => isOfLoad(phone) && addTo(history.refused, phone, now()),
  })
  closing.push(() => centre.close())
  const centreProxy = await startTcpProxy({ host: '127.0.0.1', port: centre.port })
  closing.push(() => centreProxy.close())
  const tls = createCertificate()
  const endpoint = { secret: '' }
  let pushes: PromiseWithResolvers<void> | null = null
  let heldPushes = 0
  const receiver = await startReceiver({
    tls,
    async answer({ text, headers }) {
      heldPushes += 1
      await pushes?.promise
      const { dest_addr: phone, recipient_id: recipientId, status } = JSON.parse(text)
      addTo(history.reported, phone, status)
      const isSigned = isSignedWith(endpoint.secret, text, headers)
      history.pushes.push({ phone, recipientId, eventId: headers['webhook-id'] ?? '', isSigned })
      return { status: 200 }
    },
  })
  closing.push(() => receiver.close())
  const authority = join(directory, 'ca.pem')
  writeFileSync(authority, tls.ca)

  const settings = {
    ...store.settings,
    // Workloads use an airtime provider that may be asked to pay again at once, which only staging accepts.
    NGOMA_STAGING: String(names.length > 0),
    NGOMA_DRAIN_SECONDS: '0',
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
    const smppPort = names.includes('smpp') && role === 'api' ? await findFreePort() : null
    programs.push(
      createProgram({ name, role, port, smppPort, checkout, dataDirectory, settings, logDirectory }, history, now),
    )
  }
  const stopAll = (signal: NodeJS.Signals) => Promise.all(programs.map((one) => one.stop(signal)))
  closing.push(() => stopAll('SIGKILL'))

  const [first] = programs
  if (first === undefined) throw new Error('no process to start')
  const serves = (one: Program) => until(`${one.name} serves`, () => one.servedAt() !== null, 300)
  first.start()
  await serves(first)
  // Before the others start, so that they know the carrier and the price from the beginning.
  endpoint.secret = await setUp(first, centreProxy.port, receiver.url, patience)
  const apis = programs.filter(({ role }) => role !== 'worker')
  const workloads =
    names.length === 0 || store.server === null
      ? noWorkloads
      : await openWorkloads(names, await openHost(apis, store.server.url, size, patience))
  closing.push(() => workloads.close())
  if (store.server === null) await first.stop('SIGTERM')
  await store.look((query) => query(installTriggers))
  if (retention) await store.look(seedOldData)
  for (const one of programs) if (one.servedAt() === null) one.start()
  await Promise.all(programs.map(serves))
  await until('all binds are up', () => centre.counts().bound === binds, 60)

  return {
    programs,
    apis,
    store,
    disk,
    centre,
    centreProxy,
    workloads,
    holdPushes() {
      pushes ??= Promise.withResolvers()
      heldPushes = 0
    },
    releasePushes() {
      pushes?.resolve()
      pushes = null
    },
    missing: () => [
      ...(heldPushes > 0 ? [] : ['messages: no event is being delivered']),
      ...(centre.counts().receiptsWaiting > 0 ? [] : ['messages: no receipt is outstanding']),
    ],
    logDirectory,
    async takeStock() {
      const ledger = await checkLedger(checkout, { ...settings, NGOMA_DATA: first.dataDirectory }, patience)
      const { receiptsWaiting } = centre.counts()
      await stopAll('SIGTERM')
      const stock = await store.look((query) => readStock(query, retention))
      // On the embedded engine nobody waits for the job, which rests for long under load.
      const left = stock.retention && { ...stock.retention, old: store.server === null ? [] : stock.retention.old }
      return { ...stock, retention: left, ledger, receiptsWaiting }
    },
    async close(keepLogs) {
      await close()
      if (!keepLogs) rmSync(directory, { recursive: true, force: true })
    },
  }
}

function isSignedWith(secret: string, text: string, headers: Readonly<Record<string, string>>): boolean {
  try {
    new Webhook(secret).verify(text, { ...headers })
    return true
  } catch {
    return false
  }
}

/** A carrier that everything goes to, an active sender ID, credit, a price, and a webhook endpoint. Returns its secret. */
async function setUp(program: Program, port: number, url: string, patience: number): Promise<string> {
  // Every response that is too late makes a duplicate.
  const answerSeconds = Math.min(300, Math.ceil(5 * patience))
  const settings = { host: '127.0.0.1', port, systemId: 'ngoma', binds, window, answerSeconds, enquireSeconds: 2 }
  await askConsole(program, 'PUT', '/providers/centre', {
    product: 'sms',
    kind: 'smpp',
    settings,
    secrets: { password: 'secret' },
  })
  await askConsole(program, 'POST', '/routes', { carrier: 'centre' })
  await askConsole(program, 'POST', '/accounts/1/senders/1/approve')
  await askConsole(program, 'POST', '/accounts/1/credit', { product: 'SMS', amount: '100000000' })
  await askConsole(program, 'PUT', '/prices', { product: 'SMS', prefix: '', amount: String(price) })
  const { secret } = await askConsole(program, 'POST', '/accounts/1/webhooks', { event: 'delivery-report', url })
  return secret
}

/** Null when all is well. */
function checkLedger(
  checkout: string,
  settings: Readonly<Record<string, string>>,
  patience: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const words = [staysLocal, join(checkout, 'bin/ngoma.js'), 'ledger', 'check']
    const options = { env: { ...process.env, ...settings }, timeout: Math.round(patience * 60_000) }
    execFile(process.execPath, words, options, (error, out, err) =>
      resolve(error === null ? null : `${out}${err}`.trim() || error.message),
    )
  })
}
