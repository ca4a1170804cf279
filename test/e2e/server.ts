/** The real program as a process of its own, as people run it: it can be killed, and it never outlives the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '../ngoma.ts'
import { apiKey, apiSecret } from '../send-body.ts'
import { until } from '../until.ts'
import { endWithUs } from '../watchdog.ts'

/** The first start of an embedded database takes five seconds on a free machine. */
const startSecondsMax = 90

export interface Server {
  readonly address: string
  readonly pid: number
  /** Where its control socket is. */
  readonly dataDirectory: string
  /** All that it wrote so far. */
  output(): string
  isRunning(): boolean
  /** Ends it, and resolves with its exit code (null when the signal ended it) once it is gone. May be called again. */
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

/** The usual settings of a server in a test. */
export const serverSettings = {
  HOST: '127.0.0.1',
  PORT: '0',
  NGOMA_API_KEY: apiKey,
  NGOMA_API_SECRET: apiSecret,
  NGOMA_RECEIPT_CHECK_SECONDS: '2',
  NGOMA_DRAIN_SECONDS: '0',
  NGOMA_READS_PER_SECOND: '0',
} as const

/**
 * Starts it with these settings on top of the usual ones, and waits until it serves. Other words start it in another
 * way.
 */
export async function startServer(
  settings: Readonly<Record<string, string>>,
  role = 'all',
  words = ['serve', '--role', role],
  secondsMax = startSecondsMax,
  ourProgram = program,
): Promise<Server> {
  // Also without the embedded database there is a control socket, and it must not get into anybody else's directory.
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-server-'))
  const env = { ...process.env, ...serverSettings, NGOMA_DATA: directory, ...settings }
  const child = spawn(process.execPath, [...ourProgram, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const pid = child.pid
  if (pid === undefined) throw new Error('the program could not be started')
  endWithUs(child)
  child.once('exit', () => rmSync(directory, { recursive: true, force: true }))

  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))

  const server = {
    pid,
    dataDirectory: env.NGOMA_DATA,
    output: () => output,
    isRunning: () => !hasEnded(child),
    kill: (signal: NodeJS.Signals = 'SIGTERM') => end(child, signal),
  }
  try {
    await until(
      'the program serves',
      () => {
        if (hasEnded(child)) throw new Error('the program ended instead of serving')
        return addressIn(output) !== null
      },
      secondsMax,
    )
  } catch (error) {
    await server.kill('SIGKILL')
    throw new Error(`${(error as Error).message}. Its output:\n${output}`, { cause: error })
  }
  return { ...server, address: addressIn(output) ?? '' }
}

/** The port of its SMPP server. */
export function smppPortOf({ output }: Pick<Server, 'output'>): number {
  const [, port] = /"smppPort":(\d+)/.exec(output()) ?? []
  if (port === undefined) throw new Error('the server has no SMPP port')
  return Number(port)
}

function addressIn(output: string): string | null {
  // The text after the last newline may be half a line.
  const line = output
    .split('\n')
    .slice(0, -1)
    .find((one) => one.includes('"msg":"serving"'))
  return line === undefined ? null : JSON.parse(line).address
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!hasEnded(child)) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
