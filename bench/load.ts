/** The load generator, in a separate process: takes a plan as argument and prints the result. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { authorization, sendBody } from '../test/send-body.ts'

export interface LoadPlan {
  readonly address: string
  readonly connections: number
  readonly seconds: number
  /** Requests per second; as many as possible by default. */
  readonly rate?: number
  /** Each connection sends to one of these numbers. */
  readonly phones: readonly string[]
  /** Empty means now. */
  readonly scheduleTime: string
}

export interface LoadResult {
  readonly accepted: number
  /** Responses other than 200. */
  readonly failed: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export const phone = (index: number) => String(255_700_000_000 + index * 10 + 7)

export const runLoad = (plan: LoadPlan): Promise<LoadResult> => runGenerator(import.meta.url, plan)

/** Runs a load generator in its own process, which takes the plan as argument and prints the result. */
export async function runGenerator<Result>(moduleUrl: string, plan: unknown): Promise<Result> {
  const child = spawn(process.execPath, [fileURLToPath(moduleUrl), JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the load ended with ${code}`)
  return JSON.parse(output)
}

async function load({ address, connections, seconds, rate, phones, scheduleTime }: LoadPlan): Promise<LoadResult> {
  const bodies = phones.map((phone) =>
    JSON.stringify(sendBody({ schedule_time: scheduleTime, recipients: [{ recipient_id: 1, dest_addr: phone }] })),
  )
  let next = 0
  const result = await autocannon({
    url: `${address}/v1/send`,
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: bodies[0] ?? '',
    connections,
    duration: seconds,
    overallRate: rate,
    setupClient(client) {
      client.setBody(bodies[next % bodies.length] ?? '')
      next += 1
    },
  })
  return {
    accepted: result['2xx'],
    failed: result.non2xx + result.errors,
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? ''))))
}
