/** Endpoints of the first account, for tests that want to be called. */
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
  const { status, body, text } = await command(world, 'POST', '/accounts/1/webhooks', { event, url, ...change })
  assert.equal(status, 201, text)
  return body
}

/** The body, once somebody else's implementation of the signature is content with it. */
// biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
export const verify = ({ text, headers }: Received, { secret }: Pick<TestEndpoint, 'secret'>): any =>
  new Webhook(secret).verify(text, { ...headers })
