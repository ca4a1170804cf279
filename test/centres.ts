/** SMPP message centres for tests, with carriers and routes that use them. */
import assert from 'node:assert/strict'
import { type Smsc, type SmscOptions, startSmsc } from '../tools/smsc/smsc.ts'
import { command } from './console/people.ts'
import { until, type World } from './world.ts'

export interface Centre {
  readonly name: string
  readonly smsc: Smsc
}

/** Carrier settings for a message centre. */
export const settingsOf = ({ port }: Smsc, change: Readonly<Record<string, unknown>> = {}) => ({
  host: '127.0.0.1',
  port,
  systemId: 'ngoma',
  ...change,
})

/** Starts a message centre on the world's clock and adds a carrier, which is bound when this resolves. */
export async function addCentre(
  world: World,
  name: string,
  {
    settings = {},
    failoverSeconds,
    ...options
  }: SmscOptions & { settings?: Readonly<Record<string, unknown>>; failoverSeconds?: number } = {},
): Promise<Centre> {
  const smsc = await startSmsc({ clock: world.clock, delayMs: 10, ...options })
  const rules = failoverSeconds === undefined ? {} : { failoverSeconds }
  const body = {
    product: 'sms',
    kind: 'smpp',
    settings: settingsOf(smsc, { ...settings, ...rules }),
    secrets: { password: 'secret' },
  }
  const set = await command(world, 'PUT', `/providers/${name}`, body)
  assert.equal(set.status, 200, set.text)
  await until(`${name} is up`, async () => (await carrierOf(world, name)).awaySince === null)
  return { name, smsc }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export async function carrierOf(world: World, name: string): Promise<any> {
  const { body } = await command(world, 'GET', '/providers?product=sms')
  const found = body.data.find((one: { name: string }) => one.name === name)
  return found && { ...found, ...found.carrier }
}

export async function addRoute(
  world: World,
  carrier: string,
  route: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const added = await command(world, 'POST', '/routes', { carrier, ...route })
  assert.equal(added.status, 201, added.text)
}
