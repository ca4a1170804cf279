import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, isLoopback, readConfig } from '../config.ts'
import type { DemoPorts } from '../demo/fill.ts'
import type { StartWhatsApp } from '../demo/whatsapp.ts'
import type { Database } from '../engine/db/index.ts'
import { controlPath, labelOf } from '../engine/http/control.ts'
import { openLog } from '../engine/log.ts'
import { countOf } from '../values/count.ts'
import { badUsage, type Command, Failure, type Input } from './command.ts'
import { tryPort, tryPorts } from './port.ts'
import { barOf, withProgress } from './progress.ts'
import { isListening } from './socket.ts'

const daysMax = 30
const usualSmppPort = 2775

export const demo: Command = {
  name: 'demo',
  about: 'Start a demo server with sample accounts and a month of messages.',
  options: {
    'fill-only': { about: 'Create the sample data without starting a server.' },
    anywhere: { about: 'Allow connections from other machines (see HOST). The passwords of the demo are public.' },
    days: { value: 'DAYS', about: `Days of sample messages, 1 to ${daysMax}. Default: ${daysMax}.` },
  },
  notes: `The sample data is stored in ./sample-data, or in NGOMA_DATA or DATABASE_URL if you set one of them. The first start creates it, which takes about a minute. To start over, delete the directory.

The demo sends nothing to real phones, and everything stays on this machine.`,
  examples: ['demo', 'demo --days 3'],
  async run(input) {
    const days = readDays(input)
    // Not the default directory of `serve`: the demo must not mix with its data.
    const config = readConfig(undefined, './sample-data')
    if (!config.staging) throw badUsage('the demo runs in staging only. Set NGOMA_STAGING=true.')
    if (await isListening(controlPath(config.dataDirectory)))
      throw new Failure(
        `a server is running with NGOMA_DATA=${config.dataDirectory}. Stop it first, or set NGOMA_DATA to another directory.`,
      )
    const servesAfter = !input.is('fill-only')
    if (servesAfter && !isLoopback(config.host) && !input.is('anywhere'))
      throw badUsage(
        `the passwords of the demo are public, and HOST=${config.host} allows connections from other machines. Set HOST=127.0.0.1, or use --anywhere.`,
      )
    // Before the data is created: a port in use should not show up after a minute of waiting.
    if (servesAfter) await tryPorts(config)
    const smppPort = servesAfter ? (config.smppPort ?? (await findSmppPort(config))) : null
    const { isNew, ports } = await fillUnlessFilled(config, days)
    if (!isNew && input.text('days') !== undefined)
      throw new Failure(`the demo in ${placeOf(config)} already exists. Delete it to create one with --days ${days}.`)
    if (servesAfter) return serve({ ...config, smppPort }, ports)
    return input.print(
      { filled: isNew, place: placeOf(config) },
      isNew ? `Demo created in ${placeOf(config)}.` : `The demo in ${placeOf(config)} already exists.`,
    )
  },
}

/** Null when another program uses the usual port: the demo then runs without SMPP. */
async function findSmppPort(config: Config): Promise<number | null> {
  try {
    return await tryPort(config.host, usualSmppPort)
  } catch {
    process.stderr.write(
      `ngoma: port ${usualSmppPort} is in use, so the demo has no SMPP server. Set NGOMA_SMPP_PORT to use another port.\n`,
    )
    return null
  }
}

function readDays(input: Input): number {
  const text = input.text('days') ?? String(daysMax)
  const days = Number(text)
  if (!/^\d{1,2}$/.test(text) || days < 1 || days > daysMax)
    throw badUsage(`--days must be a whole number from 1 to ${daysMax}`)
  return days
}

const placeOf = ({ databaseUrl, dataDirectory }: Config) =>
  databaseUrl === null ? dataDirectory : `the database ${labelOf(databaseUrl)}`
const settingOf = ({ databaseUrl }: Config) => (databaseUrl === null ? 'NGOMA_DATA' : 'DATABASE_URL')

/** Throws when the database contains other data. */
async function fillUnlessFilled(config: Config, days: number) {
  const [{ openConfigured }, { findReceiverPort, readDemoState }, { findWhatsAppPort }] = await Promise.all([
    import('./open.ts'),
    import('../demo/state.ts'),
    import('../demo/whatsapp.ts'),
  ])
  if (config.databaseUrl === null && !existsSync(join(config.dataDirectory, 'db')))
    say('creating the embedded database; this takes a few seconds and happens only once')
  const db = await openConfigured(config, openLog('error', config.logFormat, process.stderr))
  try {
    const state = await readDemoState(db)
    const [place, setting] = [placeOf(config), settingOf(config)]
    if (state === 'foreign')
      throw new Failure(`${place} contains other data. Set ${setting} to an empty one for the demo.`)
    if (state === 'unfinished')
      throw new Failure(
        `the demo in ${place} is incomplete, because its creation was interrupted. Delete it and try again, or set ${setting} to an empty one.`,
      )
    return state === 'filled'
      ? { isNew: false, ports: { receiver: await findReceiverPort(db), whatsapp: await findWhatsAppPort(db) } }
      : { isNew: true, ports: await fill(config, db, days) }
  } finally {
    // Already closed after filling.
    await db.close().catch(() => {})
  }
}

async function fill(config: Config, db: Database, days: number): Promise<DemoPorts> {
  const { fillDemo } = await import('../demo/fill.ts')
  let [done, total] = [0, 1]
  // The sample data contains failures on purpose.
  const log = openLog('error', config.logFormat, process.stderr)
  const onProgress = (made: number, all: number) => {
    ;[done, total] = [made, all]
  }
  return withProgress(
    () => `${barOf(done, total)} creating ${countOf(days, 'day')} of sample messages`,
    () => fillDemo({ config, db, log, days, startWhatsApp, onProgress }),
  )
}

async function serve(config: Config, ports: DemoPorts): Promise<number> {
  const [{ runServer }, { openReceiver }, { welcome }, { subscribeDemo }] = await Promise.all([
    import('./server.ts'),
    import('../demo/receiver.ts'),
    import('../demo/welcome.ts'),
    import('../demo/whatsapp.ts'),
  ])
  const now = () => new Date()
  // If another program uses a port now, callbacks or chats fail, and the dashboard shows it.
  const receiver = ports.receiver === 0 ? null : await openReceiver(ports.receiver).catch(() => null)
  const whatsapp =
    ports.whatsapp === 0 ? null : await startWhatsApp({ port: ports.whatsapp, now, replies: true }).catch(() => null)
  try {
    return await runServer(config, 'all', (address, smppPort) => {
      process.stdout.write(welcome(address, smppPort))
      if (whatsapp) subscribeDemo(whatsapp, address).catch(() => {})
    })
  } finally {
    await whatsapp?.close()
    await receiver?.close()
  }
}

const replyAfterMs = 1_500

const startWhatsApp: StartWhatsApp = async ({ port, now, replies }) => {
  const emulator = await import('../../tools/whatsapp/whatsapp.ts')
  const whatsapp = await emulator.startWhatsApp({
    port,
    now,
    reads: true,
    // A new emulator does not know who wrote before its start.
    checksWindow: !replies,
    onMessage({ to }) {
      if (replies) setTimeout(() => void whatsapp.write({ from: to }, 'Sawa, asante!'), replyAfterMs).unref()
    },
  })
  return whatsapp
}

const say = (text: string) => void (process.stderr.isTTY && process.stderr.write(`ngoma: ${text}\n`))
