import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FakeProvider, startFakeProvider } from '../../../test/airtime-provider.ts'
import { until } from '../../../test/world.ts'
import { createClock } from '../../engine/clock.ts'
import { openOutbound } from '../../engine/outbound/index.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { httpProviders } from './http.ts'
import type { Order, Provider, Result, Submitted } from './provider.ts'
import { createSimulatedProvider } from './simulated.ts'

const order = (id: number, phone = '255712345678'): Order => ({
  id,
  phone,
  amount: '10',
  currency: 'TZS',
  productId: null,
})
const isUnclear = (error: unknown) => error instanceof ProviderFailure && error.stage === 'unclear'

describe('the simulated airtime provider', () => {
  const clock = createClock(new Date('2030-01-31T08:00:00Z'))
  const delayMs = 600_000
  const said: string[] = []
  const note = async (reference: string, { state }: Result) => void said.push(`${reference} ${state}`)
  const submitted = async (provider: Provider, id: number, end: string): Promise<Submitted> => {
    const one = order(id, `25571234${end}`)
    return { ...one, ...(await provider.create(one)), submittedAt: clock.now(), triedAt: clock.now() }
  }

  it('reports results as often as the number demands, and again after a failed commit', async () => {
    const provider = createSimulatedProvider({ clock, delayMs })
    assert.equal(provider.ready(), false)
    let fails = true
    await provider.start({
      async result(reference, result) {
        if (fails && reference === 'sim-1') throw new Error('the database is away')
        await note(reference, result)
      },
    })
    assert.ok(provider.ready() && provider.knows(1) && provider.knows(987654321))
    for (const [id, end] of [
      [1, '5678'],
      [2, '0003'],
      [3, '0005'],
    ] as const) {
      assert.deepEqual(await provider.confirm(await submitted(provider, id, end)), {
        transferState: { state: 'pending' },
      })
    }
    await assert.rejects(provider.confirm(await submitted(provider, 4, '0006')), isUnclear)
    await assert.rejects(
      submitted(provider, 5, '0000'),
      (error) => error instanceof ProviderFailure && error.stage === 'refused',
    )
    assert.deepEqual(said, [])
    clock.moveForward(delayMs)
    await until('all was said', () => said.length === 3)
    assert.deepEqual(said.splice(0).sort(), ['sim-2 failed', 'sim-3 successful', 'sim-3 successful'])
    fails = false
    clock.moveForward(1_000)
    await until('the result is reported again', () => said.length === 1)
    assert.deepEqual(said.splice(0), ['sim-1 successful'])
    await provider.stop()
    assert.equal(provider.ready(), false)
  })

  it('answers another process from the number and the time alone', async () => {
    const stranger = createSimulatedProvider({ clock, delayMs })
    const states = async (end: string) => {
      const one = await submitted(stranger, 1, end)
      const early = (await stranger.ask(one)).state
      clock.moveForward(end === '0004' ? 30_000 : delayMs)
      return [early, (await stranger.ask(one)).state]
    }
    assert.deepEqual(await states('5678'), ['pending', 'successful'])
    assert.deepEqual(await states('0003'), ['pending', 'failed'])
    assert.deepEqual(await states('0004'), ['pending', 'successful'])
    assert.deepEqual(await states('0006'), ['pending', 'successful'])
  })
})

describe('an HTTP airtime provider', () => {
  const clock = createClock()
  const outbound = openOutbound({ reach: 'loopback' })
  let fake: FakeProvider
  before(async () => {
    fake = await startFakeProvider()
  })
  after(async () => {
    await fake.close()
    await outbound.close()
  })

  const waited: number[] = []
  /** Short only where nothing responds, because responses may be slow on a busy machine. */
  let patienceMs = 10_000
  const kind = httpProviders({
    send: (request) => {
      waited.push(request.timeoutMs, request.answerBytesMax)
      return outbound.send({ ...request, timeoutMs: patienceMs })
    },
    checkUrl: outbound.checkUrl,
    clock,
    inProgressSecondsMax: 60,
  })
  const open = (steps: 1 | 2, change: Record<string, unknown> = {}) =>
    kind.open('fake', fake.settings(steps, change), { key: 'k' }, null)
  const submit = async (provider: Provider, id: number): Promise<Submitted> => ({
    ...order(id),
    ...(await provider.create(order(id))),
    submittedAt: clock.now(),
    triedAt: clock.now(),
  })

  it('announces, pays once however often it is told, and answers status requests', async () => {
    const provider = open(2)
    const submitted = await submit(provider, 1)
    assert.deepEqual(await provider.ask(submitted), { state: 'unconfirmed' })
    for (const _ of [1, 2])
      assert.deepEqual(await provider.confirm(submitted), {
        transferState: { state: 'successful' },
        reference: undefined,
      })
    assert.deepEqual(await provider.ask(submitted), { state: 'successful' })
    assert.deepEqual(await provider.ask({ ...submitted, reference: 'another' }), { state: 'unknown' })
    assert.equal(fake.payments.get('1'), 1)
    assert.deepEqual(waited.slice(0, 2), [15_000, 65_536])
  })

  it('without confirm announces nothing, and trusts the state unknown only after a while', async () => {
    const provider = open(1)
    const submitted = await submit(provider, 2)
    assert.deepEqual([submitted.reference, fake.count('pay', '2')], ['2', 0])
    assert.deepEqual(await provider.ask(submitted), { state: 'unknown' })
    clock.moveForward(290_000)
    assert.deepEqual(await provider.ask(submitted), { state: 'unknown' })
    clock.moveForward(10_000)
    assert.deepEqual(await provider.ask(submitted), { state: 'unconfirmed' })
    const { transferState, reference } = await provider.confirm(submitted)
    assert.deepEqual([transferState, reference?.startsWith('P/2')], [{ state: 'successful' }, true])
    assert.deepEqual(await provider.ask(submitted), { state: 'successful' })
  })

  it('is unclear without a readable response', async () => {
    const provider = open(2)
    const submitted = await submit(provider, 3)
    patienceMs = 200
    const answers = [
      'nothing',
      'reset',
      'half',
      { body: '' },
      { body: '[' },
      { status: 302, body: '{"data":{"status":"PAID"}}' },
      { status: 500, body: '{}' },
    ] as const
    for (const answer of answers) {
      fake.behave = () => ({ does: false, answer })
      for (const ask of [
        () => provider.create(order(4)),
        () => provider.confirm(submitted),
        () => provider.ask(submitted),
      ]) {
        await assert.rejects(ask(), isUnclear, JSON.stringify(answer))
      }
    }
    patienceMs = 10_000
    fake.behave = () => ({ does: false, answer: { body: '{"data":{"status":"CREATED"}}' } })
    await assert.rejects(provider.confirm(submitted), isUnclear, 'that it is not paid is no answer to an order to pay')
    fake.behave = () => ({})
    const nowhere = kind.open(
      'nowhere',
      { ...fake.settings(2), create: { url: 'http://127.0.0.1:1/', body: {} } },
      { key: 'k' },
      null,
    )
    await assert.rejects(nowhere.create(order(5)), (error) => isUnclear(error) && (error as ProviderFailure).away)
    assert.equal(fake.payments.get('3'), undefined)
  })

  it('rejects a transfer when the response to create says so', async () => {
    fake.behave = () => ({ does: false, answer: { status: 422, body: '{"data":{"message":"no such subscriber"}}' } })
    const { create } = fake.settings(2)
    const provider = open(2, { create: { ...(create as object), states: { failed: ['http:422'] } } })
    await assert.rejects(
      provider.create(order(6)),
      (error) =>
        error instanceof ProviderFailure && error.stage === 'refused' && error.message === 'no such subscriber',
    )
    fake.behave = () => ({})
  })

  it('validates its settings and URLs before they are saved', async () => {
    await kind.check(fake.settings(2), ['key'])
    await assert.rejects(async () => kind.check(fake.settings(2), []), /unknown placeholder \{secrets\.key\}/)
    await assert.rejects(
      async () => kind.check({ ...fake.settings(2), status: { url: 'https://192.0.2.1/' } }, ['key']),
      /must point to this machine/,
    )
  })
})
