/** Both programs of Kannel: bearerbox, which binds to an SMSC, and smsbox, which serves HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort } from './postgres.ts'
import { until } from './until.ts'
import { endWithUs } from './watchdog.ts'

/** Debian installs them outside of a normal user's PATH. */
const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const startSecondsMax = 20

export interface Boxes {
  readonly bearerbox: string
  readonly smsbox: string
}

export interface Kannel {
  readonly sendPort: number
  readonly processes: { readonly bearerbox: number; readonly smsbox: number }
  /** The text of its status page. */
  status(): Promise<string>
  stop(): Promise<void>
}

/** Returns null when one of the two programs is missing. */
export function findKannel(): Boxes | null {
  const bearerbox = findProgram('bearerbox')
  const smsbox = findProgram('smsbox')
  return bearerbox === null || smsbox === null ? null : { bearerbox, smsbox }
}

function findProgram(name: string): string | null {
  return places.map((place) => join(place, name)).find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Starts it with a configuration file, and waits until the SMSC `sim1` is bound. Names between @ signs in the file are
 * replaced by the values, and DIR, ADMIN_PORT, BOX_PORT and SEND_PORT by its own.
 */
export async function startKannel(
  boxes: Boxes,
  configuration: URL,
  values: Readonly<Record<string, string | number>>,
): Promise<Kannel> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-kannel-'))
  for (const name of ['spool', 'log']) mkdirSync(join(directory, name))
  const [adminPort, boxPort, sendPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const all: Readonly<Record<string, string | number>> = {
    ...values,
    DIR: directory,
    ADMIN_PORT: adminPort,
    BOX_PORT: boxPort,
    SEND_PORT: sendPort,
  }
  const file = join(directory, 'kannel.conf')
  writeFileSync(
    file,
    readFileSync(configuration, 'utf8').replace(/@([A-Z_]+)@/g, (_, name) => String(all[name])),
  )

  const started: ChildProcess[] = []
  const start = (program: string): number => {
    const child = spawn(program, ['-v', '4', file], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
    endWithUs(child)
    started.push(child)
    return child.pid ?? 0
  }
  const stop = async () => {
    // Stop in reverse order: the last one is a client of the first.
    for (const child of started.toReversed()) await end(child)
    rmSync(directory, { recursive: true, force: true })
  }
  const status = () => readStatus(adminPort)
  try {
    const bearerbox = start(boxes.bearerbox)
    await until('Kannel is bound', async () => /sim1.*\(online/.test(await status()), startSecondsMax)
    const smsbox = start(boxes.smsbox)
    await until('Kannel takes messages', () => accepts(sendPort), startSecondsMax)
    await until('the boxes of Kannel are joined', async () => /smsbox:.*on-line/.test(await status()), startSecondsMax)
    return { sendPort, processes: { bearerbox, smsbox }, status, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readStatus(adminPort: number): Promise<string> {
  try {
    return await (await fetch(`http://127.0.0.1:${adminPort}/status.txt?password=bench`)).text()
  } catch {
    return ''
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Its spool is deleted, so it need not write it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
