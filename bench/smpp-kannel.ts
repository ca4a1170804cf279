/** Starts both programs of Kannel with bench/kannel.conf, bound to the SMSC. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort } from '../test/postgres.ts'
import { endWithUs } from '../test/watchdog.ts'
import { until } from '../test/world.ts'
import type { Side, SideOptions } from './smpp-side.ts'

/** Debian installs them outside of a normal user's PATH. */
const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const template = new URL('kannel.conf', import.meta.url)
const startSecondsMax = 20

export const missingKannel = 'Kannel is not installed, so there is no comparison (on Debian: apt-get install kannel)'

interface Boxes {
  readonly bearerbox: string
  readonly smsbox: string
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

export async function openKannel(boxes: Boxes, { smscPort, login, window, callbackPort }: SideOptions): Promise<Side> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-bench-kannel-'))
  for (const name of ['spool', 'log']) mkdirSync(join(directory, name))
  const [adminPort, boxPort, sendPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const values: Record<string, string | number> = {
    DIR: directory,
    ADMIN_PORT: adminPort,
    BOX_PORT: boxPort,
    SEND_PORT: sendPort,
    SMSC_PORT: smscPort,
    SYSTEM_ID: login.systemId,
    PASSWORD: login.password,
    WINDOW: window,
  }
  const file = join(directory, 'kannel.conf')
  writeFileSync(
    file,
    readFileSync(template, 'utf8').replace(/@([A-Z_]+)@/g, (_, name) => String(values[name])),
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
  try {
    const bearerbox = start(boxes.bearerbox)
    await until('Kannel is bound', async () => /sim1.*\(online/.test(await readStatus(adminPort)), startSecondsMax)
    const smsbox = start(boxes.smsbox)
    await until('Kannel takes messages', () => accepts(sendPort), startSecondsMax)
    await until(
      'the boxes of Kannel are joined',
      async () => /smsbox:.*on-line/.test(await readStatus(adminPort)),
      startSecondsMax,
    )
    return {
      name: 'Kannel',
      processes: () => ({ bearerbox: [bearerbox], smsbox: [smsbox] }),
      request: { port: sendPort, request: requestTo(sendPort, callbackPort), acceptedStatus: 202 },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Requests a callback only for delivered messages. */
function requestTo(port: number, callbackPort: number): string {
  // The number occurs twice: as recipient and in the callback URL.
  const callback = encodeURIComponent(`http://127.0.0.1:${callbackPort}/?phone=`)
  const query = `username=tester&password=foobar&from=INFO&text=Hello&dlr-mask=1&dlr-url=${callback}%PHONE%&to=%PHONE%`
  return `GET /cgi-bin/sendsms?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
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

/** Waits a limited time for a program that still writes its spool. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const last = setTimeout(() => child.kill('SIGKILL'), 5_000)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(last)
}
