import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { begin, untilCode } from '../../../test/airtime.ts'
import { type FakeProvider, startFakeProvider } from '../../../test/airtime-provider.ts'
import { command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { findAnyTransfer } from './store.ts'

onOneEngine('airtime transfers with two providers', (engine) => {
  let world: World
  let [first, second]: FakeProvider[] = []
  before(async () => {
    world = await openWorld(engine)
    first = await startFakeProvider()
    second = await startFakeProvider()
    await put('first', first, 1)
    await put('second', second, 2)
  })
  after(async () => {
    await first?.close()
    await second?.close()
    await world.close()
  })

  async function put(name: string, fake: FakeProvider, priority: number): Promise<void> {
    const body = { product: 'airtime', kind: 'http', settings: fake.settings(2), secrets: { key: 'k' }, priority }
    const { status, text } = await command(world, 'PUT', `/providers/${name}`, body)
    assert.equal(status, 200, text)
  }
  const providerOf = async (id: string) => (await findAnyTransfer(world.db, Number(id)))?.provider
  const paid = (id: string) => [first?.payments.get(id) ?? 0, second?.payments.get(id) ?? 0]
  /** Moves the clock by up to one check of a transfer each time. */
  const moveUntil = (what: string, condition: () => boolean | Promise<boolean>) =>
    until(what, async () => {
      if (await condition()) return true
      world.clock.moveForward(1_000)
      return false
    })

  it('use the second one while the first does not answer, and are paid once', async () => {
    assert.ok(first && second)
    const usual = await begin(world)
    await untilCode(world, usual, 100)
    assert.deepEqual([await providerOf(usual), paid(usual)], ['first', [1, 0]])

    // The first provider pays this transfer, and its response is lost.
    first.behave = ({ step }) => (step === 'create' ? {} : { does: step === 'confirm', answer: 'reset' })
    const submitted = await begin(world)
    await until('the first provider was told to pay', () => (first?.payments.get(submitted) ?? 0) === 1)
    first.behave = () => ({ does: false, answer: 'reset' })
    const accepted = await begin(world)
    await moveUntil('the first provider is away', () => world.app.airtime.providers.isAway('first'))
    await moveUntil('the transfer moved to the second provider', async () => (await providerOf(accepted)) === 'second')
    await untilCode(world, accepted, 100)
    const next = await begin(world)
    await untilCode(world, next, 100)
    assert.deepEqual([paid(accepted), await providerOf(next), paid(next)], [[0, 1], 'second', [0, 1]])
    assert.deepEqual(
      [await providerOf(submitted), second.count('status', submitted)],
      ['first', 0],
      'a submitted transfer stays with its provider',
    )
    const { operations } = (await command(world, 'GET', '/system')).body.database
    const { body: metrics } = await world.app.http.inject('/metrics')
    const { attention } = (await command(world, 'GET', '/accounts/1/overview')).body
    assert.deepEqual(operations.awayProviders, ['first'])
    assert.match(attention[0].text, /^The provider first has not answered since 20.* GMT: no response/)
    assert.match(metrics, /^ngoma_providers_away\{product="airtime"\} 1$/m)
    const { state, problem } = (await command(world, 'GET', '/providers/first')).body
    assert.deepEqual([state, /no response/.test(problem)], ['away', true])

    first.behave = () => ({})
    await moveUntil('the first provider reported the payment', async () => {
      const found = await findAnyTransfer(world.db, Number(submitted))
      return found?.state === 'successful'
    })
    assert.deepEqual(paid(submitted), [1, 0])
    await until('the first provider is back', () => !world.app.airtime.providers.isAway('first'))
    const last = await begin(world)
    await untilCode(world, last, 100)
    assert.equal(await providerOf(last), 'first')
    await assertLedger(world.db)
  })
})
