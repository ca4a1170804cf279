import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createStillClock } from '../../../test/still-clock.ts'
import type { Lane, Submission } from '../carrier.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { createSimulator, type Simulator } from './simulator.ts'

const message = (id: number, lane: Lane): Submission => ({
  id,
  sender: 'INFO',
  phone: '255712345678',
  encoding: 'gsm',
  parts: ['Habari'],
  lane,
  validUntil: new Date('2100-01-01'),
})

async function startSimulator(context: TestContext, ratePerSecond: number) {
  const clock = createStillClock()
  const simulator = createSimulator({ clock, chaos: { ratePerSecond } })
  context.after(() => simulator.stop())
  await simulator.start({ async receipt() {}, async message() {}, changed() {}, throttled() {}, lost() {} })
  return { clock, simulator }
}

const fateOf = (submit: Promise<unknown>): Promise<string> =>
  submit.then(
    () => 'taken',
    (error: unknown) => (error instanceof ProviderFailure ? error.reason : Promise.reject(error)),
  )

/** Runs everything that needs no timer. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the rate of the simulated network', () => {
  const submitted = (simulator: Simulator, lane: Lane, count: number, taken: string[]) =>
    Array.from({ length: count }, (_, index) =>
      fateOf(simulator.submit(message(index, lane))).then((fate) => void taken.push(`${lane} ${fate}`)),
    )

  it('is kept, and can change while running', async (context) => {
    const { clock, simulator } = await startSimulator(context, 500)
    const taken: string[] = []
    const all = submitted(simulator, 'bulk', 3_000, taken)
    await settle()
    const before = taken.length
    for (let step = 0; step < 400; step += 1) {
      clock.moveForward(5)
      await settle()
    }
    const inTwoSeconds = taken.length - before
    assert.equal(inTwoSeconds, 1_000)
    simulator.setChaos({ ratePerSecond: 0 })
    await Promise.all(all)
    assert.ok(taken.every((one) => one === 'bulk taken'))
  })

  it('gives back waiting messages when the network stops', async (context) => {
    const { simulator } = await startSimulator(context, 1)
    const taken: string[] = []
    const all = submitted(simulator, 'bulk', 3, taken)
    await settle()
    await simulator.stop()
    await Promise.all(all)
    assert.deepEqual(taken, ['bulk taken', 'bulk carrier_away', 'bulk carrier_away'])
  })
})
