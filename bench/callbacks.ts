/** Measures the cost of callbacks: sends to their end with one callback per message. */
import { askConsole } from '../test/e2e/console.ts'
import type { Server } from '../test/e2e/server.ts'
import { until } from '../test/until.ts'
import { phone, runLoad } from './load.ts'
import { startCountingReceiver } from './receiver.ts'
import type { Row } from './rows.ts'
import { describeSending } from './sends.ts'

const connections = 64

/** Single sends from 64 connections until the last callback. */
export async function measureCallbacks(server: Server, seconds: number): Promise<Row> {
  const receiver = await startCountingReceiver()
  try {
    const { id } = await askConsole(server, 'POST', '/accounts/1/webhooks', {
      event: 'delivery-report',
      url: receiver.url,
    })
    const numbers = Array.from({ length: connections }, (_, index) => phone(2_000_000 + index))
    const startedAt = performance.now()
    const { accepted, failed } = await runLoad({
      address: server.address,
      connections,
      seconds,
      phones: numbers,
      scheduleTime: '',
    })
    await until('every message was called back', async () => (await receiver.counts()).distinct >= accepted, 120)
    const took = (performance.now() - startedAt) / 1_000
    const { distinct, all } = await receiver.counts()
    await askConsole(server, 'DELETE', `/accounts/1/webhooks/${id}`)
    return {
      what: `end to end with a callback each, ${connections} connections`,
      value: distinct / took,
      unit: 'messages/s',
      ...(all > distinct ? { problem: `${all - distinct} duplicate callbacks` } : {}),
      note: describeSending(accepted / seconds, failed),
    }
  } finally {
    receiver.stop()
  }
}
