/** Sends from accounts in turn, in a separate process: takes a plan as argument and prints the result. */
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { apiSecret, basic, sendBody } from '../test/send-body.ts'
import { keyOf } from './growth-keys.ts'
import { phone, runGenerator } from './load.ts'

export interface AccountsPlan {
  readonly address: string
  readonly seconds: number
  readonly connections: number
  /** Sends from the accounts 1 to this, in an order in which no account repeats before all had their turn. */
  readonly accounts: number
  /** Starts the order elsewhere in each round. */
  readonly round: number
  /** Empty means now. */
  readonly scheduleTime: string
}

export interface AccountsResult {
  readonly accepted: number
  readonly failed: number
  readonly perSecond: number
}

/** Prepared requests of each connection, for a second; it starts again after the last one. */
const requestsPerSecond = 1_000

export const runAccountsLoad = (plan: AccountsPlan): Promise<AccountsResult> => runGenerator(import.meta.url, plan)

async function load(plan: AccountsPlan): Promise<AccountsResult> {
  const { address, seconds, connections, accounts, round, scheduleTime } = plan
  const requestOf = (index: number) => ({
    method: 'POST' as const,
    path: '/v1/send',
    headers: {
      authorization: basic(keyOf(1 + ((index * 7919) % accounts)), apiSecret),
      'content-type': 'application/json',
    },
    body: JSON.stringify(
      sendBody({ schedule_time: scheduleTime, recipients: [{ recipient_id: 1, dest_addr: phone(index % 1_000_000) }] }),
    ),
  })
  let next = 0
  const requests = Math.ceil(seconds * requestsPerSecond)
  const result = await autocannon({
    url: `${address}/v1/send`,
    method: 'POST',
    headers: {},
    body: '',
    connections,
    duration: seconds,
    setupClient(client) {
      const own = next
      next += 1
      const first = (round * connections + own) * requests
      client.setRequests(Array.from({ length: requests }, (_, place) => requestOf(first + place)))
    },
  })
  return {
    accepted: result['2xx'],
    failed: result.non2xx + result.errors,
    perSecond: result['2xx'] / result.duration,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? ''))))
}
