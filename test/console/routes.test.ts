import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addCarrier } from '../carriers.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { addAccount, command } from './people.ts'

onOneEngine('routes in the console API', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const addRoute = (body: unknown) => command(world, 'POST', '/routes', body)
  const tryNumber = (query: string) => command(world, 'GET', `/routes/try?${query}`)

  it('creates a route once, for an existing carrier and account', async () => {
    const carrier = await addCarrier(world)
    const { status, body } = await addRoute({ carrier, prefix: '998', accountId: 1, place: 3 })
    const { id, createdAt, ...rest } = body
    assert.deepEqual(
      [status, rest],
      [201, { carrier, prefix: '998', accountId: 1, sender: null, lane: null, place: 3, stop: false }],
    )
    const own = await addRoute({ carrier, prefix: '998', accountId: 1, sender: 'SHOP', lane: 'pin' })
    assert.deepEqual(
      [own.status, own.body.sender, own.body.lane],
      [201, 'SHOP', 'pin'],
      'a route with a sender and a lane is a different route',
    )
    const longest = `+${'1'.repeat(20)}`
    const ofNumber = await addRoute({ carrier, prefix: '998', sender: longest })
    assert.deepEqual([ofNumber.status, ofNumber.body.sender], [201, longest])
    assert.ok(createdAt)
    assert.deepEqual((await addRoute({ carrier })).body.prefix, '', 'an empty prefix matches all numbers')
    const refused: readonly [body: unknown, status: number, message: RegExp][] = [
      [{ carrier, prefix: '998', accountId: 1, place: 4 }, 409, /^The carrier already has this route\.$/],
      [{ carrier }, 409, /^The carrier already has this route\.$/],
      [{ carrier: 'nobody' }, 404, /^The carrier does not exist\.$/],
      [{ carrier: 'simulator' }, 404, /^The carrier does not exist\.$/],
      [{ carrier, accountId: 999_999 }, 404, /^The account does not exist, or the user is not a member\.$/],
      [{ carrier, prefix: '+255' }, 400, /^The request is invalid/],
      [{ carrier, prefix: '1'.repeat(16) }, 400, /^The request is invalid/],
      [{ carrier, prefix: '997', lane: 'express' }, 400, /^The request is invalid/],
      [{ carrier, prefix: '997', sender: '' }, 400, /^The request is invalid/],
      [{ carrier, prefix: '997', sender: '1'.repeat(22) }, 400, /^The request is invalid/],
      [{ carrier, prefix: '997', place: 0 }, 400, /^The request is invalid/],
      [{ carrier, prefix: '997', place: 1_001 }, 400, /^The request is invalid/],
      [{}, 400, /^The request is invalid/],
    ]
    for (const [wanted, code, message] of refused) {
      const answer = await addRoute(wanted)
      assert.equal(answer.status, code, JSON.stringify(wanted))
      assert.match(answer.body.detail, message)
    }
    assert.equal((await command(world, 'DELETE', `/routes/${id}`)).status, 204)
    for (const gone of [id, 'x', '%00', '0'])
      assert.equal((await command(world, 'DELETE', `/routes/${gone}`)).status, 404)
    await command(world, 'DELETE', `/providers/${carrier}`)
    const { data } = (await command(world, 'GET', '/routes?limit=1000')).body
    assert.ok(!JSON.stringify(data).includes(carrier), 'the routes of a deleted carrier are deleted')
  })

  it('keeps omitted fields when a route is updated', async () => {
    const carrier = await addCarrier(world)
    const { body: route } = await addRoute({ carrier, prefix: '996', sender: 'SHOP', place: 3 })
    await addRoute({ carrier, prefix: '996' })
    const change = (body: unknown, id: number | string = route.id) => command(world, 'PUT', `/routes/${id}`, body)
    const changed = await change({ prefix: '9961', place: 2, stop: true })
    assert.deepEqual([changed.status, changed.body], [200, { ...route, prefix: '9961', place: 2, stop: true }])
    assert.equal((await change({ sender: null, stop: false })).body.sender, null)
    const refused: readonly [body: unknown, id: number | string, status: number, message: RegExp][] = [
      [{ prefix: '996' }, route.id, 409, /^The carrier already has this route\.$/],
      [{ carrier: 'nobody' }, route.id, 404, /^The carrier does not exist\.$/],
      [{ accountId: 999_999 }, route.id, 404, /^The account does not exist, or the user is not a member\.$/],
      [{ place: 1 }, 999_999, 404, /^The route does not exist\.$/],
      [{ place: 0 }, route.id, 400, /^The request is invalid/],
    ]
    for (const [wanted, id, code, message] of refused) {
      const answer = await change(wanted, id)
      assert.equal(answer.status, code, JSON.stringify(wanted))
      assert.match(answer.body.detail, message)
    }
    await command(world, 'DELETE', `/providers/${carrier}`)
  })

  it('explains route by route where a number would go', async () => {
    const accountId = await addAccount(world)
    const [own, long, short] = [await addCarrier(world), await addCarrier(world), await addCarrier(world)]
    for (const route of [
      { carrier: short, prefix: '25' },
      { carrier: long, prefix: '255' },
      { carrier: own, prefix: '2', accountId },
    ])
      await addRoute(route)
    const number = '255712345678'
    const steps = async (account: number) => {
      const { body } = await tryNumber(`number=${number}&account=${account}`)
      assert.deepEqual([body.number, body.accountId], [number, account])
      return [
        body.carrier,
        ...body.routes.map((step: Record<string, unknown>) => [
          step.carrier,
          step.paused,
          step.isAvailable,
          step.isChosen,
        ]),
      ]
    }
    assert.deepEqual(await steps(accountId), [
      own,
      [own, false, true, true],
      [long, false, true, false],
      [short, false, true, false],
    ])
    assert.deepEqual(await steps(1), [long, [long, false, true, true], [short, false, true, false]])
    await command(world, 'POST', `/providers/${long}/pause`)
    assert.deepEqual(await steps(1), [short, [long, true, false, false], [short, false, true, true]])
    world.clock.moveForward(31_000)
    assert.deepEqual(
      await steps(1),
      [long, [long, true, false, true], [short, false, false, false]],
      'without an available carrier, messages wait for the first route',
    )
    assert.equal((await command(world, 'POST', `/providers/${long}/resume`)).body.paused, false)
    assert.deepEqual(
      await steps(1),
      [long, [long, false, false, true], [short, false, false, false]],
      'a resume does not end an outage',
    )
    assert.deepEqual((await tryNumber('number=447700900123')).body, {
      number: '447700900123',
      accountId: 1,
      carrier: 'simulator',
      routes: [],
    })
    for (const query of ['number=0712', 'number=', ''])
      assert.equal((await tryNumber(query)).body.detail, 'A phone number is not valid for the country of the account.')
    for (const account of ['999999', 'x', '', '%00'])
      assert.equal(
        (await tryNumber(`number=${number}&account=${account}`)).body.detail,
        'The account does not exist, or the user is not a member.',
      )
    for (const carrier of [own, long, short])
      assert.equal((await command(world, 'DELETE', `/providers/${carrier}`)).status, 204)
  })
})
