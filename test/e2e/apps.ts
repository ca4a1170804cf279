/**
 * Several processes on one database, or one after the other: apps of their own, each with its own connections, clock
 * and simulated network.
 */
import { sql } from 'kysely'
import { type App, openApp } from '../../src/app.ts'
import type { Carrier, Submission } from '../../src/carriers/carrier.ts'
import type { Simulator } from '../../src/carriers/simulator/simulator.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { ProcessRole } from '../../src/context.ts'
import { createClock, type MovableClock } from '../../src/engine/clock.ts'
import type { Queryable } from '../../src/engine/db/index.ts'
import { createLog } from '../../src/engine/log.ts'
import { apiKey, apiSecret, authorization, openUrl, secret, sendBody, type TestDatabase, until } from '../world.ts'

export interface AppOptions {
  readonly config?: Partial<Config>
  readonly clock?: MovableClock
  readonly logs?: string[]
  readonly role?: ProcessRole
}

export async function openAppOn(
  { db, url }: Pick<TestDatabase, 'db' | 'url'>,
  { config = {}, clock = createClock(), logs = [], role = 'all' }: AppOptions = {},
): Promise<App> {
  const defaults: Config = {
    ...readConfig({}),
    staging: true,
    simulatorDelayMs: 10,
    queueAgeSeconds: 0,
    secret,
    apiKey,
    apiSecret,
  }
  const connections = url === null ? { ...db, close: async () => {} } : openUrl(url)
  const app = await openApp({
    config: { ...defaults, ...config },
    db: connections,
    clock,
    log: createLog('debug', { write: (line) => void logs.push(line) }),
    role,
  })
  await app.start()
  return app
}

/** Sends through one app, and returns the request ID. */
export async function sendThrough(app: App, change: Record<string, unknown>): Promise<string> {
  const { statusCode, body } = await app.http.inject({
    method: 'POST',
    url: '/v1/send',
    headers: { authorization },
    payload: sendBody(change),
  })
  if (statusCode !== 200) throw new Error(`the send was answered with ${statusCode}: ${body}`)
  return JSON.parse(body).request_id
}

export function simulatorOf({ sms }: App): Simulator {
  const carrier = sms.routing.find('simulator')
  if (!carrier || !('setChaos' in carrier)) throw new Error('the first carrier is not the simulated network')
  return carrier as Simulator
}

/** Everything that a carrier is given from now on, in order. */
export function recordSubmits(carrier: Carrier): Submission[] {
  const submissions: Submission[] = []
  const submit = carrier.submit.bind(carrier)
  carrier.submit = (submission) => {
    submissions.push(submission)
    return submit(submission)
  }
  return submissions
}

export interface StoredMessage {
  readonly id: number
  readonly phone: string
  readonly status: string
  readonly reason: string | null
  readonly attempts: number
  readonly submittedAt: Date | null
}

/** The stored messages of a request. */
export async function messagesOf(db: Queryable, requestId: string): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select id, phone, status, reason, attempts, submitted_at as "submittedAt"
      from sms_messages
     where request_id = ${requestId}
     order by id
  `.execute(db)
  return rows
}

/** Waits until all messages of a request have a final status, and gives them. */
export async function untilFinal(db: Queryable, requestId: string): Promise<StoredMessage[]> {
  let messages: StoredMessage[] = []
  await until(
    `the messages of request ${requestId} are final`,
    async () => {
      messages = await messagesOf(db, requestId)
      return messages.length > 0 && messages.every(({ status }) => status !== 'PENDING')
    },
    40,
  )
  return messages
}
