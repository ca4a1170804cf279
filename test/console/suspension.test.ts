import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, orderBody, until, type World } from '../world.ts'
import { addAccount, addPerson, command, type Person } from './people.ts'

onOneEngine('suspended account', (engine) => {
  let world: World
  let owner: Person
  let other: number
  let waiting: string
  before(async () => {
    world = await openWorld(engine, { config: { queueAgeSeconds: 60 } })
    owner = await addPerson(world, 1, 'owner')
    other = await addAccount(world)
    const schedule_time = new Date(world.clock.now().getTime() + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    waiting = (await world.send({ schedule_time })).body.request_id
  })
  after(() => world.close())

  const setSuspended = (suspended: boolean) => command(world, 'PATCH', '/accounts/1', { suspended })
  const statusOf = async (request: string | number) =>
    (await sql<{ status: string }>`select status from sms_messages where request_id = ${request}`.execute(world.db))
      .rows[0]?.status

  it('rejects credentials and is read-only for its members', async () => {
    const { status, body } = await setSuspended(true)
    assert.equal(status, 200)
    assert.ok(Date.parse(body.suspendedAt) <= world.clock.now().getTime())
    await until('its key is rejected', async () => (await world.send()).status === 401)
    const send = await owner.ask('POST', '/accounts/1/messages', orderBody())
    assert.deepEqual([send.status, send.body.detail], [403, 'The account is suspended.'])
    assert.equal((await owner.ask('GET', '/accounts/1/messages')).status, 200)
    assert.equal((await setSuspended(true)).body.suspendedAt, body.suspendedAt)
  })

  it('keeps its messages waiting without raising the queue age', async () => {
    world.clock.moveForward(2 * 3_600_000)
    const sent = await command(world, 'POST', `/accounts/${other}/messages`, orderBody())
    assert.equal(sent.status, 201, sent.text)
    await until('the message of another account arrives', async () => {
      return (await statusOf(String(sent.body.requestIds[0]))) === 'DELIVERED'
    })
    assert.equal(await statusOf(waiting), 'PENDING')
  })

  it('sends waiting messages after it is resumed', async () => {
    assert.equal((await setSuspended(false)).body.suspendedAt, null)
    await until('its message arrives', async () => (await statusOf(waiting)) === 'DELIVERED')
    await until('its key is accepted', async () => (await world.send()).status === 200)
  })
})
