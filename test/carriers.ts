/** Carriers and routes for tests. Nothing listens at the address of these carriers, so they are down. */
import type { Database } from '../src/engine/db/index.ts'
import { putProvider } from '../src/modules/providers/store.ts'
import { putConnections } from '../src/modules/routing/store.ts'
import { command } from './console/people.ts'
import type { World } from './world.ts'

export const someCarrier = {
  product: 'sms',
  kind: 'smpp',
  settings: { host: '127.0.0.1', port: 9, systemId: 'ngoma' },
  secrets: { password: 'hush-hush' },
}

let count = 0

/** Adds a carrier and returns its unique name. */
export async function addCarrier(world: World): Promise<string> {
  count += 1
  const name = `carrier-${count}`
  const { status, text } = await command(world, 'PUT', `/providers/${name}`, someCarrier)
  if (status !== 200) throw new Error(text)
  return name
}

/** Stores a carrier with a number of connections, without a server. */
export const putCarrier = (db: Database, name: string, connections: number, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const row = { product: 'sms', kind: 'test', settings: {}, secrets: Buffer.alloc(0) } as const
    await putProvider(tx, { ...row, name, active: true, accountId: null, priority: 1 }, now)
    await putConnections(tx, name, connections, now)
  })
