import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createClock } from '../engine/clock.ts'
import { createAgenda } from './agenda.ts'
import { createRandom } from './simulator/outcome.ts'

/** Paused after the test, because a leftover timer would keep the process alive. */
function createStage(context: TestContext) {
  const clock = createClock()
  const agenda = createAgenda(clock)
  context.after(() => agenda.pause())
  return { clock, agenda }
}

it('agenda: runs due entries in the order of time, not of insertion', (context) => {
  const { clock, agenda } = createStage(context)
  const random = createRandom(3)
  const start = clock.now().getTime()
  const noted: number[] = []
  const ran: number[] = []
  agenda.resume()
  for (let step = 0; step < 50; step += 1) {
    for (let count = 0; count < 40; count += 1) {
      const afterMs = step * 20_000 + 10_000 + Math.floor(random() * 400_000)
      noted.push(afterMs)
      agenda.at(start + afterMs, () => ran.push(afterMs))
    }
    clock.moveForward(20_000)
  }
  assert.ok(ran.length > 1000 && ran.length < 2000, `${ran.length} ran on the way`)
  clock.moveForward(1_000_000)
  assert.deepEqual(
    ran,
    noted.sort((one, other) => one - other),
  )
})

it('agenda: runs entries with a timer, the earliest first', async (context) => {
  const { clock, agenda } = createStage(context)
  const { promise, resolve } = Promise.withResolvers<void>()
  const ran: string[] = []
  const start = clock.now().getTime()
  agenda.resume()
  agenda.at(start + 40, () => {
    ran.push('later')
    resolve()
  })
  agenda.at(start + 10, () => ran.push('earlier'))
  await promise
  assert.deepEqual(ran, ['earlier', 'later'])
})

it('agenda: keeps due entries while paused, without a timer', (context) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const { clock, agenda } = createStage(context)
  const before = timers()
  let runs = 0
  agenda.resume()
  agenda.at(clock.now().getTime() + 60_000, () => {
    runs += 1
  })
  assert.equal(timers(), before + 1)
  agenda.pause()
  assert.equal(timers(), before)
  clock.moveForward(120_000)
  assert.equal(runs, 0)
  agenda.resume()
  clock.moveForward(0)
  assert.equal(runs, 1)
  assert.equal(timers(), before)
})
