/**
 * `npm run bench:http [STAGE]`: processor time per POST /v1/send without sockets and without the database, for a bare
 * Node server (`node`), Fastify (`fastify`) and the program (`program`). The requests are made in this process, so the
 * result hardly depends on other programs, unlike that of a load generator. Each stage runs in its own process.
 */
import { spawnSync } from 'node:child_process'
import { openSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createClock } from '../src/engine/clock.ts'
import { openDatabase } from '../src/engine/db/index.ts'
import { createLog, openOutput } from '../src/engine/log.ts'
import type { Accepted, Draft } from '../src/modules/sms/model.ts'
import { startPostgres } from '../test/postgres.ts'
import { apiKey, apiSecret, authorization, secret, sendBody } from '../test/send-body.ts'
import { type Report, runBench } from './command.ts'
import { at } from './rows.ts'

const connections = 64
const warmUpSeconds = 2.5
const sliceMs = 200

interface Stage {
  readonly server: Server
  stop(): Promise<void>
}

const answer = { successful: true, request_id: '1', code: 100, message: 'Message Submitted Successfully', valid: 1 }

async function openNode(): Promise<Stage> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString())
      const body = JSON.stringify(answer)
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
      response.end(body)
    })
  })
  return { server, stop: async () => {} }
}

async function openFastify(): Promise<Stage> {
  const app = Fastify()
  app.post('/v1/send', async () => answer)
  await app.ready()
  return { server: app.server, stop: async () => {} }
}

const accepted = { requestId: 1, invalid: 0, firstInvalid: null, duplicates: 0, optedOut: 0, note: undefined }
const accept = async ({ total }: Draft): Promise<Accepted> => ({ ...accepted, valid: total, total, replayed: false })

async function openProgram(): Promise<Stage> {
  const postgres = await startPostgres({ fsync: true })
  const db = await openDatabase({ url: postgres.url, connectionsMax: 10, dataDirectory: '' })
  const config = { ...readConfig({}), staging: true, dataDirectory: tmpdir(), secret, apiKey, apiSecret }
  const log = createLog('info', openOutput(openSync('/dev/null', 'w')))
  const app = await openApp({ config, db, clock: createClock(), log, role: 'api' })
  Object.assign(app.sms, { accept })
  await app.start()
  await app.http.ready()
  return { server: app.http.server, stop: () => postgres.stop() }
}

const body = JSON.stringify(sendBody({ recipients: [{ recipient_id: 1, dest_addr: '255700000007' }] }))
const head = [
  'POST /v1/send HTTP/1.1',
  'Host: 127.0.0.1',
  `Authorization: ${authorization}`,
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
]
const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
let responses = 0

/** The server's end of a connection to a client that sends the next request after each response. */
class Connection extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  override _read(): void {}
  override _write(response: Buffer, _encoding: string, done: () => void): void {
    if (!response.toString().startsWith('HTTP/1.1 200 ')) throw new Error(`failed: ${response}`)
    responses += 1
    done()
    setImmediate(() => this.push(request))
  }
  setTimeout(): void {}
  setNoDelay(): void {}
  setKeepAlive(): void {}
}

/** The slice that was disturbed least, and the median. */
async function measure(seconds: number): Promise<readonly [number, number]> {
  const figures: number[] = []
  for (let slice = 0; slice < (seconds * 1_000) / sliceMs; slice += 1) {
    const used = process.cpuUsage()
    const before = responses
    // On a busy machine a slice may pass without a response.
    do await sleep(sliceMs)
    while (responses === before)
    const { user, system } = process.cpuUsage(used)
    figures.push((user + system) / (responses - before))
  }
  return [at(0, figures), at(0.5, figures)]
}

const stages: Readonly<Record<string, () => Promise<Stage>>> = {
  node: openNode,
  fastify: openFastify,
  program: openProgram,
}

async function run(name: string, seconds: number, profileFile: string, { print, settle }: Report): Promise<void> {
  const { server, stop } = (await stages[name]?.()) ?? (await openNode())
  for (let count = 0; count < connections; count += 1) {
    const connection = new Connection()
    server.emit('connection', connection)
    connection.push(request)
  }
  await settle(warmUpSeconds)
  const session = new Session()
  session.connect()
  if (profileFile !== '') {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
  }
  const [least, median] = await measure(seconds)
  print(`${name.padEnd(8)} ${least.toFixed(1)} µs per request, median ${median.toFixed(1)} µs`, least, median)
  if (profileFile !== '') {
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(profileFile, JSON.stringify(profile))
  }
  await stop()
}

await runBench({
  name: 'bench:http',
  words: Object.keys(stages),
  options: {
    seconds: { value: 5, short: 0.4, about: 'length of the measurement' },
    profile: { value: '', about: 'file for a CPU profile of a stage' },
  },
  async run({ seconds, profile }, report, [name]) {
    if (name !== undefined) {
      await run(name, seconds, profile, report)
      // The connections go on for ever.
      setImmediate(() => process.exit())
      return
    }
    const file = fileURLToPath(import.meta.url)
    const words = [...process.execArgv, file, ...process.argv.slice(2)]
    for (const one of Object.keys(stages)) {
      const { status, stdout } = spawnSync(process.execPath, [...words, one], {
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      })
      const line = stdout.split('\n').find((text) => text.startsWith(one)) ?? ''
      report.print(line, ...[...line.matchAll(/[\d.]+(?= µs)/g)].map(Number))
      if (status !== 0 || line === '') report.fail(`${one} ended with ${status}`)
    }
  },
})
