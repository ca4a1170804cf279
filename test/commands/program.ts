/** Runs the program from a shell: arguments in, an exit code and two streams out. */
import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { copyEmptyDatabase } from '../embedded.ts'
import { hurry, program } from '../ngoma.ts'
import { endWithUs } from '../watchdog.ts'
import { type EngineName, postgresUrl } from '../world.ts'
import type { Order } from './resident.ts'

/** The first use of an embedded database is slow on a busy machine. */
const secondsMax = 90

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
    timeout: seconds * 1_000,
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

/** Runs several commands, a few at a time. By default each is a process. */
export async function runAll(
  all: readonly (readonly string[])[],
  settings: Settings,
  runner: Runner = run,
  atOnce = 3,
): Promise<Ran[]> {
  const ran: Ran[] = []
  for (let i = 0; i < all.length; i += atOnce)
    ran.push(...(await Promise.all(all.slice(i, i + atOnce).map((words) => runner(words, settings)))))
  return ran
}

/** Runs a command without standard input. */
export type Runner = (words: readonly string[], settings: Settings) => Promise<Ran>

/** Runs all commands of a test in one process, one after another, because loading the program takes most of the time. */
export function openResident(test: Pick<TestContext, 'after'>): Runner {
  // Without the options of this process, which would make the child a test process.
  const child = fork(fileURLToPath(new URL('./resident.ts', import.meta.url)), {
    execArgv: [...hurry],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  endWithUs(child)
  test.after(() => void child.kill('SIGKILL'))
  let before: Promise<unknown> = Promise.resolve()
  const ask = ({ words, settings }: Order) =>
    new Promise<Ran>((resolve, reject) => {
      const settle = () => {
        clearTimeout(late)
        child.off('message', answered).off('exit', ended)
      }
      const ended = () => {
        settle()
        reject(new Error(`the command process ended during ${words.join(' ')}`))
      }
      const answered = (ran: unknown) => {
        settle()
        resolve(ran as Ran)
      }
      const late = setTimeout(() => child.kill('SIGKILL'), secondsMax * 1_000)
      child.once('message', answered).once('exit', ended)
      child.send({ words, settings: { PATH: process.env.PATH ?? '', ...settings } } satisfies Order)
    })
  return (words, settings) => {
    const ran = before.then(() => ask({ words, settings }))
    before = ran.catch(() => {})
    return ran
  }
}

export interface Shell {
  readonly settings: Settings
  /** Runs a command with any result. */
  run(...words: string[]): Promise<Ran>
  /** The names of the commands that ran with `--json`. */
  readonly tried: Set<string>
  /** Runs a command that must succeed, and parses its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
  json(...words: string[]): Promise<any>
  /** Runs a command that must succeed, and returns its text. */
  text(...words: string[]): Promise<string>
  /** Runs a command that must fail, and returns its error line. */
  refused(...words: string[]): Promise<string>
}

/** A command that reads standard input gets its own process. */
export function openShell(settings: Settings, runner: Runner = run): Shell {
  const tried = new Set<string>()
  const runWords = (words: readonly string[]) => (words.includes('-') ? run : runner)(words, settings)
  return {
    settings,
    tried,
    run: (...words) => runWords(words),
    async json(...words) {
      const { code, out, err } = await runWords([...words, '--json'])
      assert.deepEqual({ code, err }, { code: 0, err: '' }, words.join(' '))
      for (const length of [1, 2, 3]) tried.add(words.slice(0, length).join(' '))
      assert.equal(out.trimEnd().split('\n').length, 1)
      return JSON.parse(out)
    },
    async text(...words) {
      const { code, out, err } = await runWords(words)
      assert.deepEqual({ code, err }, { code: 0, err: '' }, words.join(' '))
      return out
    },
    async refused(...words) {
      const { code, out, err } = await runWords(words)
      assert.deepEqual({ code, out }, { code: 1, out: '' }, words.join(' '))
      return oneLine(err)
    },
  }
}

export function oneLine(text: string): string {
  assert.match(text, /^ngoma: [^\n]+\n$/)
  return text.slice('ngoma: '.length, -1)
}

/** Settings for staging with an empty data directory and a database without tables. */
export async function emptyPlace(engine: EngineName, test: TestContext): Promise<Settings> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-commands-'))
  test.after(() => rmSync(directory, { recursive: true, force: true }))
  const settings = { NGOMA_DATA: directory, NGOMA_STAGING: 'true', NGOMA_SIMULATOR_DELAY_MS: '10' }
  if (engine === 'embedded') {
    await copyEmptyDatabase(join(directory, 'db'))
    return settings
  }
  const name = `ngoma_commands_${randomUUID().replaceAll('-', '')}`
  await admin(`create database ${name}`)
  test.after(() => admin(`drop database ${name} with (force)`))
  return { ...settings, DATABASE_URL: Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${name}` }).href }
}

async function admin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
