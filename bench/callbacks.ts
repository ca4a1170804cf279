/** What callbacks cost: the way of a send to its end, with one call of the customer's server for each message. */
import { text } from 'node:stream/consumers'
import { askSocket } from '../src/commands/socket.ts'
import { controlPath } from '../src/engine/http/control.ts'
import type { Server } from '../test/e2e/server.ts'
import { until } from '../test/world.ts'
import { runLoad } from './load.ts'
import { perSecond, phone, type Row } from './measure.ts'
import { startCountingReceiver } from './receiver.ts'

const connections = 64

/** Single sends from 64 connections, until the last of them was called back. */
export async function measureCallbacks({ address }: Server, dataDirectory: string, seconds: number): Promise<Row> {
  const receiver = await startCountingReceiver()
  try {
    const id = await addEndpoint(dataDirectory, receiver.url)
    const numbers = Array.from({ length: connections }, (_, index) => phone(2_000_000 + index))
    const startedAt = performance.now()
    const { accepted, failed } = await runLoad({ address, connections, seconds, phones: numbers, scheduleTime: '' })
    await until('every message was called back', async () => (await receiver.counts()).distinct >= accepted, 120)
    const took = (performance.now() - startedAt) / 1_000
    const { distinct, all } = await receiver.counts()
    await call(dataDirectory, 'DELETE', `/accounts/1/webhooks/${id}`)
    const figure = `${perSecond(distinct / took, 'callbacks')} (accepted at ${perSecond(accepted / seconds, 'sends')}, ${failed} failed, ${all - distinct} twice)`
    return { what: `end to end with a callback each, ${connections} connections`, figure }
  } finally {
    receiver.stop()
  }
}

async function addEndpoint(dataDirectory: string, url: string): Promise<number> {
  const { id } = JSON.parse(await call(dataDirectory, 'POST', '/accounts/1/webhooks', { event: 'delivery-report', url })) as { id: number }
  return id
}

/** The same socket that commands use. */
async function call(dataDirectory: string, method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<string> {
  const answer = await askSocket(controlPath(dataDirectory), null)(method, `/console/v1${path}`, body === undefined ? undefined : JSON.stringify(body))
  const answered = await text(answer.body)
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answered}`)
  return answered
}
