import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addCarrier } from '../../test/carriers.ts'
import { addCentre, addRoute, type Centre } from '../../test/centres.ts'
import { addAccount, command } from '../../test/console/people.ts'
import { onOneEngine, openWorld, postgresUrl, until, type World } from '../../test/world.ts'
import { profiles } from '../../tools/smsc/profile.ts'
import type { ListedAccount } from '../contract/console/accounts.ts'
import type { OperatorOverview } from '../contract/console/overview.ts'

const numbersOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}80${String(index + 1_100)}`)

onOneEngine('the overview of operators', (engine) => {
  let world: World
  const centres: Centre[] = []
  before(async () => {
    world = await openWorld(engine)
  })
  after(async () => {
    for (const { smsc } of centres) smsc.releaseAnswers()
    await world.close()
    for (const { smsc } of centres) await smsc.close()
  })

  async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) {
    const answer = await command(world, method, path, body)
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const overview = (): Promise<OperatorOverview> => call('GET', '/overview?timeZone=Africa/Nairobi')
  async function open(name: string, settings = {}): Promise<Centre> {
    const centre = await addCentre(world, name, { settings })
    centres.push(centre)
    return centre
  }
  const carrierIn = ({ carriers }: OperatorOverview, name: string) =>
    carriers.find((one) => one.name === name) ?? assert.fail(`${name} is missing`)
  const send = (numbers: readonly string[]) =>
    world.send({ recipients: numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })) })

  it('has figures, accounts that need attention, and pending sender names', async () => {
    // Delivered, and rejected by the network.
    await send(['255712345678', '255712340000'])
    const [short, suspended] = [await addAccount(world, 'Short'), await addAccount(world, 'Suspended')]
    await addAccount(world, 'Unused')
    const { data: balances } = await call('GET', `/accounts/${short}/balances`)
    const { available } = balances.find(({ product }: { product: string }) => product === 'SMS')
    await call('POST', `/accounts/${short}/credit`, { product: 'SMS', amount: `-${available}` })
    await call('PATCH', `/accounts/${suspended}`, { suspended: true })
    await call('POST', `/accounts/${short}/senders`, { sender: 'DUKA', sampleContent: 'Karibu' })
    await until('both are final', async () => (await overview()).figures.today.failed === 1)
    await until('the delivery', async () => (await overview()).figures.today.delivered === 1)

    const { figures, accounts, approvals, providers, queues, waiting, carriers } = await overview()
    const { messages, delivered, failed, pending, deliveryRate } = figures.lastDay
    assert.deepEqual([messages, delivered, failed, pending, deliveryRate], [2, 1, 1, 0, 50])
    assert.deepEqual([figures.timeZone, figures.currency], ['Africa/Nairobi', 'TZS'])
    assert.deepEqual(
      accounts.map(({ name, state, messages: count, failed: bad }) => [name, state, count, bad]),
      [
        ['Short', 'credit_used_up', 0, 0],
        ['Suspended', 'suspended', 0, 0],
        ['First account', 'active', 2, 1],
      ],
    )
    assert.deepEqual([accounts[0]?.available, accounts[0]?.currency], ['0.0000', 'TZS'])
    const { oldest, ...counted } = approvals
    assert.deepEqual(counted, { count: 1, more: false })
    assert.deepEqual(
      oldest.map(({ sender, accountId, accountName }) => [sender, accountId, accountName]),
      [['DUKA', short, 'Short']],
    )
    assert.deepEqual([queues, waiting.messages, waiting.oldestSeconds], [[], 0, null])
    assert.ok(providers.every(({ product }) => product !== 'sms'))
    const [simulator] = carriers
    assert.deepEqual([simulator?.name, simulator?.kind, simulator?.state], ['simulator', 'simulator', 'up'])
    assert.deepEqual([simulator?.binds.total, simulator?.window, simulator?.figures.messages], [0, null, 2])
    assert.deepEqual(
      simulator?.failures.map(({ reason, count }) => [reason, count]),
      [['refused_by_network', 1]],
    )
    assert.match(simulator?.failures[0]?.text ?? '', /\.$/)
    assert.equal(simulator?.minutes.length, 60)

    const list: ListedAccount[] = (await call('GET', '/accounts')).data
    assert.deepEqual(
      list.map(({ name, available, messages: count, failed: bad }) => [name, Number(available) > 0, count, bad]),
      [
        ['First account', true, 2, 1],
        ['Short', false, 0, 0],
        ['Suspended', true, 0, 0],
        ['Unused', true, 0, 0],
      ],
    )
  })

  // The embedded engine publishes states half as often.
  const skip = engine === 'embedded' && postgresUrl !== null
  it('shows the window of a carrier that does not answer, and its queue', { skip }, async () => {
    const { smsc } = await open('silent', { binds: 2, window: 5 })
    await addRoute(world, 'silent', { prefix: '255713' })
    smsc.holdAnswers()
    await send(numbersOf('255713', 20))
    await until('the window is full', async () => {
      const { window } = carrierIn(await overview(), 'silent')
      // One place of each window is reserved for PINs.
      return window?.used === 8 && window.size === 10
    })
    const { state, status, binds, problems } = carrierIn(await overview(), 'silent')
    assert.deepEqual([state, status, binds, problems], ['up', 'Connected.', { up: 2, total: 2 }, []])
    const [connection] = (await call('GET', '/providers/silent')).carrier.connections
    assert.deepEqual([connection.outstanding, connection.window], [4, 5])
    const { queues, waiting } = await overview()
    assert.deepEqual([queues[0]?.carrier, queues[0]?.lane, queues[0]?.messages], ['silent', 'bulk', 20])
    assert.deepEqual([waiting.messages, waiting.inHand], [20, 20])

    smsc.releaseAnswers()
    await until('the window is free', async () => carrierIn(await overview(), 'silent').window?.used === 0)
    await until('the throughput', async () => {
      const { perSecond, minutes } = carrierIn(await overview(), 'silent')
      return perSecond > 0.2 && minutes.reduce((sum, { taken }) => sum + taken, 0) === 20
    })
  })

  it('tells throttled, paused and disconnected carriers apart, with the reason of each queue', async () => {
    const { smsc } = await open('busy')
    smsc.setProfile({ ...profiles.healthy, throttleRate: 1 })
    await addRoute(world, 'busy', { prefix: '255714' })
    const away = await addCarrier(world)
    await addRoute(world, away, { prefix: '255715' })
    await open('calm')
    await addRoute(world, 'calm', { prefix: '255716' })
    await call('POST', '/providers/calm/pause')
    for (const prefix of ['255714', '255715', '255716']) await send(numbersOf(prefix, 3))

    await until('it was throttled', async () => carrierIn(await overview(), 'busy').throttles > 0)
    await until('the refused connection', async () => carrierIn(await overview(), away).problems[0]?.problem != null)
    const found = await overview()
    const [busy, calm, dead] = ['busy', 'calm', away].map((name) => carrierIn(found, name))
    assert.deepEqual([busy?.state, busy?.since], ['up', null])
    assert.deepEqual([calm?.state, calm?.since, calm?.binds.up], ['paused', null, 1])
    assert.equal(calm?.status, 'Paused: it gets no messages. It stays connected for delivery receipts.')
    assert.deepEqual([dead?.state, dead?.window, dead?.binds], ['away', null, { up: 0, total: 1 }])
    assert.match(dead?.status ?? '', /^Disconnected since .* GMT: .*ECONNREFUSED/)
    const causes = (await overview()).queues.map(({ carrier, cause, waitsFor }) => [
      carrier,
      cause,
      waitsFor?.slice(0, 16),
    ])
    assert.deepEqual(causes, [
      ['busy', 'throttled', causes[0]?.[2]],
      ['calm', 'carrier', 'Carrier calm is '],
      [away, 'carrier', 'Carrier carrier-'],
    ])
  })
})
