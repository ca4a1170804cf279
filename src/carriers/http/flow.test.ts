import '../../../test/local-network.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering, failureOf, message, openBench, withBench } from '../../../test/http-carrier.ts'
import type { Behaviour } from '../../../test/sms-provider.ts'
import { createStillClock } from '../../../test/still-clock.ts'
import { until } from '../../../test/world.ts'
import { createClock } from '../../engine/clock.ts'
import { openOutbound } from '../../engine/outbound/index.ts'
import { httpCarriers } from './index.ts'

describe('flow control of an HTTP carrier', () => {
  it('pauses longer each time the provider rejects the credentials, and starts over after a response', async () => {
    await withBench({ clock: createStillClock() }, async ({ carrier, provider, clock, warnings, changes }) => {
      const rests: number[] = []
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        provider.behave = answering({ status: 401, body: '' })
        const before = changes()
        assert.ok((await failureOf(carrier.submit(message()))).away)
        assert.equal(carrier.ready(), false)
        assert.ok(changes() > before, 'that it is away was told')
        const asked = provider.asked.length
        assert.ok((await failureOf(carrier.submit(message()))).away)
        assert.equal(provider.asked.length, asked, 'it is not asked while it rests')
        clock.moveForward(seconds * 1_000 - 500)
        assert.equal(carrier.ready(), false, `after ${seconds} s less a half`)
        clock.moveForward(500)
        assert.ok(carrier.ready())
        rests.push((warnings.at(-1) as { seconds: number }).seconds)
      }
      assert.deepEqual(rests, [1, 2, 4, 8, 16, 32, 60, 60])
      provider.behave = () => undefined
      await carrier.submit(message())
      provider.behave = answering({ status: 401, body: '' })
      await failureOf(carrier.submit(message()))
      assert.equal((warnings.at(-1) as { seconds: number }).seconds, 1)
    })
  })

  it('reports since when it has been unreachable, over all pauses and attempts', async () => {
    await withBench(
      { change: (settings) => ({ ...settings, timeoutSeconds: 3 }) },
      async ({ carrier, provider, clock }) => {
        const tryWith = async (behaviour: Behaviour) => {
          provider.behave = answering(behaviour)
          await failureOf(carrier.submit(message()))
          clock.moveForward(60_000)
          assert.ok(carrier.ready())
          return carrier.awaySince?.()
        }
        for (const behaviour of [{ status: 401, body: '' }, { status: 502, body: '' }, 'reset', 'nothing'] as const) {
          assert.equal(await tryWith({ status: 429, body: '' }), null, 'one that wants less can be reached')
          assert.equal(await tryWith({ status: 400, body: '' }), null)
          const before = clock.now()
          const since = await tryWith(behaviour)
          assert.ok(
            since && since >= before && clock.now().getTime() - since.getTime() >= 60_000,
            JSON.stringify(behaviour),
          )
          for (const next of [behaviour, { status: 429, body: '' }, { status: 302, body: '' }])
            assert.deepEqual(await tryWith(next), since)
          provider.behave = () => undefined
          await carrier.submit(message())
          assert.equal(carrier.awaySince?.(), null)
        }
        assert.ok(await tryWith({ status: 401, body: '' }))
        assert.equal(await tryWith({ status: 400, body: '' }), null, 'who refuses a message has answered')
      },
    )
  })

  it('is away when nothing listens, or the host name is unknown', async () => {
    for (const url of ['http://127.0.0.1:1/', 'http://nobody.invalid/']) {
      const outbound = openOutbound({ reach: 'anywhere' })
      const kind = httpCarriers({
        clock: createClock(),
        send: outbound.send,
        checkUrl: outbound.checkUrl,
        publicUrl: null,
      })
      const carrier = kind.open('nowhere', { send: { url } }, {})
      await carrier.start({
        receipt: async () => {},
        message: async () => {},
        changed: () => {},
        throttled: () => {},
        lost: () => {},
      })
      assert.deepEqual(await failureOf(carrier.submit(message())), {
        reason: 'carrier_away',
        retryable: true,
        away: true,
      })
      assert.equal(carrier.ready(), false)
      assert.ok(carrier.awaySince?.())
      await carrier.stop()
      await outbound.close()
    }
  })

  it('pauses when a proxy gets no response from the provider', async () => {
    await withBench({ clock: createStillClock() }, async ({ carrier, provider, clock }) => {
      provider.behave = answering({ status: 502, body: '' })
      assert.equal((await failureOf(carrier.submit(message()))).away, false)
      assert.equal(carrier.ready(), false)
      assert.ok((await failureOf(carrier.submit(message()))).away)
      assert.equal(provider.asked.length, 1)
      clock.moveForward(1_000)
      assert.ok(carrier.ready())
    })
  })

  it('pauses as long as a throttling provider asks', async () => {
    await withBench({ clock: createStillClock() }, async ({ carrier, provider, clock, throttles }) => {
      for (const [status, header, seconds] of [
        [429, '30', 30],
        [503, '7', 7],
        [429, '100000', 300],
      ] as const) {
        provider.behave = answering({ status, headers: { 'retry-after': header }, body: '' })
        const fate = { reason: 'throttled', retryable: true, away: true, retryMs: seconds * 1_000 }
        await assert.rejects(carrier.submit(message({ phone: '255711111111' })), fate)
        assert.equal(carrier.ready(), seconds === 30, 'one throttle alone is no throttle of the carrier')
        if (carrier.ready()) await assert.rejects(carrier.submit(message({ phone: '255722222222' })), fate)
        clock.moveForward(seconds * 1_000 - 500)
        assert.equal(carrier.ready(), false)
        clock.moveForward(500)
        assert.ok(carrier.ready())
      }
      assert.equal(throttles(), 4)
    })
  })

  it('does not delay others for a throttled recipient', async () => {
    await withBench({ clock: createStillClock() }, async ({ carrier, provider, clock, throttles }) => {
      provider.behave = ({ fields }) => (fields.to === '255719999999' ? { status: 429, body: '' } : undefined)
      for (const retryMs of [1_000, 2_000, 4_000]) {
        const fate = { reason: 'throttled', retryable: true, away: true, retryMs }
        await assert.rejects(carrier.submit(message({ phone: '255719999999' })), fate)
        assert.ok(carrier.ready())
        await carrier.submit(message())
        clock.moveForward(retryMs)
      }
      assert.equal(throttles(), 3)
    })
  })

  it('counts an accepted message against the window until it is stored', async () => {
    const { carrier, provider, close } = await openBench({
      change: (settings) => ({ ...settings, window: 3, ratePerSecond: 0 }),
    })
    try {
      await carrier.start({
        receipt: async () => {},
        message: async () => {},
        changed: () => {},
        throttled: () => {},
        lost: () => {},
      })
      const [first, second] = [await carrier.submit(message()), await carrier.submit(message())]
      const third = carrier.submit(message())
      const pin = await carrier.submit(message({ lane: 'pin' }))
      pin.written?.()
      assert.equal(provider.asked.length, 3, 'of the three others only two were sent')
      for (const _ of [1, 2]) first?.written?.()
      await third
      assert.equal(provider.asked.length, 4)
      const fourth = failureOf(carrier.submit(message()))
      await carrier.stop()
      assert.ok((await fourth).away, 'one place was left, and one taken')
      second?.written?.()
    } finally {
      await close()
    }
  })

  it('applies a new rate and window while running, and needs a restart for anything else', async () => {
    let given: Record<string, unknown> = {}
    const change = (settings: Record<string, unknown>) => {
      given = { ...settings, window: 1 }
      return given
    }
    await withBench({ change }, async ({ carrier, provider }) => {
      const held = Promise.withResolvers<undefined>()
      provider.behave = () => held.promise
      const sent = [1, 2, 3].map(() => carrier.submit(message({ lane: 'pin' })))
      await until('one request is open', () => provider.asked.length === 1)
      assert.equal(carrier.change?.({ ...given, window: 3, timeoutSeconds: 7 }), false)
      assert.equal(carrier.change?.({ ...given, window: 3, ratePerSecond: 0 }), true)
      await until('all requests are open', () => provider.asked.length === 3)
      held.resolve(undefined)
      await Promise.all(sent)
    })
  })

  it('waits for outstanding responses when stopped, and gives back waiting messages', async () => {
    await withBench({ change: (settings) => ({ ...settings, window: 2 }) }, async ({ carrier, provider }) => {
      const held = Promise.withResolvers<undefined>()
      provider.behave = () => held.promise
      const first = carrier.submit(message())
      await until('the request is open', () => provider.asked.length === 1)
      const second = failureOf(carrier.submit(message()))
      const stopped = carrier.stop()
      assert.ok((await second).away)
      held.resolve(undefined)
      assert.equal((await first).references.length, 1)
      await stopped
      assert.equal(provider.asked.length, 1)
    })
  })
})
