/** How long `/health` takes at most while the server does heavy work. */
import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Server } from '../test/e2e/server.ts'
import { ms, type Row } from './rows.ts'
import { bulkBody, later, measureMemory, send } from './sends.ts'
import type { Stage } from './stage.ts'

const askEveryMs = 20
const deliverySecondsMax = 15

export async function measureHealth({ start, program, settings, sizes }: Stage): Promise<Row[]> {
  const server = await start()
  const { recipients, longSeconds } = sizes
  const many = `${recipients.toLocaleString('en')} recipients`
  const backup = (file: string) =>
    promisify(execFile)(process.execPath, [...program, 'backup', file], {
      env: { ...process.env, NGOMA_STAGING: 'true', ...settings, NGOMA_DATA: server.dataDirectory },
    })
  try {
    return [
      await measure(server, `while ${many} are accepted`, () =>
        send(server.address, bulkBody(recipients, { schedule_time: later })),
      ),
      await measure(server, 'while they are sent', async () => {
        await send(server.address, bulkBody(recipients))
        await sleep(Math.min(deliverySecondsMax, longSeconds) * 1_000)
      }),
      await measure(server, 'during a backup', () => backup(join(server.dataDirectory, 'bench.backup.gz'))),
      ...measureMemory(server, `with ${many} and a backup`),
    ]
  } finally {
    await server.kill('SIGKILL')
  }
}

async function measure(server: Server, what: string, run: () => Promise<unknown>): Promise<Row> {
  const health = watchHealth(server)
  const startedAt = performance.now()
  await run()
  const took = performance.now() - startedAt
  return { what: `/health at most, ${what}`, value: await health.stop(), unit: 'ms', note: `in ${ms(took)}` }
}

/** Asks again and again until stopped, and returns the longest time of one answer in milliseconds. */
function watchHealth({ address }: Server): { stop(): Promise<number> } {
  const agent = new Agent({ keepAlive: true })
  let isOver = false
  const ask = () =>
    new Promise<void>((resolve, reject) =>
      get(`${address}/health`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject),
    )
  async function watch(): Promise<number> {
    let longestMs = 0
    while (!isOver) {
      const startedAt = performance.now()
      await ask()
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await sleep(askEveryMs)
    }
    agent.destroy()
    return longestMs
  }
  const watching = watch()
  return {
    stop() {
      isOver = true
      return watching
    },
  }
}
