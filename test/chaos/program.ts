/** A server process that is started again whenever it ends, as by systemd, and whose life is recorded. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staysLocal } from '../ngoma.ts'
import { endWithUs } from '../watchdog.ts'
import type { History, Life, Now } from './history.ts'

export type Role = 'api' | 'worker' | 'all'

export interface ProgramOptions {
  readonly name: string
  readonly role: Role
  readonly port: number
  /** Null without an SMPP server. */
  readonly smppPort: number | null
  /** The checkout whose server it is. */
  readonly checkout: string
  /** Of the control socket, and of the embedded database. */
  readonly dataDirectory: string
  readonly settings: Readonly<Record<string, string>>
  readonly logDirectory: string
}

export interface Program {
  readonly name: string
  readonly role: Role
  readonly address: string
  readonly smppPort: number
  readonly dataDirectory: string
  /** Since when it serves; null while it does not. */
  servedAt(): number | null
  start(): void
  /** Ends it at once, and resolves when it is gone. It starts again after the seconds. */
  crash(seconds: number): Promise<void>
  freeze(): void
  resume(): void
  /** Ends it for good. */
  stop(signal: NodeJS.Signals): Promise<void>
}

/** As in packaging/ngoma.service. */
const restartSeconds = 2

/** Processes start many times, and load the same program each time. */
const compileCache = join(tmpdir(), `ngoma_test_compiled_${process.getuid?.() ?? 0}`)

export function createProgram(options: ProgramOptions, history: History, now: Now): Program {
  const { name, role, port, smppPort, checkout, dataDirectory, settings, logDirectory } = options
  const logFile = join(logDirectory, `${name}.log`)
  let child: ChildProcess | null = null
  let life: Life | null = null
  let restart: NodeJS.Timeout | undefined
  let isStopped = true

  function start(): void {
    isStopped = false
    mkdirSync(dataDirectory, { recursive: true })
    const env = {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(smppPort === null ? {} : { NGOMA_SMPP_PORT: String(smppPort) }),
      NGOMA_DATA: dataDirectory,
      ...settings,
    }
    const words = [staysLocal, join(checkout, 'bin/ngoma.js'), 'serve', '--role', role]
    const started = spawn(process.execPath, words, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
    endWithUs(started)
    const own: Life = {
      name,
      startedAt: now(),
      servedAt: null,
      endedAt: null,
      wasKilled: false,
      stopCode: 0,
      frozen: [],
    }
    history.lives.push(own)
    child = started
    life = own
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        appendFileSync(logFile, text)
        if (own.servedAt === null && text.includes('"msg":"serving"')) own.servedAt = now()
      })
    started.once('exit', () => {
      own.endedAt = now()
      if (!isStopped && !own.wasKilled) restart = setTimeout(start, restartSeconds * 1_000)
    })
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    clearTimeout(restart)
    if (child === null || life === null || life.endedAt !== null) return
    life.wasKilled = true
    child.kill(signal)
    child.kill('SIGCONT')
    if (life.endedAt === null) await once(child, 'exit')
  }

  return {
    name,
    role,
    address: `http://127.0.0.1:${port}`,
    smppPort: smppPort ?? 0,
    dataDirectory,
    servedAt: () => (life === null || life.endedAt !== null ? null : life.servedAt),
    start,
    async crash(seconds) {
      await end('SIGKILL')
      restart = setTimeout(start, seconds * 1_000)
    },
    freeze() {
      if (life?.frozen.some(({ to }) => to === null)) return
      child?.kill('SIGSTOP')
      life?.frozen.push({ from: now(), to: null })
    },
    resume() {
      child?.kill('SIGCONT')
      const last = life?.frozen.at(-1)
      if (last) last.to = now()
    },
    async stop(signal) {
      isStopped = true
      const stopped = life?.endedAt === null && signal === 'SIGTERM' ? life : null
      await end(signal)
      if (stopped !== null) stopped.stopCode = child?.exitCode ?? null
    },
  }
}
