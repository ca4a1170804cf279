import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { failureOf, message, withBench } from '../../../test/http-carrier.ts'
import { createStillClock } from '../../../test/still-clock.ts'
import { until } from '../../../test/world.ts'
import type { ProviderAnswer } from '../http-template/answer.ts'
import { httpCarriers } from './index.ts'

/** Lets everything run that needs no timer. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A carrier whose requests are answered by the test, and whose timers are the test's. */
async function startCarrier(context: TestContext, change: object) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = createStillClock()
  const answers: ((answer: ProviderAnswer) => void)[] = []
  const send = () => new Promise<ProviderAnswer>((resolve) => void answers.push(resolve))
  const url = 'http://127.0.0.1/'
  const states = { delivered: ['DELIVRD'], undelivered: ['UNDELIV'] }
  const settings = {
    send: { url },
    status: { url: `${url}{reference}`, answer: { state: 'status' }, states },
    ...change,
  }
  const carrier = httpCarriers({ clock, send, judge: async () => ({ ok: true }), publicUrl: null }).open(
    'example',
    settings,
    {},
  )
  let changes = 0
  await carrier.start({
    async receipt() {},
    async message() {},
    changed() {
      changes += 1
    },
    throttled() {},
  })
  const answer = (text = '') => answers.shift()?.({ status: 200, text, headers: {}, isCut: false })
  return { carrier, clock, answers, answer, changes: () => changes, pass: (ms: number) => context.mock.timers.tick(ms) }
}

describe('The turns of messages over HTTP', () => {
  it('come to nothing for a message that may not go out any longer', async () => {
    await withBench({ change: (settings) => ({ ...settings, window: 1 }) }, async ({ carrier, provider }) => {
      const held = Promise.withResolvers<undefined>()
      provider.behave = () => held.promise
      let isWanted = true
      const first = carrier.submit(message({ isWanted: () => isWanted }))
      const second = failureOf(carrier.submit(message({ isWanted: () => isWanted })))
      await until('the first is under way', () => provider.asked.length === 1)
      isWanted = false
      held.resolve(undefined)
      assert.equal((await first).references.length, 1, 'what went out is not taken back')
      assert.deepEqual(await second, { reason: 'carrier_away', retryable: true, away: true })
      assert.equal(provider.asked.length, 1)
      assert.ok(carrier.ready(), 'the others go on')
      await carrier.submit(message())
    })
  })

  it('are given up after five seconds of waiting for others to be answered', async (context) => {
    const { carrier, answers, answer, changes, pass } = await startCarrier(context, { window: 1, ratePerSecond: 1 })
    const first = carrier.submit(message())
    await settle()
    const waiting = Array.from({ length: 5 }, () => failureOf(carrier.submit(message())))
    assert.equal(carrier.ready('single'), false)
    const before = changes()
    pass(4_999)
    await settle()
    assert.equal(carrier.ready('single'), false)
    pass(1)
    for (const one of waiting) assert.ok((await one).away)
    assert.ok(carrier.ready('single'))
    assert.ok(changes() > before, 'that there is room again was told')
    assert.equal(answers.length, 1)
    answer()
    assert.equal((await first).references.length, 1, 'what is under way is not given back')
    await carrier.stop()
  })

  it('are not lost to those that gave them up', async (context) => {
    const { carrier, clock, answers, pass } = await startCarrier(context, { window: 10, ratePerSecond: 1 })
    const first = carrier.submit(message())
    await settle()
    assert.equal(answers.length, 1)
    const waiting = Array.from({ length: 3 }, () => failureOf(carrier.submit(message())))
    await settle()
    pass(5_000)
    for (const one of waiting) assert.ok((await one).away)
    const fresh = carrier.submit(message())
    await settle()
    clock.moveForward(1_500)
    await settle()
    assert.equal(answers.length, 2)
    for (const resolve of answers) resolve({ status: 200, text: '', headers: {}, isCut: false })
    await Promise.all([first, fresh])
    await carrier.stop()
  })

  it('come to messages before most of many questions', async (context) => {
    const { carrier, clock, answers, answer, pass } = await startCarrier(context, { window: 3 })
    const references = Array.from({ length: 20 }, (_, index) => String(index))
    const asked = carrier.ask?.({ phone: '255712345678', references, submittedAt: clock.now() })
    await settle()
    let isTaken = false
    const submitted = carrier.submit(message({ lane: 'bulk' })).then(({ written }) => {
      isTaken = true
      written?.()
    })
    let answered = 0
    const answerNext = async () => {
      answer('{"status":"DELIVRD"}')
      answered += 1
      await settle()
    }
    while (!isTaken) await answerNext()
    assert.ok(answered <= 6, `${answered} were answered before`)
    pass(5_000)
    while (answers.length > 0) await answerNext()
    assert.equal((await asked)?.length, 20, 'questions wait as long as they have to')
    await submitted
    await carrier.stop()
  })
})
