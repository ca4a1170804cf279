/** Time from the start of the process until it serves: with an empty database, and with its own. */
import type { Row } from './rows.ts'
import { at } from './rows.ts'
import type { Stage } from './stage.ts'

const laterStartsMax = 3

export async function measureStart(stage: Stage): Promise<Row[]> {
  const first = await timeStart(stage)
  const later: number[] = []
  while (later.length < Math.min(laterStartsMax, stage.sizes.rounds)) later.push(await timeStart(stage))
  return [
    { what: 'first start', value: first, unit: 's' },
    { what: 'later start', value: at(0.5, later), unit: 's' },
  ]
}

async function timeStart({ start }: Stage): Promise<number> {
  const startedAt = performance.now()
  const server = await start()
  const took = (performance.now() - startedAt) / 1_000
  await server.kill()
  return took
}
