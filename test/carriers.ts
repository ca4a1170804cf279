/** Carriers and routes for tests. Nothing listens at the address of these carriers, so they are down. */
import { command } from './console/people.ts'
import type { World } from './world.ts'

export const someCarrier = {
  kind: 'smpp',
  settings: { host: '127.0.0.1', port: 9, systemId: 'ngoma' },
  secrets: { password: 'hush-hush' },
}

let count = 0

/** Adds a carrier and returns its unique name. */
export async function addCarrier(world: World): Promise<string> {
  count += 1
  const name = `carrier-${count}`
  const { status, text } = await command(world, 'PUT', `/carriers/${name}`, someCarrier)
  if (status !== 200) throw new Error(text)
  return name
}
