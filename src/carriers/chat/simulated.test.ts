import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock } from '../../engine/clock.ts'
import { ProviderFailure } from '../provider-kind.ts'
import type { ChatSubmission, IncomingMessage } from './channel.ts'
import { createSimulatedChannel } from './simulated.ts'

const message = (phone: string, id = 7): ChatSubmission => ({
  id,
  service: 'whatsapp',
  business: 'SHOP',
  phone,
  content: { type: 'text', text: 'Hello' },
})

/** A started channel and its events. `commits` tells whether an incoming message can be committed. */
async function openChannel(commits: () => boolean = () => true) {
  const clock = createClock()
  const channel = createSimulatedChannel({ clock, delayMs: 60_000 })
  const offered: IncomingMessage[] = []
  await channel.start({
    async incoming(one) {
      offered.push(one)
      if (!commits()) throw new Error('the database is away')
    },
    status: async () => 'noted',
    changed() {},
  })
  return { clock, channel, offered }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the simulated chat channel', () => {
  it('accepts every service, and the person replies when due', async () => {
    const { clock, channel, offered } = await openChannel()
    assert.equal(channel.carries('anything', 'SHOP'), true)
    assert.deepEqual(await channel.submit(message('255712345678')), { reference: 'sim-7' })
    clock.moveForward(30_000)
    assert.equal(offered.length, 0)
    clock.moveForward(30_000)
    const [{ at, ...answer } = { at: null }] = offered
    assert.deepEqual(answer, {
      id: 'sim-7-answer',
      service: 'whatsapp',
      business: 'SHOP',
      phone: '255712345678',
      content: { type: 'text', text: 'You said: Hello' },
      answers: 7,
    })
    assert.ok(at !== null && at <= clock.now())
    await channel.submit({ ...message('255712345678', 8), service: 'voice' })
    clock.moveForward(60_000)
    assert.equal(offered.length, 1, 'a call has no reply')
    await channel.stop()
  })

  it('offers a reply again until it is committed', async () => {
    let tries = 0
    const { clock, channel, offered } = await openChannel(() => {
      tries += 1
      return tries === 3
    })
    await channel.submit(message('255712345678'))
    clock.moveForward(60_000)
    await settled()
    for (let time = 0; time < 6; time += 1) {
      clock.moveForward(1_000)
      await settled()
    }
    assert.deepEqual(
      offered.map(({ id }) => id),
      ['sim-7-answer', 'sim-7-answer', 'sim-7-answer'],
    )
    await channel.stop()
  })

  it('follows the number endings', async () => {
    const { clock, channel, offered } = await openChannel()
    const failure = (phone: string) =>
      channel.submit(message(phone)).then(
        () => assert.fail('it was taken'),
        (error: ProviderFailure) => error,
      )
    const refused = await failure('255710000000')
    assert.deepEqual([refused.retryable, refused.away, refused.reason], [false, false, 'refused_by_channel'])
    for (const _ of ['first', 'second']) assert.deepEqual([(await failure('255710000001')).retryable], [true])
    await channel.submit(message('255710000001'))
    await channel.submit(message('255710000002', 8))
    await channel.submit(message('255710000005', 9))
    clock.moveForward(60_000)
    assert.deepEqual(offered.map(({ id }) => id).sort(), ['sim-7-answer', 'sim-9-answer', 'sim-9-answer'])
    await channel.stop()
  })

  it('is away before it starts and after it stops', async () => {
    const channel = createSimulatedChannel({ clock: createClock() })
    for (const turn of ['before', 'after']) {
      assert.equal(channel.ready(), false, turn)
      await assert.rejects(
        channel.submit(message('255712345678')),
        (error) => error instanceof ProviderFailure && error.away,
      )
      await channel.start({ incoming: async () => {}, status: async () => 'noted', changed() {} })
      assert.equal(channel.ready(), true)
      await channel.stop()
    }
  })
})
