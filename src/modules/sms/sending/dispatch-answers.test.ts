import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { command } from '../../../../test/console/people.ts'
import { disturb } from '../../../../test/disturb.ts'
import { messagesOf, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Acceptance, Submission } from '../../../carriers/carrier.ts'
import { ProviderFailure } from '../../../carriers/provider-kind.ts'
import { firstAccountId } from '../../accounts/index.ts'

type Five = [string, string, string, string, string]
const [busy, away, odd, throttled, stopped] = [1, 2, 3, 4, 5].map((place) => `25571236001${place}`) as Five

onOneEngine('dispatch to an unreliable carrier', (engine) => {
  let world: World
  const submits: string[] = []
  const submitsTo = (phone: string) => submits.filter((one) => one === phone).length
  const answers = new Map<string, () => Acceptance>()
  const held = new Map<string, (submission: Submission) => Promise<Acceptance>>()
  before(async () => {
    world = await openWorld(engine)
    const simulator = simulatorOf(world.app)
    const submit = simulator.submit.bind(simulator)
    simulator.submit = async (submission: Submission) => {
      submits.push(submission.phone)
      return answers.get(submission.phone)?.() ?? (held.get(submission.phone) ?? submit)(submission)
    }
  })
  after(() => world.close())

  async function send(...phones: readonly string[]): Promise<string> {
    const { status, body } = await world.send({
      recipients: phones.map((dest_addr, index) => ({ recipient_id: index, dest_addr })),
    })
    assert.equal(status, 200)
    return body.request_id
  }

  it('keeps the references and sends nothing again while the database cannot write', async () => {
    const phones = ['255712360021', '255712360022', '255712360023']
    const disturbance = await disturb(
      world,
      "nextval('test_once') <= 6",
      "raise exception using errcode = (array['53100', '53200', '58030', '57014', 'XX000'])[1 + lastval() % 5]",
    )
    const messages = await untilFinal(world.db, await send(...phones))
    assert.equal(await disturbance.times(), 6)
    await disturbance.end()
    assert.deepEqual(new Set(messages.map(({ status }) => status)), new Set(['DELIVERED']))
    assert.deepEqual(phones.map(submitsTo), [1, 1, 1])
  })

  it('sends a message once whose references cannot be stored, and lets it expire', async () => {
    answers.set(odd, () => ({ references: ['a\0b'] }))
    const requestId = await send(odd)
    await until('it counts as sent', async () => (await messagesOf(world.db, requestId))[0]?.submittedAt !== null)
    world.clock.moveForward(73 * 3_600_000)
    const [message] = await untilFinal(world.db, requestId)
    assert.deepEqual([message?.status, message?.reason, submitsTo(odd)], ['UNDELIVERED', 'expired', 1])
    assert.ok(world.logs.some((line) => line.includes('failed to store that a carrier accepted a message')))
  })

  it('retries a busy message on its own schedule, however often the batch runs for others', async () => {
    answers.set(busy, () => {
      throw new ProviderFailure('unstarted', 'busy', { reason: 'busy' })
    })
    answers.set(away, () => {
      throw new ProviderFailure('unstarted', 'away', { reason: 'carrier_away', away: true })
    })
    const requestId = await send(busy, away)
    await until('both were tried', () => submitsTo(busy) === 1 && submitsTo(away) === 1)
    for (let tries = 2; tries <= 5; tries += 1) {
      world.clock.moveForward(1_000)
      await until(`the other was tried ${tries} times`, () => submitsTo(away) >= tries)
    }
    // Due after 1 second, after 2 more and then after 5 more. By then, the other message was tried at least five times.
    assert.ok(submitsTo(busy) <= 4, `${submitsTo(busy)} tries of the busy one, ${submitsTo(away)} of the other`)
    answers.clear()
    world.clock.moveForward(10_000)
    const messages = await untilFinal(world.db, requestId)
    assert.deepEqual(new Set(messages.map(({ status }) => status)), new Set(['DELIVERED']))
    const attempts = new Map(messages.map(({ phone, attempts: count }) => [phone, count]))
    assert.equal(attempts.get(away), 0)
  })

  it('stops wanting a message when its lease ends by the clock, before a timer fires', async (context) => {
    const waiting = Promise.withResolvers<Submission>()
    const answer = Promise.withResolvers<Acceptance>()
    held.set(stopped, (submission) => {
      waiting.resolve(submission)
      return answer.promise
    })
    await send(stopped)
    const { isWanted } = await waiting.promise
    const now = performance.now.bind(performance)
    const isWantedNow = isWanted?.()
    const clock = context.mock.method(performance, 'now', () => now() + 10_000)
    const isWantedLater = isWanted?.()
    clock.mock.restore()
    held.clear()
    answer.resolve({ references: ['late'] })
    assert.deepEqual([isWantedNow, isWantedLater], [true, false])
  })

  it('shows on a message until when it is throttled, without counting an attempt', async () => {
    answers.set(throttled, () => {
      throw new ProviderFailure('unstarted', 'too fast', { reason: 'throttled', away: true, retryMs: 30_000 })
    })
    const before = world.clock.now().getTime()
    const requestId = await send(throttled)
    const message = async () => (await messagesOf(world.db, requestId))[0]
    await until('it is shown', async () => (await message())?.reason === 'throttled')
    const { body } = await command(world, 'GET', `/accounts/${firstAccountId}/messages/${(await message())?.id}`)
    const waitMs = Date.parse(body.retryAt) - before
    assert.ok(waitMs >= 30_000 && waitMs < 60_000, `it waits for ${waitMs} ms`)
    assert.deepEqual([body.stage, body.reason, body.attempts], ['queued', 'throttled', 0])
    assert.equal(body.explanation, 'The message exceeded the rate limit of the carrier.')

    answers.clear()
    world.clock.moveForward(30_000)
    await until('it is taken', async () => (await message())?.submittedAt !== null)
    assert.equal((await message())?.reason, null)
  })
})
