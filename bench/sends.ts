/** How many sends are accepted and delivered in a second. */

import { countOf } from '../src/values/count.ts'
import type { Server } from '../test/e2e/server.ts'
import { authorization, sendBody } from '../test/send-body.ts'
import { until } from '../test/until.ts'
import { phone, runLoad } from './load.ts'
import { readMemory } from './processor.ts'
import { formatValue, ms, type Row } from './rows.ts'
import type { Sizes } from './stage.ts'

/** In the far future, so that only accepting is measured: delivery would use the same cores. */
export const later = '2099-01-01 00:00'

const besideSecondsMax = 6

const phones = (count: number) => Array.from({ length: count }, (_, index) => phone(index))

/** A request with many recipients. */
export const bulkBody = (recipients: number, change: Record<string, unknown> = {}) =>
  JSON.stringify(
    sendBody({
      recipients: phones(recipients).map((number, index) => ({ recipient_id: index + 1, dest_addr: number })),
      ...change,
    }),
  )

export async function measureAccept({ address }: Server, connections: number, seconds: number): Promise<Row> {
  const result = await runLoad({ address, connections, seconds, phones: phones(connections), scheduleTime: later })
  return {
    what: `accept, ${countOf(connections, 'connection')}`,
    value: result.perSecond,
    unit: 'sends/s',
    note: `p50 ${ms(result.p50Ms)}, p99 ${ms(result.p99Ms)}${describeFailed(result.failed)}`,
  }
}

const describeFailed = (failed: number) => (failed > 0 ? `, ${failed} failed` : '')

/** A request with many recipients alone, then repeated while single sends run in parallel. */
export async function measureBulk({ address }: Server, { recipients, seconds }: Sizes): Promise<Row[]> {
  const body = bulkBody(recipients, { schedule_time: later })
  const alone = await timeBulk(address, body, recipients)
  let isOver = false
  const singles = runLoad({
    address,
    connections: 4,
    seconds: Math.min(besideSecondsMax, seconds),
    phones: phones(4),
    scheduleTime: later,
  }).finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) times.push(await timeBulk(address, body, recipients))
  const { p50Ms, p99Ms } = await singles
  const beside = times.reduce((sum, time) => sum + time, 0) / times.length
  return [
    {
      what: `${recipients.toLocaleString('en')} recipients in one request`,
      value: recipients / alone,
      unit: 'recipients/s',
    },
    {
      what: 'the same, repeated with single sends beside',
      value: recipients / beside,
      unit: 'recipients/s',
      note: countOf(times.length, 'time'),
    },
    { what: 'single sends beside it (4 connections), p99', value: p99Ms, unit: 'ms', note: `p50 ${ms(p50Ms)}` },
  ]
}

async function timeBulk(address: string, body: string, recipients: number): Promise<number> {
  const startedAt = performance.now()
  const { valid } = await send(address, body)
  if (valid !== recipients) throw new Error(`only ${valid} of ${recipients} recipients were valid`)
  return (performance.now() - startedAt) / 1_000
}

export async function send(address: string, body: string): Promise<{ readonly valid: number }> {
  const response = await fetch(`${address}/v1/send`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  })
  if (response.status !== 200) throw new Error(`a send was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as { valid: number }
}

/** Single sends from 64 connections until the last one is DELIVERED. */
export async function measureEndToEnd({ address }: Server, seconds: number): Promise<Row> {
  const connections = 64
  const numbers = Array.from({ length: connections }, (_, index) => phone(1_000_000 + index))
  const startedAt = performance.now()
  const { accepted, failed } = await runLoad({ address, connections, seconds, phones: numbers, scheduleTime: '' })
  let delivered = 0
  for (const number of numbers)
    await until(`all messages to ${number} are delivered`, async () => {
      const counts = await countReports(address, number)
      if (counts.pending === 0) delivered += counts.delivered
      return counts.pending === 0
    })
  const took = (performance.now() - startedAt) / 1_000
  // At its end the load closes each connection during a send that may have been accepted.
  if (delivered < accepted || delivered > accepted + connections)
    throw new Error(`${accepted} were accepted and ${delivered} delivered`)
  return {
    what: `end to end, ${connections} connections`,
    value: delivered / took,
    unit: 'messages/s',
    note: describeSending(accepted / seconds, failed),
  }
}

export const describeSending = (perSecond: number, failed: number) =>
  `accepted at ${formatValue(perSecond, 'sends/s')}${describeFailed(failed)}`

async function countReports(address: string, number: string): Promise<{ pending: number; delivered: number }> {
  const counts = { pending: 0, delivered: 0 }
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${address}/public/v1/delivery-reports?dest_addr=${number}&page=${page}`, {
      headers: { authorization },
    })
    const reports = (await response.json()) as { status: string }[]
    for (const { status } of reports) counts[status === 'DELIVERED' ? 'delivered' : 'pending'] += 1
    if (reports.length < 1_000 || counts.pending > 0) return counts
  }
}

/** Peak memory of the process, where available. */
export function measureMemory({ pid }: Server, what: string): Row[] {
  const value = readMemory(pid, 'VmHWM')
  return value === null ? [] : [{ what: `memory of the server, at most, ${what}`, value, unit: 'MB' }]
}
