import { Agent, request } from 'node:http'
import { createRandom } from '../../src/carriers/simulator/outcome.ts'
import { controlPath } from '../../src/engine/http/index.ts'
import { BadPdu } from '../../src/engine/smpp/codec/bad-pdu.ts'
import { decodePdu, encodePdu } from '../../src/engine/smpp/pdu.ts'
import { run } from '../commands/program.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { staysLocal } from '../ngoma.ts'
import { slowness } from '../pace.ts'
import type { Login } from '../smpp-customer.ts'
import { fuzzConnection } from '../smpp-fuzz.ts'
import { type Objects, renew } from './objects.ts'
import { consoleRoutesToFuzz, type FuzzRequest, makeRequest, type OpenApi, publicRoutesOf } from './requests.ts'
import { type Stall, watchStalls } from './stalls.ts'
import { createDice, type Dice } from './values.ts'

export interface FuzzReport {
  readonly requests: number
  /** The number of answers by status; 0 is a closed connection. */
  readonly statuses: ReadonlyMap<number, number>
  /** Requests that got 500 or ended the server. */
  readonly failures: readonly string[]
  /** Of the first requests after the start, and of all later ones. */
  readonly stalls: Readonly<Record<'first' | 'later', Stall>>
  readonly pdus: number
  /** Connections of an SMPP customer, each with random PDUs. */
  readonly connections: number
  readonly routes: number
}

export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  /** Defaults to the embedded database. */
  readonly databaseUrl?: string
}

const concurrency = 8
/** Requests change and delete objects, and take away rights. */
const renewedEvery = 100
/** Streams do not end on their own. */
const answerMsMax = 30_000 * slowness
const bytesShown = 300

/** Starts a server and sends it random requests, which depend on the seed only. */
export async function fuzz({ seed, requests, databaseUrl }: FuzzOptions): Promise<FuzzReport> {
  const stalls = watchStalls()
  const server = await startServer({
    NGOMA_STAGING: 'true',
    NGOMA_REQUESTS_PER_SECOND: '0',
    NGOMA_CONSOLE_REQUESTS_PER_SECOND: '0',
    NGOMA_QUEUE_AGE_SECONDS: '0',
    NGOMA_SMPP_PORT: '0',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...stalls.settings,
    NODE_OPTIONS: `${stalls.settings.NODE_OPTIONS} ${staysLocal}`,
  })
  try {
    // The start itself blocks the event loop too, when nobody waits for an answer.
    stalls.takeLongest()
    const dice = createDice(createRandom(seed))
    const document = (await (await fetch(`${server.address}/openapi.json`)).json()) as OpenApi
    const client = createClient(server)
    await client.ask(newAccount)
    const objects: Objects = new Map()
    await renew(client.ask, objects)
    const first = stalls.takeLongest()
    const connections = Math.ceil(requests / 100)
    await fuzzSmpp(server, seed, connections)
    const routes = [...publicRoutesOf(document), ...consoleRoutesToFuzz()]
    const statuses = new Map<number, number>()
    const failures: string[] = []
    let sent = 0
    const work = async (end: number) => {
      while (sent < end && server.isRunning()) {
        // Each route at least once.
        const made = makeRequest(dice, routes[sent] ?? dice.pick(routes), objects)
        sent += 1
        const { status } = await client.ask(made)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 500 || (status === 0 && !server.isRunning())) failures.push(`${status} ${describe(made)}`)
      }
    }
    while (sent < requests && server.isRunning()) {
      const end = Math.min(sent + renewedEvery, requests)
      await Promise.all(Array.from({ length: concurrency }, () => work(end)))
      if (server.isRunning()) await renew(client.ask, objects)
    }
    client.close()
    const pdus = fuzzPdus(dice, Math.ceil(requests / 10))
    if (!server.isRunning()) failures.push(`the server stopped: ${server.output().slice(-2_000)}`)
    failures.push(
      ...server
        .output()
        .split('\n')
        .filter((line) => /"msg":"(request failed|an SMPP request failed)"/.test(line))
        .map((line) => line.slice(0, 1_500)),
    )
    return {
      ...{ requests: sent, statuses, failures, pdus, connections, routes: routes.length },
      stalls: { first, later: stalls.takeLongest() },
    }
  } finally {
    await server.kill('SIGKILL')
    stalls.remove()
  }
}

/** A second account, whose ids are requested with the credential of the first. */
const newAccount: FuzzRequest = {
  route: 'POST /accounts',
  method: 'POST',
  path: '/console/v1/accounts',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"name":"Other"}'),
  isConsole: true,
}

const describe = ({ method, path, headers, body }: FuzzRequest) =>
  `${method} ${path.slice(0, bytesShown)} ${JSON.stringify(headers).slice(0, bytesShown)} ${body?.toString().slice(0, bytesShown) ?? ''}`

interface Answer {
  /** 0 for a closed connection. */
  readonly status: number
  readonly text: string
}

function createClient({ address, dataDirectory }: Server) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const { hostname, port } = new URL(address)
  const ask = ({ method, path, headers, body, isConsole }: FuzzRequest): Promise<Answer> =>
    new Promise((resolve) => {
      const target = isConsole ? { socketPath: controlPath(dataDirectory) } : { host: hostname, port }
      const given = { ...headers, ...(body === null ? {} : { 'content-length': body.length }) }
      const asked = request({ ...target, agent, method, path, headers: given, timeout: answerMsMax }, (response) => {
        const pieces: Buffer[] = []
        response
          .on('close', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }))
          .on('data', (piece) => pieces.push(piece))
      })
      // The server may close the connection before it has read a request that it rejects.
      asked.on('error', () => resolve({ status: 0, text: '' })).on('timeout', () => asked.destroy())
      asked.end(body ?? undefined)
    })
  return { ask, close: () => agent.destroy() }
}

/** Sends random PDUs over many connections, before other requests can revoke the credential. */
async function fuzzSmpp({ dataDirectory, output }: Server, seed: number, connections: number): Promise<void> {
  const { out } = await run(
    ['smpp-credential', 'create', '--account', '1', '--rate', '0', '--binds-max', '100', '--json'],
    {
      NGOMA_DATA: dataDirectory,
    },
  )
  const login: Login = JSON.parse(out)
  const port = Number(/"smppPort":(\d+)/.exec(output())?.[1])
  let made = 0
  const work = async () => {
    while (made < connections) {
      made += 1
      await fuzzConnection(port, login, seed * 1_000_000 + made)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/** Decodes damaged PDUs. The only allowed error is BadPdu. */
function fuzzPdus(dice: Dice, count: number): number {
  for (let number = 1; number <= count; number += 1) {
    const pdu = encodePdu(dice.pick(['deliver_sm', 'submit_sm', 'submit_sm_resp', 'data_sm', 'enquire_link']), number, {
      source_addr: '255712345678',
      short_message: Buffer.from('id:7 stat:DELIVRD'),
    })
    for (let flips = dice.below(6); flips > 0; flips -= 1) pdu[dice.below(pdu.length)] = dice.below(256)
    const cut = dice.chance(30) ? pdu.subarray(0, 16 + dice.below(pdu.length - 15)) : pdu
    try {
      decodePdu(cut)
    } catch (error) {
      if (!(error instanceof BadPdu)) throw error
    }
  }
  return count
}
