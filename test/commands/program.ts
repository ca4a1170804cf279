/** Runs the program from a shell: arguments in, an exit code and two streams out. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type App, openApp } from '../../src/app.ts'
import { openConfigured } from '../../src/commands/open.ts'
import { readConfig } from '../../src/config.ts'
import type { ProcessRole } from '../../src/context.ts'
import { createClock } from '../../src/engine/clock.ts'
import { labelOf, listenControl } from '../../src/engine/http/index.ts'
import { createLog } from '../../src/engine/log.ts'
import { serverSettings } from '../e2e/server.ts'
import { copyEmptyDatabase } from '../embedded.ts'
import { hurry, program } from '../ngoma.ts'
import { slowness } from '../pace.ts'
import { endWithUs } from '../watchdog.ts'
import { type EngineName, openTestDatabase, postgresUrl } from '../world.ts'
import type { Order } from './resident.ts'

/** The first use of an embedded database is slow on a busy machine, and so is the demo. */
const secondsMax = 200

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export type Settings = Readonly<Record<string, string>>

/** Runs a command in a process with these settings only. The compile cache is shared. */
export function run(words: readonly string[], settings: Settings, seconds = secondsMax): Promise<Ran> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, [...program, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seconds * slowness * 1_000,
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...output }))
  })
}

/** Runs a command without standard input. */
export type Runner = (words: readonly string[], settings: Settings) => Promise<Ran>

/** For programs that must accept the passwords of this process. */
export const cheapPasswords = `--import=${new URL('../cheap-passwords.ts', import.meta.url).href}`

let resident: ChildProcess | null = null
let before: Promise<unknown> = Promise.resolve()

/** Runs a command in a process that all tests of this process share: loading the program takes most of the time. */
export const runInResident: Runner = (words, settings) => {
  const ran = before.then(() => askResident({ words, settings: { PATH: process.env.PATH ?? '', ...settings } }))
  before = ran.catch(() => {})
  return ran
}

/** Runs several commands in the resident process. */
export const runAll = (all: readonly (readonly string[])[], settings: Settings): Promise<Ran[]> =>
  Promise.all(all.map((words) => runInResident(words, settings)))

function askResident(order: Order): Promise<Ran> {
  const child = resident ?? startResident()
  resident = child
  return new Promise<Ran>((resolve, reject) => {
    const settle = () => {
      clearTimeout(late)
      child.off('message', answered).off('exit', ended)
    }
    const ended = () => {
      settle()
      resident = null
      reject(new Error(`the command process ended during ${order.words.join(' ')}`))
    }
    const answered = (ran: unknown) => {
      settle()
      resolve(ran as Ran)
    }
    const late = setTimeout(() => child.kill('SIGKILL'), secondsMax * slowness * 1_000)
    child.once('message', answered).once('exit', ended)
    child.send(order)
  })
}

/** It does not keep this process alive, and does not outlive it. */
function startResident(): ChildProcess {
  // Without the options of this process, which would make the child a test process.
  const child = fork(fileURLToPath(new URL('./resident.ts', import.meta.url)), {
    execArgv: [...hurry, cheapPasswords],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  endWithUs(child)
  child.unref()
  child.channel?.unref()
  return child
}

export interface Shell {
  readonly settings: Settings
  /** Runs a command with any result. */
  run(...words: string[]): Promise<Ran>
  /** Runs a command that must succeed, and parses its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
  json(...words: string[]): Promise<any>
  /** Runs a command that must succeed, and returns its text. */
  text(...words: string[]): Promise<string>
  /** Runs a command that must fail, and returns its error line. */
  refused(...words: string[]): Promise<string>
}

/** Runs commands in the resident process by default. A command that reads standard input gets its own process. */
export function openShell(settings: Settings, runner: Runner = runInResident): Shell {
  const runWords = (words: readonly string[]) => (words.includes('-') ? run : runner)(words, settings)
  return {
    settings,
    run: (...words) => runWords(words),
    async json(...words) {
      const { code, out, err } = await runWords([...words, '--json'])
      assert.deepEqual({ code, err: withoutProgress(err) }, { code: 0, err: '' }, words.join(' '))
      assert.equal(out.trimEnd().split('\n').length, 1)
      return JSON.parse(out)
    },
    async text(...words) {
      const { code, out, err } = await runWords(words)
      assert.deepEqual({ code, err: withoutProgress(err) }, { code: 0, err: '' }, words.join(' '))
      return out
    },
    async refused(...words) {
      const { code, out, err } = await runWords(words)
      assert.deepEqual({ code, out }, { code: 1, out: '' }, words.join(' '))
      return errorIn(err)
    },
  }
}

/** A command that takes over ten seconds reports its progress. */
const progress = /^ngoma: (preparing |running: |waiting for |\[[#.]+\] |[\d,.]+ ).*\n/gm
const withoutProgress = (output: string) => output.replace(progress, '')

/** The last line, which is the error. */
export function errorIn(output: string): string {
  const [last = ''] = output.match(/[^\n]*\n$/) ?? []
  assert.equal(withoutProgress(output.slice(0, -last.length)), '')
  return oneLine(last)
}

export function oneLine(text: string): string {
  assert.match(text, /^ngoma: [^\n]+\n$/)
  return text.slice('ngoma: '.length, -1)
}

/** Settings for staging with an empty data directory and a database without tables. */
export async function emptyPlace(engine: EngineName, test: Test): Promise<Settings> {
  const settings = placeOf(test)
  if (engine === 'embedded') {
    await copyEmptyDatabase(join(settings.NGOMA_DATA ?? '', 'db'))
    return settings
  }
  const name = `ngoma_commands_${randomUUID().replaceAll('-', '')}`
  await admin(`create database ${name}`)
  atEnd(test, () => admin(`drop database ${name} with (force)`))
  return { ...settings, DATABASE_URL: Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${name}` }).href }
}

/** Settings for staging with a migrated database without an account. On the embedded engine it has no tables. */
export async function migratedPlace(engine: EngineName, test: Test): Promise<Settings> {
  if (engine === 'embedded') return emptyPlace(engine, test)
  const { url, drop } = await openTestDatabase(engine)
  atEnd(test, drop)
  return { ...placeOf(test), DATABASE_URL: url ?? '' }
}

/** Settings of an installation after its first start. */
export async function openPlace(engine: EngineName, test: Test, change: Settings = {}): Promise<Settings> {
  const settings = { ...(await migratedPlace(engine, test)), ...change }
  await firstStart(settings)
  return settings
}

/** Sets up an installation as its first start does, in this process. */
export async function firstStart(settings: Settings): Promise<void> {
  const app = await openHere(settings)
  await app.close()
}

function placeOf(test: Test): Settings {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-commands-'))
  atEnd(test, () => rmSync(directory, { recursive: true, force: true }))
  return { NGOMA_DATA: directory, NGOMA_STAGING: 'true', NGOMA_SIMULATOR_DELAY_MS: '10' }
}

/** A server that commands reach over the control socket in its data directory. */
export interface TestServer {
  readonly address: string
}

/** Serves an installation in this process until the end of the test. */
export async function openServer(test: Test, settings: Settings, role: ProcessRole = 'all'): Promise<TestServer> {
  const app = await openHere(settings, role)
  atEnd(test, () => app.close())
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  await app.start()
  const { dataDirectory, databaseUrl } = readConfig({ ...settings })
  const control = await listenControl(app.http, dataDirectory, app.controlHeaders, labelOf(databaseUrl))
  atEnd(test, () => control.close())
  return { address }
}

async function openHere(settings: Settings, role: ProcessRole = 'all'): Promise<App> {
  const config = readConfig({ ...serverSettings, ...settings })
  const log = createLog('error', { write: () => {} })
  const db = await openConfigured(config, log)
  return openApp({ config, db, clock: createClock(), log, role })
}

type Test = Pick<TestContext, 'after'>
const closing = new WeakMap<Test, (() => unknown)[]>()

/** The hooks of a test run in the reverse order: servers close before their databases are dropped. */
function atEnd(test: Test, close: () => unknown): void {
  const all = closing.get(test) ?? []
  if (all.length === 0)
    test.after(async () => {
      for (const one of all.splice(0).reverse()) await one()
    })
  all.push(close)
  closing.set(test, all)
}

async function admin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
