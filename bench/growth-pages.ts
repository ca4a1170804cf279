/** Response times of console pages and of the reports that customers read. */
import { hash } from 'node:crypto'
import { Agent, type RequestOptions, request } from 'node:http'
import { controlPath } from '../src/engine/http/control.ts'
import { callFor } from '../test/account-api.ts'
import type { Server } from '../test/e2e/server.ts'
import { authorization } from '../test/send-body.ts'
import { busyNumber } from './growth-fill.ts'
import { type Figure, median, type Scale } from './growth-report.ts'

export interface Running {
  readonly scale: Scale
  readonly server: Server
}

const warmUpsMax = 3
/** An account with as many messages as most. */
const ordinary = 7

/** A part of the name of an account, as in `fillAccounts`. */
const wordOf = (accountId: number) => hash('md5', String(accountId)).slice(0, 10)

type Path = string | ((scale: Scale) => string)

const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString()
const monthAndDayAgo = new Date(Date.now() - 31 * 86_400_000).toISOString()

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const weekAgo = dayBefore(6)
const quarterAgo = dayBefore(89)

/** Paths of the console. The first account has a tenth of all messages. */
const pages: readonly (readonly [what: string, path: Path])[] = [
  ['home', '/accounts/1/overview'],
  ['home: balances', '/accounts/1/balances'],
  ['messages: newest', '/accounts/1/messages'],
  ['messages: newest, ordinary account', `/accounts/${ordinary}/messages`],
  ['messages: old period', `/accounts/1/messages?from=${monthAndDayAgo}&to=${monthAgo}`],
  ['messages: undelivered', '/accounts/1/messages?status=undelivered'],
  ['messages: to a number', '/accounts/1/messages?number=255710000000'],
  ['messages: of a campaign', '/accounts/1/messages?campaign=Campaign%20100'],
  ['message', '/accounts/1/messages/5'],
  ['requests', '/accounts/1/requests'],
  ['search: a number', '/accounts/1/search?q=0710%20000%20000'],
  ['search: last four digits', '/accounts/1/search?q=4321'],
  ['search: last six digits', '/accounts/1/search?q=654321'],
  ['search: first digits', '/accounts/1/search?q=0612'],
  ['search: a frequent name', '/accounts/1/search?q=asha'],
  ['search: a full name', '/accounts/1/search?q=juma%20mushi'],
  ['search: an unknown name', '/accounts/1/search?q=qwerty'],
  ['search: a campaign', '/accounts/1/search?q=campaign%20100'],
  ['search: an ID', '/accounts/1/search?q=1000010'],
  ['number: state', `/accounts/1/numbers/${busyNumber}`],
  ['number: timeline', `/accounts/1/numbers/${busyNumber}/timeline`],
  ['number: timeline of an ordinary number', '/accounts/1/numbers/255710000370/timeline'],
  ['inbox: open', '/accounts/1/conversations'],
  ['inbox: closed', '/accounts/1/conversations?status=closed'],
  ['inbox: unassigned', '/accounts/1/conversations?assignee=none'],
  ['inbox: last four digits', '/accounts/1/conversations?status=all&q=4321'],
  ['inbox: a frequent name', '/accounts/1/conversations?status=all&q=asha'],
  ['inbox: counts', '/accounts/1/conversations/counts'],
  ['inbox: entries of a thread', '/accounts/1/conversations/5/entries'],
  ...['day', 'carrier', 'country', 'sender', 'campaign', 'reason'].map(
    (by) => [`report by ${by}, 30 days`, `/accounts/1/reports?by=${by}`] as const,
  ),
  ['report by hour, 7 days', `/accounts/1/reports?by=hour&from=${weekAgo}`],
  ['report by sender, 90 days', `/accounts/1/reports?by=sender&from=${quarterAgo}`],
  ['operator: report by account, 30 days', '/reports?by=account'],
  ['operator: report by carrier, 30 days', '/reports?by=carrier'],
  ['operator: report by day, 30 days', '/reports'],
  ['statement', '/accounts/1/statement'],
  ['statement, ordinary account', `/accounts/${ordinary}/statement`],
  ['scheduled', '/accounts/1/scheduled'],
  ['webhooks', '/accounts/1/webhooks'],
  ['webhook events', '/accounts/1/webhooks/1/events'],
  ['webhook attempts', '/accounts/1/webhooks/1/attempts'],
  ['senders of an account', '/accounts/1/senders'],
  ['credentials of an account', '/accounts/1/credentials'],
  ['members of an account', '/accounts/1/members'],
  ['prices of an account', '/accounts/1/prices'],
  ['audit log of an account', '/accounts/1/audit'],
  ['sub-accounts', '/accounts/1/sub-accounts'],
  ['operator: accounts', '/accounts'],
  ['operator: accounts by name', `/accounts?q=${wordOf(77).slice(1, 9)}`],
  ['operator: accounts by a frequent name', '/accounts?q=traders'],
  ['operator: an account', `/accounts/${ordinary}`],
  ['operator: users', '/users'],
  ['operator: users by name', `/users?q=${wordOf(77).slice(1, 9)}`],
  ['operator: sender IDs', '/senders'],
  ['operator: sender IDs by name', '/senders?q=brand%2077'],
  ['operator: sender IDs to approve', '/senders?status=pending'],
  ['operator: prices', '/prices'],
  ['operator: audit log', '/audit'],
  ['operator: routes', '/routes?limit=10'],
  ['operator: try a route', '/routes/try?number=255710000000&account=7'],
  ['operator: carriers', '/providers?product=sms'],
  ['operator: queues', '/queues'],
  ['operator: work', '/work'],
  ['operator: system', '/system'],
  ['operator: unknown receipts', '/receipts/unknown'],
  ['operator: unassigned messages', '/inbound/unowned'],
]

/** Paths of the public API, as the first account. */
const publicPaths: readonly (readonly [what: string, path: Path])[] = [
  ['delivery reports: of a request', '/public/v1/delivery-reports?request_id=1000010'],
  ['delivery reports: to a number', '/public/v1/delivery-reports?dest_addr=255710000000'],
  ['balance', '/public/v1/vendors/balance'],
  ['sender IDs', '/public/v1/sender-names'],
  ['health', '/health'],
  ['metrics', '/metrics'],
]

export async function measurePages(small: Running, large: Running, repeats: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const agent = new Agent({ keepAlive: true })
  try {
    for (const [all, ask] of [[publicPaths, askPublic] as const, [pages, askConsole] as const])
      for (const [what, path] of all) figures.push(await compare(what, path, ask(agent), small, large, repeats))
  } finally {
    agent.destroy()
  }
  return figures
}

type Ask = (server: Server, path: string) => Promise<void>

/** Turn by turn, so that a disturbance affects both. */
export async function compare(
  what: string,
  path: Path,
  ask: Ask,
  small: Running,
  large: Running,
  repeats: number,
): Promise<Figure> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let turn = -Math.min(warmUpsMax, repeats); turn < repeats; turn += 1) {
    for (const { scale, server } of [small, large]) {
      const startedAt = performance.now()
      await ask(server, typeof path === 'string' ? path : path(scale))
      if (turn >= 0) times[scale.name].push(performance.now() - startedAt)
    }
  }
  return { what, unit: 'ms', small: median(times.small), large: median(times.large) }
}

export const askPublic =
  (agent: Agent): Ask =>
  ({ address }, path) => {
    const { hostname, port } = new URL(address)
    return get({ host: hostname, port, agent, path, headers: { authorization } })
  }

export const askConsole =
  (agent: Agent): Ask =>
  ({ dataDirectory }, path) =>
    get(consoleCall(dataDirectory, agent, path))

const consoleCall = (dataDirectory: string, agent: Agent, path: string): RequestOptions => {
  const { url, headers } = callFor('GET', path)
  return { socketPath: controlPath(dataDirectory), agent, path: url, headers }
}

function get(options: RequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      const isWanted = response.statusCode === 200
      response
        .resume()
        .once('error', reject)
        .once('end', () =>
          isWanted ? resolve() : reject(new Error(`${options.path} was answered with ${response.statusCode}`)),
        )
    })
      .once('error', reject)
      .end()
  })
}
