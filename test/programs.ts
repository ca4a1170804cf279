/** Saves and starts the programs of documentation pages as readers do. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'
import { slowness } from './pace.ts'
import { endWithUs } from './watchdog.ts'

/** A program of a page, the commands that start it, and its output. */
export interface Program {
  readonly file: string
  readonly text: string
  readonly lines: readonly string[]
  readonly output: string
}

const program =
  /ave this as `(?<file>[\w.]+)`:\n\n```\w+\n(?<text>.*?)^```$(?<rest>.*?)^```text\n(?<output>.*?)^```$/gms

/**
 * The last block before the output has the start commands. Blocks before it prepare the terminal, which tests do
 * themselves.
 */
export function programsIn(page: string): Program[] {
  return [...page.matchAll(program)].map(({ groups: { file = '', text = '', rest = '', output = '' } = {} }) => {
    const lines = [...rest.matchAll(/^```\n(.*?)\n```$/gms)].at(-1)?.[1]?.split('\n') ?? []
    return { file, text, lines, output: output.trim() }
  })
}

export interface Language {
  readonly name: string
  /** A command that succeeds if the language is installed. */
  readonly version: readonly [command: string, ...words: string[]]
  readonly from: string
}

/** The reason why programs in a language cannot run here, or null. */
export function missingLanguage({ name, version: [command, ...words], from }: Language): string | null {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0 ? null : `${name} is not installed (${from})`
}

export interface Started {
  readonly child: ChildProcess
  readonly printed: { out: string; err: string }
}

/** Starts a program in a shell with these settings only. The last line replaces the shell process. */
export function start(
  { lines }: Program,
  directory: string,
  settings: Readonly<Record<string, string>>,
  secondsMax: number,
): Started {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
    NODE_COMPILE_CACHE,
    HOME: directory,
    ...settings,
  }
  const script = ['set -e', ...lines.slice(0, -1), `exec ${lines.at(-1)}`].join('\n')
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: secondsMax * slowness * 1_000,
    killSignal: 'SIGKILL',
  })
  endWithUs(child)
  const printed = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text
  })
  return { child, printed }
}

export async function run(
  ...words: Parameters<typeof start>
): Promise<{ code: number | null; out: string; err: string }> {
  const { child, printed } = start(...words)
  const [code] = await once(child, 'close')
  return { code, ...printed }
}
