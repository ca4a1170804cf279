import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { carrierConformance } from '../../../test/carrier-conformance.ts'
import { createClock } from '../../engine/clock.ts'
import type { Receipt, Submission } from '../carrier.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { createSimulator, type SimulatorOptions } from './simulator.ts'

carrierConformance('the simulator', async () => {
  const clock = createClock()
  return { carrier: createSimulator({ clock }), clock, close: async () => {} }
})

const plainPhone = '255712345678'
const awayReason = 'carrier_away'

function message(id: number, phone = plainPhone, parts: readonly string[] = ['Habari']): Submission {
  return { id, sender: 'INFO', phone, encoding: 'gsm', parts, lane: 'single', validUntil: new Date('2100-01-01') }
}

/** A started simulator, stopped after the test, with its events. `commit` handles the receipts. */
async function startSimulator(context: TestContext, options: Omit<SimulatorOptions, 'clock'> = {}) {
  const clock = createClock()
  const simulator = createSimulator({ ...options, clock })
  context.after(() => simulator.stop())
  const recorded = { receipts: [] as Receipt[], changes: [] as boolean[], commit: async () => {} }
  const events = {
    receipt(receipt: Receipt) {
      recorded.receipts.push(receipt)
      return recorded.commit()
    },
    async message() {},
    changed: () => void recorded.changes.push(simulator.ready()),
    throttled() {},
    lost() {},
  }
  await simulator.start(events)
  return { clock, simulator, recorded, events }
}

/** "taken", or the reason of the rejection. */
function fateOf(submit: Promise<unknown>): Promise<string> {
  return submit.then(
    () => 'taken',
    (error: unknown) => (error instanceof ProviderFailure ? error.reason : Promise.reject(error)),
  )
}

/** Runs everything that needs no timer. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the simulated network', () => {
  it('delivers without moving the clock', async (context) => {
    const { simulator, recorded } = await startSimulator(context, { deliveryDelayMs: 15 })
    const committed = new Promise<void>((resolve) => {
      recorded.commit = async () => resolve()
    })
    await simulator.submit(message(1))
    assert.equal(recorded.receipts.length, 0)
    await committed
    assert.equal(recorded.receipts.length, 1)
  })

  it('delivers due receipts at once when the clock moves, with their due time', async (context) => {
    const { clock, simulator, recorded } = await startSimulator(context, { deliveryDelayMs: 600_000 })
    const before = clock.now().getTime()
    await simulator.submit(message(1, '255710000004', ['one', 'two']))
    await simulator.submit(message(2))
    const after = clock.now().getTime()

    clock.moveForward(10_000)
    assert.equal(recorded.receipts.length, 0)
    clock.moveForward(20_000)
    assert.deepEqual(
      recorded.receipts.map(({ reference }) => reference),
      ['sim-1-1', 'sim-1-2'],
    )
    for (const { at } of recorded.receipts) assert.ok(at.getTime() >= before + 30_000 && at.getTime() <= after + 30_000)
    clock.moveForward(600_000)
    assert.equal(recorded.receipts.at(-1)?.reference, 'sim-2-1')
  })

  it('knows a message of an earlier process from the number and the clock', async () => {
    const clock = createClock()
    const simulator = createSimulator({ clock })
    const ask = (phone: string) => simulator.ask({ phone, references: ['sim-7-1', 'sim-7-2'], submittedAt })
    const submittedAt = clock.now()
    clock.moveForward(15_000)
    const at = new Date(submittedAt.getTime() + 1000)
    assert.deepEqual(await ask(plainPhone), [
      { reference: 'sim-7-1', status: 'DELIVERED', reason: null, at },
      { reference: 'sim-7-2', status: 'DELIVERED', reason: null, at },
    ])
    assert.deepEqual(await ask('255710000002'), [])
    assert.deepEqual(await ask('255710000004'), [])
    clock.moveForward(15_000)
    assert.equal((await ask('255710000004')).length, 2)
  })

  it('gives a message the same references on every process', async (context) => {
    for (const seed of [1, 2]) {
      const { simulator } = await startSimulator(context, { seed })
      assert.deepEqual(await simulator.submit(message(7, plainPhone, ['one', 'two'])), {
        references: ['sim-7-1', 'sim-7-2'],
      })
    }
  })
})

it('forgets that it was busy once it accepts the message', async (context) => {
  const { simulator } = await startSimulator(context)
  const fates: string[] = []
  for (let time = 0; time < 4; time += 1) fates.push(await fateOf(simulator.submit(message(1, '255710000001'))))
  assert.deepEqual(fates, ['busy', 'busy', 'taken', 'busy'])
})

describe('a receipt before the submit response', () => {
  it('is committed before the response', async (context) => {
    const { simulator, recorded } = await startSimulator(context)
    const commit = Promise.withResolvers<void>()
    recorded.commit = () => commit.promise
    let answered = false
    const submit = simulator.submit(message(1, '255710000006')).then(() => {
      answered = true
    })
    await settle()
    assert.equal(recorded.receipts.length, 1)
    assert.equal(answered, false)
    commit.resolve()
    await submit
  })

  it('does not block the response when it cannot be committed, and is offered again a second later', async (context) => {
    const { clock, simulator, recorded } = await startSimulator(context)
    recorded.commit = () => Promise.reject(new Error('the database is away'))
    assert.deepEqual(await simulator.submit(message(1, '255710000006')), { references: ['sim-1-1'] })
    assert.equal(recorded.receipts.length, 1)
    recorded.commit = async () => {}
    clock.moveForward(1000)
    assert.equal(recorded.receipts.length, 2)
    assert.deepEqual(recorded.receipts[0], recorded.receipts[1])
  })
})

describe('chaos', () => {
  const fates = async (context: TestContext, seed: number) => {
    const { simulator } = await startSimulator(context, { seed, chaos: { refusalRate: 0.3 } })
    return Promise.all(Array.from({ length: 300 }, (_, id) => fateOf(simulator.submit(message(id)))))
  }

  it('repeats with the same seed and differs with another', async (context) => {
    const first = await fates(context, 7)
    assert.deepEqual(await fates(context, 7), first)
    assert.notDeepEqual(await fates(context, 8), first)
    const refused = first.filter((fate) => fate === 'chaos_refused').length
    assert.ok(refused > 50 && refused < 130, `${refused} of 300 were refused`)
  })

  it('can change while running, and its rejections are final', async (context) => {
    const { simulator } = await startSimulator(context)
    assert.deepEqual(simulator.chaos(), { latencyMs: 0, refusalRate: 0, disconnectRate: 0, ratePerSecond: 0 })
    await simulator.submit(message(1))
    simulator.setChaos({ refusalRate: 1 })
    assert.deepEqual(simulator.chaos(), { latencyMs: 0, refusalRate: 1, disconnectRate: 0, ratePerSecond: 0 })
    await assert.rejects(simulator.submit(message(2)), { retryable: false, away: false, reason: 'chaos_refused' })
    simulator.setChaos({ refusalRate: 0 })
    await simulator.submit(message(2))
  })

  it('delays responses by the clock', async (context) => {
    const { clock, simulator } = await startSimulator(context, { chaos: { latencyMs: 60_000 } })
    let answered = false
    const submit = simulator.submit(message(1)).then(() => {
      answered = true
    })
    await settle()
    assert.equal(answered, false)
    clock.moveForward(60_000)
    await submit
  })

  it('loses the connection with all outstanding submits, and reconnects after a second', async (context) => {
    const { clock, simulator, recorded } = await startSimulator(context, { chaos: { latencyMs: 60_000 } })
    const outstanding = [1, 2, 3].map((id) => fateOf(simulator.submit(message(id))))
    simulator.setChaos({ latencyMs: 0, disconnectRate: 1 })
    await assert.rejects(simulator.submit(message(4)), { retryable: true, away: true, reason: awayReason })
    assert.deepEqual(await Promise.all(outstanding), [awayReason, awayReason, awayReason])
    assert.equal(recorded.changes[0], false)

    simulator.setChaos({ disconnectRate: 0 })
    clock.moveForward(1000)
    assert.equal(simulator.ready(), true)
    assert.deepEqual(recorded.changes, [false, true])
    await simulator.submit(message(4))
    clock.moveForward(120_000)
    assert.deepEqual(
      recorded.receipts.map(({ reference }) => reference),
      ['sim-4-1'],
    )
  })

  it('loses the response of a message whose receipt came first', async (context) => {
    const { simulator, recorded } = await startSimulator(context)
    const commit = Promise.withResolvers<void>()
    recorded.commit = () => commit.promise
    const early = fateOf(simulator.submit(message(1, '255710000006')))
    simulator.setChaos({ disconnectRate: 1 })
    assert.equal(await fateOf(simulator.submit(message(2))), awayReason)
    commit.resolve()
    assert.equal(await early, awayReason)
  })
})

describe('stopping the simulated network', () => {
  it('waits for receipts that are being committed, and for outstanding responses', async (context) => {
    const { clock, simulator, recorded } = await startSimulator(context, { chaos: { latencyMs: 60_000 } })
    const slow = fateOf(simulator.submit(message(1)))
    simulator.setChaos({ latencyMs: 0 })
    await simulator.submit(message(2))
    const commit = Promise.withResolvers<void>()
    recorded.commit = () => commit.promise
    clock.moveForward(1000)
    const early = fateOf(simulator.submit(message(3, '255710000006')))

    let stopped = false
    const stop = simulator.stop().then(() => {
      stopped = true
    })
    assert.equal(await slow, awayReason)
    await settle()
    assert.equal(stopped, false)
    commit.resolve()
    assert.equal(await early, 'taken')
    await stop
  })

  it('does not wait for later receipts, which arrive after the next start', async (context) => {
    const { clock, simulator, recorded, events } = await startSimulator(context)
    recorded.commit = () => Promise.reject(new Error('the database is away'))
    await simulator.submit(message(1))
    clock.moveForward(1000)
    await simulator.submit(message(2, '255710000004'))
    await simulator.stop()
    assert.equal(recorded.receipts.length, 1)

    recorded.commit = async () => {}
    clock.moveForward(60_000)
    assert.equal(recorded.receipts.length, 1)
    await simulator.start(events)
    clock.moveForward(0)
    assert.deepEqual(
      recorded.receipts.map(({ reference }) => reference),
      ['sim-1-1', 'sim-1-1', 'sim-2-1'],
    )
  })
})
