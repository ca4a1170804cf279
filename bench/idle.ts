/** Processor time and memory of a server without traffic. */
import { setTimeout as sleep } from 'node:timers/promises'
import { askConsole } from '../test/e2e/console.ts'
import type { Server } from '../test/e2e/server.ts'
import { sendBody } from '../test/send-body.ts'
import { until } from '../test/until.ts'
import { phone } from './load.ts'
import { readMemory, readSharedMemory, startCounting } from './processor.ts'
import { startCountingReceiver } from './receiver.ts'
import type { Row } from './rows.ts'
import { send } from './sends.ts'
import { startSmsc } from './smpp-smsc.ts'
import type { Stage } from './stage.ts'

const jobsAtOnce = 20

/** With every product, an SMPP bind, a webhook endpoint, and many messages that are due tomorrow. */
export async function measureIdle({ start, postgresPid, sizes }: Stage): Promise<Row[]> {
  const smsc = await startSmsc({ receiptMs: 0 })
  const receiver = await startCountingReceiver()
  const server = await start()
  try {
    await askConsole(server, 'POST', '/accounts/1/webhooks', { event: 'delivery-report', url: receiver.url })
    await addBind(server, smsc.port)
    await schedule(server, sizes.recipients / 100)
    // Until caches, pools and partitions have settled.
    await sleep(sizes.longSeconds * 500)
    const stop = startCounting({
      server: [server.pid],
      ...(postgresPid === null ? {} : { PostgreSQL: [postgresPid] }),
    })
    await sleep(sizes.longSeconds * 1_000)
    const use = stop()
    const processor = Object.entries(use?.seconds ?? {}).map(
      ([name, used]): Row => ({
        what: `idle, processor of ${name === 'server' ? 'the server' : name}`,
        value: (used * 100) / (use?.elapsedSeconds ?? sizes.longSeconds),
        unit: '% of a core',
      }),
    )
    return [
      ...processor,
      ...memoryRow('idle, memory of the server', readMemory(server.pid, 'VmRSS')),
      ...memoryRow('idle, memory of PostgreSQL', postgresPid === null ? null : readSharedMemory(postgresPid)),
    ]
  } finally {
    await server.kill()
    receiver.stop()
    await smsc.stop()
  }
}

const memoryRow = (what: string, value: number | null): Row[] => (value === null ? [] : [{ what, value, unit: 'MB' }])

async function addBind(server: Server, port: number): Promise<void> {
  await askConsole(server, 'PUT', '/providers/bench', {
    product: 'sms',
    kind: 'smpp',
    settings: { host: '127.0.0.1', port, systemId: 'bench' },
    secrets: { password: 'bench' },
  })
  await until('the carrier is bound', async () => {
    const { state } = await askConsole(server, 'GET', '/providers/bench')
    return state === 'up'
  })
}

async function schedule({ address }: Server, jobs: number): Promise<void> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
  const bodyTo = (number: string) =>
    JSON.stringify(sendBody({ recipients: [{ recipient_id: 1, dest_addr: number }], schedule_time: tomorrow }))
  for (let from = 0; from < jobs; from += jobsAtOnce)
    await Promise.all(Array.from({ length: jobsAtOnce }, (_, index) => send(address, bodyTo(phone(from + index)))))
}
