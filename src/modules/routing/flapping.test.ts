import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addCentre, addRoute, type Centre, carrierOf } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { CarrierState } from '../../contract/console/providers.ts'

onOneEngine('a carrier that closes its binds', (engine) => {
  let world: World
  let centre: Centre
  before(async () => {
    world = await openWorld(engine)
    centre = await addCentre(world, 'flapping', { settings: { binds: 2 } })
    await addRoute(world, 'flapping')
  })
  after(async () => {
    await world.close()
    await centre.smsc.close()
  })

  const read = (): Promise<CarrierState> => carrierOf(world, 'flapping')
  const isUp = async () => (await read()).connections.every(({ downSince }) => downSince === null)
  const lossesOf = async () => (await read()).connections.map(({ losses }) => losses)
  const stateOf = async () => {
    const { body } = await command(world, 'GET', '/overview')
    const { state, losses } = body.carriers.find(({ name }: { name: string }) => name === 'flapping')
    return [state, losses]
  }
  const metric = async (name: string) =>
    new RegExp(`^ngoma_carrier_${name}{carrier="flapping"} (\\d+)$`, 'm').exec(
      (await world.app.http.inject('/metrics')).body,
    )?.[1]

  it('is flapping after three losses of a bind in five minutes, and no longer a while later', async () => {
    for (let loss = 1; loss <= 3; loss += 1) {
      await until('it is up', isUp)
      assert.deepEqual([(await read()).flapping, await metric('flapping')], [false, '0'])
      centre.smsc.dropAll()
      await until('the loss is shown', async () => (await lossesOf()).join() === `${loss},${loss}`)
      world.clock.moveForward(10_000)
    }
    await until('it is up', isUp)
    assert.deepEqual([(await read()).flapping, await stateOf()], [true, ['flapping', 3]])
    assert.deepEqual([await metric('flapping'), await metric('binds_lost_total')], ['1', '6'])
    const { body } = await command(world, 'GET', '/system')
    assert.deepEqual(body.database.operations.flappingCarriers, ['flapping'])

    world.clock.moveForward(300_000)
    await until('it is no longer flapping', async () => !(await read()).flapping)
    assert.deepEqual([await lossesOf(), await stateOf(), await metric('flapping')], [[0, 0], ['up', 0], '0'])
  })
})
