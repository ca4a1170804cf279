import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, isLoopback, readConfig } from '../config.ts'
import type { Database } from '../engine/db/index.ts'
import { controlPath, labelOf } from '../engine/http/control.ts'
import { openLog } from '../engine/log.ts'
import { badUsage, type Command, exitCodes, Failure, type Input } from './command.ts'
import { barOf, createProgress } from './progress.ts'
import { isListening } from './socket.ts'

const daysMax = 30

export const demo: Command = {
  name: 'demo',
  about: 'Start a server with a sample account and a month of messages, to look around in.',
  options: {
    'fill-only': { about: 'Make the sample account, and do not serve it.' },
    anywhere: { about: 'Serve it to other machines too, where HOST says so: everybody can look up its passwords.' },
    days: { value: 'DAYS', about: `How many days of messages are made, 1 to ${daysMax} (default ${daysMax}).` },
  },
  notes: [
    'Its data is in ./sample-data unless NGOMA_DATA names another directory, or DATABASE_URL an empty database in staging. It is made once, which takes about',
    'a minute; after that it is only served. Nothing leaves this machine. To begin anew, remove the directory.',
  ].join('\n'),
  async run(input) {
    const days = readDays(input)
    // Not where a server would have its data: the demo must not get into it.
    const config = readConfig(undefined, './sample-data')
    if (!config.staging) throw badUsage('the demo runs in staging only: set NGOMA_STAGING=true')
    if (await isListening(controlPath(config.dataDirectory)))
      throw new Failure(
        `a server runs with its data in ${config.dataDirectory}: stop it first, or set NGOMA_DATA to another directory`,
      )
    const servesAfter = !input.is('fill-only')
    if (servesAfter && !isLoopback(config.host) && !input.is('anywhere'))
      throw badUsage(
        `the demo has an operator whose password everybody can look up, and HOST is ${config.host}: set it to 127.0.0.1, or say --anywhere`,
      )
    // Who waited for a minute should not hear then that the port is taken.
    if (servesAfter) await (await import('./server.ts')).tryPort(config)
    const { isNew, receiverPort } = await fillUnlessThere(config, days)
    if (!isNew && input.text('days') !== undefined)
      throw new Failure(`the demo in ${placeOf(config)} exists already: remove it to make one with --days ${days}`)
    if (servesAfter) return serve(config, receiverPort)
    input.print(
      { filled: isNew, place: placeOf(config) },
      `The demo is in ${placeOf(config)}${isNew ? '' : ' already'}.`,
    )
    return exitCodes.done
  },
}

function readDays(input: Input): number {
  const text = input.text('days') ?? String(daysMax)
  const days = Number(text)
  if (!/^\d{1,2}$/.test(text) || days < 1 || days > daysMax)
    throw badUsage(`--days is a whole number from 1 to ${daysMax}`)
  return days
}

const placeOf = ({ databaseUrl, dataDirectory }: Config) =>
  databaseUrl === null ? dataDirectory : `the database ${labelOf(databaseUrl)}`
const settingOf = ({ databaseUrl }: Config) => (databaseUrl === null ? 'NGOMA_DATA' : 'DATABASE_URL')

interface Filled {
  readonly isNew: boolean
  readonly receiverPort: number
}

/** A database with anything else in it is left alone. */
async function fillUnlessThere(config: Config, days: number): Promise<Filled> {
  const [{ openConfigured }, { findReceiverPort, readDemoState }] = await Promise.all([
    import('./open.ts'),
    import('../demo/state.ts'),
  ])
  if (config.databaseUrl === null && !existsSync(join(config.dataDirectory, 'db')))
    say('making the embedded database: this takes a few seconds, once')
  const db = await openConfigured(config, openLog('error', config.logFormat, process.stderr))
  try {
    const state = await readDemoState(db)
    const [place, setting] = [placeOf(config), settingOf(config)]
    if (state === 'foreign')
      throw new Failure(`${place} has other data in it, which the demo must not touch: set ${setting} to an empty one`)
    if (state === 'unfinished')
      throw new Failure(
        `the demo in ${place} was stopped before it was whole: remove it and begin again, or set ${setting} to an empty one`,
      )
    return state === 'filled'
      ? { isNew: false, receiverPort: await findReceiverPort(db) }
      : { isNew: true, receiverPort: await fill(config, db, days) }
  } finally {
    // Whoever filled it has closed it.
    await db.close().catch(() => {})
  }
}

async function fill(config: Config, db: Database, days: number): Promise<number> {
  const { fillDemo } = await import('../demo/fill.ts')
  let [done, total] = [0, 1]
  const progress = createProgress(() => `${barOf(done, total)} making ${days} days of messages`)
  // Much in there fails on purpose, and is no news.
  const log = openLog('error', config.logFormat, process.stderr)
  try {
    const onProgress = (made: number, all: number) => {
      ;[done, total] = [made, all]
    }
    return await fillDemo({ config, db, log, days, onProgress })
  } finally {
    progress.end()
  }
}

async function serve(config: Config, receiverPort: number): Promise<number> {
  const [{ runServer }, { openReceiver }, { welcome }] = await Promise.all([
    import('./server.ts'),
    import('../demo/receiver.ts'),
    import('../demo/welcome.ts'),
  ])
  // Where somebody else has its port by now, callbacks fail: that is to be seen, too.
  const receiver = receiverPort === 0 ? null : await openReceiver(receiverPort).catch(() => null)
  try {
    return await runServer(config, 'all', (address) => process.stdout.write(welcome(address)))
  } finally {
    await receiver?.close()
  }
}

const say = (text: string) => void (process.stderr.isTTY && process.stderr.write(`ngoma: ${text}\n`))
