/**
 * Whether one hanging webhook endpoint delays others: many endpoints, one of which never responds, and the delay of the
 * others.
 */
import { sql } from 'kysely'
import { attemptsOfEvent } from '../src/modules/webhooks/store-attempts.ts'
import { askConsole } from '../test/e2e/console.ts'
import type { Server } from '../test/e2e/server.ts'
import { openUrl } from '../test/open-url.ts'
import { startReceiver } from '../test/receiver.ts'
import { basic, sendBody } from '../test/send-body.ts'
import { until } from '../test/until.ts'
import { phone } from './load.ts'
import { startCountingReceiver } from './receiver.ts'
import { ms, type Row } from './rows.ts'
import type { Sizes } from './stage.ts'

const eventsPerSecond = 500
const stepMs = 20

interface Customer {
  readonly authorization: string
  readonly endpointId: number
}

/** Each customer has its own account and endpoint; the first endpoint hangs. */
export async function measureFairness(
  server: Server,
  databaseUrl: string,
  { seconds, endpoints }: Sizes,
): Promise<Row> {
  const healthy = await startCountingReceiver()
  const hanging = await startReceiver({ answer: () => null })
  const db = openUrl(databaseUrl)
  try {
    const customers: Customer[] = []
    for (let index = 0; index < endpoints; index += 1)
      customers.push(await addCustomer(server, index === 0 ? hanging.url : healthy.url))
    const sent = await sendEvenly(server, customers, seconds)
    const wanted = sent - Math.ceil(sent / endpoints)
    await until('all others were called', async () => (await healthy.counts()).distinct >= wanted, 60)
    const others = customers.slice(1).map(({ endpointId }) => endpointId)
    const { rows } = await sql<{ p50: number; p99: number; most: number; calls: number }>`
      select percentile_cont(0.5) within group (order by late) as p50, percentile_cont(0.99) within group (order by late) as p99,
             max(late) as most, count(*)::int as calls
        from (select extract(epoch from a.at - w.created_at) * 1000 + a.took_ms as late
                from webhook_events w
               cross join lateral ${attemptsOfEvent} a
               where w.endpoint_id = any(${others}::bigint[])) as calls
    `.execute(db)
    const [{ p50, p99, most, calls } = { p50: 0, p99: 0, most: 0, calls: 0 }] = rows
    return {
      what: `${endpoints} endpoints, one hangs: delay of the others, p99`,
      value: Number(p99),
      unit: 'ms',
      ...(calls < wanted ? { problem: `${calls} of ${wanted} events were delivered` } : {}),
      note: `p50 ${ms(Number(p50))}, at most ${ms(Number(most))}; ${calls.toLocaleString('en')} calls at ${Math.round(sent / seconds)} events/s`,
    }
  } finally {
    await db.close()
    await hanging.close()
    healthy.stop()
  }
}

async function addCustomer(server: Server, url: string): Promise<Customer> {
  const { id } = await askConsole(server, 'POST', '/accounts', { name: 'Customer' })
  const { apiKey, secret } = await askConsole(server, 'POST', `/accounts/${id}/keys`, { name: 'bench' })
  const endpoint = await askConsole(server, 'POST', `/accounts/${id}/webhooks`, { event: 'delivery-report', url })
  return { authorization: basic(apiKey, secret), endpointId: endpoint.id }
}

/** Sends at a constant rate to one customer after the other. Returns the number of messages. */
async function sendEvenly({ address }: Server, customers: readonly Customer[], seconds: number): Promise<number> {
  const perStep = (eventsPerSecond * stepMs) / 1_000
  const steps = (seconds * 1_000) / stepMs
  const answers: Promise<void>[] = []
  const startedAt = performance.now()
  for (let step = 0; step < steps; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAt + step * stepMs - performance.now())))
    for (let place = 0; place < perStep; place += 1) answers.push(send(address, customers, step * perStep + place))
  }
  await Promise.all(answers)
  return answers.length
}

async function send(address: string, customers: readonly Customer[], index: number): Promise<void> {
  const authorization = customers[index % customers.length]?.authorization ?? ''
  const body = JSON.stringify(sendBody({ recipients: [{ recipient_id: 1, dest_addr: phone(index) }] }))
  const response = await fetch(`${address}/v1/send`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  })
  if (response.status !== 200) throw new Error(`a send was answered with ${response.status}: ${await response.text()}`)
}
