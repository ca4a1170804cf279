/**
 * `npm run bench:embedded`: start times, memory, idle processor time and the longest delay of `/health` on the embedded
 * engine.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Server, startServer } from '../test/e2e/server.ts'
import { program } from '../test/ngoma.ts'
import { authorization, sendBody } from '../test/send-body.ts'
import { phone } from './measure.ts'

const idleSeconds = 15
const recipientsCount = 100_000
/** Ticks of the processor clock in one second, as in /proc/<pid>/stat. */
const ticksPerSecond = 100

const directory = mkdtempSync(join(tmpdir(), 'ngoma-bench-'))
const start = () => startServer({ NGOMA_STAGING: 'true', NGOMA_DATA: directory, NGOMA_SIMULATOR_DELAY_MS: '100' })

const statusOf = (pid: number, name: string) =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

const print = (what: string, figure: string) => process.stdout.write(`${what.padEnd(48)} ${figure}\n`)

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await run()
  print(what, `${Math.round(performance.now() - began)} ms`)
  return result
}

/** Asks for `/health` every 20 ms until stopped, and returns the longest time of one answer. */
function watchHealth({ address }: Server): { stop(): Promise<number> } {
  const agent = new Agent({ keepAlive: true })
  let isOver = false
  const ask = () =>
    new Promise<void>((resolve, reject) =>
      get(`${address}/health`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject),
    )
  async function watch(): Promise<number> {
    let longestMs = 0
    while (!isOver) {
      const began = performance.now()
      await ask()
      longestMs = Math.max(longestMs, performance.now() - began)
      await sleep(20)
    }
    agent.destroy()
    return longestMs
  }
  const watching = watch()
  return {
    stop() {
      isOver = true
      return watching
    },
  }
}

async function watched(server: Server, what: string, run: () => Promise<unknown>): Promise<void> {
  const health = watchHealth(server)
  await timed(what, run)
  print('  longest /health meanwhile', `${Math.round(await health.stop())} ms`)
}

const bulkBody = (scheduleTime: string) =>
  JSON.stringify(
    sendBody({
      recipients: Array.from({ length: recipientsCount }, (_, index) => ({
        recipient_id: index + 1,
        dest_addr: phone(index),
      })),
      schedule_time: scheduleTime,
    }),
  )

async function send(address: string, body: string): Promise<void> {
  const response = await fetch(`${address}/v1/send`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.text()
}

let server = await timed('first start', start)
try {
  const before = processorSeconds(server.pid)
  await sleep(idleSeconds * 1_000)
  const share = (processorSeconds(server.pid) - before) / idleSeconds
  print('idle: processor', `${(share * 100).toFixed(2)} % of a core`)
  print('idle: memory', `${statusOf(server.pid, 'VmRSS')} MiB`)
  await server.kill()
  for (let times = 1; times <= 3; times += 1) {
    server = await timed('later start', start)
    if (times < 3) await server.kill()
  }
  await watched(server, '100,000 recipients in one request', () => send(server.address, bulkBody('2099-01-01 00:00')))
  await watched(server, '100,000 recipients, sent for 15 s', async () => {
    await send(server.address, bulkBody(''))
    await sleep(15_000)
  })
  await watched(server, 'backup', () =>
    promisify(execFile)(process.execPath, [...program, 'backup', join(directory, 'backup.gz')], {
      env: { ...process.env, NGOMA_DATA: directory },
    }),
  )
  print('memory at most', `${statusOf(server.pid, 'VmHWM')} MiB`)
} finally {
  await server.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
}
