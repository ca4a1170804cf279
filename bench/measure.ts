/** Measurements on a running server. */
import { readFileSync } from 'node:fs'
import type { Server } from '../test/e2e/server.ts'
import { authorization, sendBody, until } from '../test/world.ts'
import { runLoad } from './load.ts'

export interface Row {
  readonly what: string
  readonly figure: string
  readonly p50?: string
  readonly p99?: string
}

/** In the far future, so that only accepting is measured: delivery would use the same cores. */
const later = '2099-01-01 00:00'
const bulkRecipients = 100_000

export const phone = (index: number) => String(255_700_000_000 + index * 10 + 7)
const phones = (count: number) => Array.from({ length: count }, (_, index) => phone(index))
export const perSecond = (count: number, unit: string) => `${Math.round(count).toLocaleString('en')} ${unit}/s`
export const ms = (value: number) => `${Math.round(value)} ms`

export async function measureAccept({ address }: Server, connections: number, seconds: number): Promise<Row> {
  const result = await runLoad({ address, connections, seconds, phones: phones(connections), scheduleTime: later })
  const failed = result.failed > 0 ? ` (${result.failed} failed)` : ''
  return {
    what: `accept, ${connections} connections`,
    figure: perSecond(result.perSecond, 'sends') + failed,
    p50: ms(result.p50Ms),
    p99: ms(result.p99Ms),
  }
}

/** A request with 100,000 recipients alone, then repeated while single sends run in parallel. */
export async function measureBulk({ address }: Server): Promise<Row[]> {
  const recipients = Array.from({ length: bulkRecipients }, (_, index) => ({
    recipient_id: index + 1,
    dest_addr: phone(index),
  }))
  const body = JSON.stringify(sendBody({ recipients, schedule_time: later }))
  const alone = await timeBulk(address, body)
  let isOver = false
  const singles = runLoad({ address, connections: 4, seconds: 6, phones: phones(4), scheduleTime: later }).finally(
    () => {
      isOver = true
    },
  )
  const times: number[] = []
  while (!isOver) times.push(await timeBulk(address, body))
  const { p50Ms, p99Ms } = await singles
  const beside = times.reduce((sum, time) => sum + time, 0) / times.length
  return [
    { what: '100,000 in one request', figure: perSecond(bulkRecipients / alone, 'recipients') },
    {
      what: `100,000, ${times.length} times with single sends beside`,
      figure: perSecond(bulkRecipients / beside, 'recipients'),
    },
    { what: 'single sends beside it (4 connections)', figure: '', p50: ms(p50Ms), p99: ms(p99Ms) },
  ]
}

async function timeBulk(address: string, body: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${address}/v1/send`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  })
  const { valid } = (await response.json()) as { valid: number }
  if (valid !== bulkRecipients) throw new Error(`only ${valid} of ${bulkRecipients} recipients were valid`)
  return (performance.now() - startedAt) / 1_000
}

/** Single sends from 64 connections until the last one is DELIVERED. */
export async function measureEndToEnd({ address }: Server, seconds: number): Promise<Row> {
  const connections = 64
  const numbers = Array.from({ length: connections }, (_, index) => phone(1_000_000 + index))
  const startedAt = performance.now()
  const { accepted, failed } = await runLoad({ address, connections, seconds, phones: numbers, scheduleTime: '' })
  let delivered = 0
  for (const number of numbers) {
    await until(
      `all messages to ${number} are delivered`,
      async () => (await countPending(address, number)).pending === 0,
      60,
    )
    delivered += (await countPending(address, number)).delivered
  }
  // At its end the load closes each connection during a send that may have been accepted.
  if (delivered < accepted || delivered > accepted + connections)
    throw new Error(`${accepted} were accepted and ${delivered} delivered`)
  const took = (performance.now() - startedAt) / 1_000
  const sending = perSecond(accepted / seconds, 'sends')
  return {
    what: `end to end, ${connections} connections`,
    figure: `${perSecond(delivered / took, 'delivered')} (accepted at ${sending}, ${failed} failed)`,
  }
}

async function countPending(address: string, number: string): Promise<{ pending: number; delivered: number }> {
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
export function measureMemory({ pid }: Server): Row {
  try {
    const kib = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return { what: 'memory of the process, at most', figure: `${Math.round(kib / 1_024)} MiB` }
  } catch {
    return { what: 'memory of the process, at most', figure: 'unknown here' }
  }
}
