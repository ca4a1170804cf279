/** Webhook endpoints of the account of a world. */
import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import { command } from './console/people.ts'
import type { Received } from './receiver.ts'
import type { World } from './world.ts'

export interface TestEndpoint {
  readonly id: number
  readonly secret: string
}

export async function addEndpoint(
  world: World,
  event: string,
  url: string,
  change: Record<string, unknown> = {},
): Promise<TestEndpoint> {
  const { status, body, text } = await command(world, 'POST', `/accounts/${world.accountId}/webhooks`, {
    event,
    url,
    ...change,
  })
  assert.equal(status, 201, text)
  return body
}

export const endpointPath = (id: number, rest = '', accountId = 1) => `/accounts/${accountId}/webhooks/${id}${rest}`

/** The oldest first. */
export const attemptsOf = async (world: World, id: number) =>
  (await command(world, 'GET', endpointPath(id, '/attempts?limit=100', world.accountId))).body.data.toReversed()

export const eventsOf = async (world: World, id: number) =>
  (await command(world, 'GET', endpointPath(id, '/events?limit=100', world.accountId))).body.data

/** Verifies the signature with an independent implementation and returns the body. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export const verify = ({ text, headers }: Received, { secret }: Pick<TestEndpoint, 'secret'>): any =>
  new Webhook(secret).verify(text, { ...headers })
