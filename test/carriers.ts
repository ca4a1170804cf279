/** Carriers as an operator sets them up. Nobody listens at theirs: they are simply away. */
import { command } from './console/people.ts'
import type { World } from './world.ts'

export const someCarrier = {
  kind: 'smpp',
  settings: { host: '127.0.0.1', port: 9, systemId: 'ngoma' },
  secrets: { password: 'hush-hush' },
}

let count = 0

/** The name of one that nobody else has. */
export async function addCarrier(world: World): Promise<string> {
  count += 1
  const name = `carrier-${count}`
  const { status, text } = await command(world, 'PUT', `/carriers/${name}`, someCarrier)
  if (status !== 200) throw new Error(text)
  return name
}

/** The id of one that leads to a carrier of its own. */
export async function addRoute(world: World): Promise<number> {
  const { status, body, text } = await command(world, 'POST', '/routes', {
    carrier: await addCarrier(world),
    prefix: '999',
  })
  if (status !== 201) throw new Error(text)
  return body.id
}
