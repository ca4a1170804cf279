import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { addTestAccount } from '../../../../test/smpp-credentials.ts'
import {
  bindCustomer,
  connectCustomer,
  type Login,
  openAnotherServer,
  portOf,
  submitFields,
} from '../../../../test/smpp-customer.ts'
import { stopProcessClocks } from '../../../../test/still-clock.ts'
import { onOneEngine, openWorld, postgresUrl, until, type World } from '../../../../test/world.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { changeCredential } from '../../accounts/change.ts'
import { createSmppCredential, revokeCredential } from '../../accounts/credentials.ts'
import { deleteEndedBinds, renewBinds } from './store-binds.ts'

onOneEngine('the limits of an SMPP credential', (engine) => {
  let world: World

  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
  })
  after(() => world.close())

  const create = (change: Parameters<typeof createSmppCredential>[2]) =>
    createSmppCredential(world.app.sms, 1, { rate: 0, ...change })

  const countBinds = async ({ id }: { readonly id: number }) =>
    (await sql`select from smpp_binds where credential_id = ${id}`.execute(world.db)).rows.length

  it('hold for binds that come at once over two processes', { skip: postgresUrl === null }, async (context) => {
    const login = await create({ bindsMax: 3 })
    const { port } = await openAnotherServer(context, world, { refusalMs: 0 })
    const { port: otherPort } = await openAnotherServer(context, world, { refusalMs: 0 })
    const tries = Array.from({ length: 10 }, async (_, index) => {
      const customer = await connectCustomer(context, index % 2 === 0 ? port : otherPort)
      return { customer, answer: await customer.bind(login) }
    })
    const made = await Promise.all(tries)
    const bound = made.filter(({ answer }) => answer.status === status.ok)
    assert.equal(bound.length, 3)
    const refused = made.find(({ answer }) => answer.status !== status.ok)?.answer
    assert.equal(refused?.status, status.bindFailed)
    assert.match(refused?.fields.additional_status_info_text ?? '', /maximum of 3 binds/)

    // A place is free as soon as the customer has the response to its unbind.
    await bound[0]?.customer.link.request('unbind')
    const next = await connectCustomer(context, port)
    assert.equal((await next.bind(login)).status, status.ok)
    for (const { customer } of bound) customer.link.destroy('gone')
    next.link.destroy('gone')
    await until('no binds', async () => (await countBinds(login)) === 0)
  })

  it('do not count the binds of a dead process', async (context) => {
    const login = await create({ bindsMax: 1 })
    const { id } = login
    await sql`
      insert into smpp_binds (credential_id, account_id, mode, address, encrypted, owner, bound_at, lease_until)
      values (${id}, 1, 'transceiver', '192.0.2.1', false, 'dead', now(), clock_timestamp() + interval '200 milliseconds')
    `.execute(world.db)
    // The lease ends between the first and the second look.
    const customer = await connectCustomer(context, portOf(world))
    assert.equal((await customer.bind(login)).status, status.ok)
  })

  it('keep the binds of a process that renews its leases late, after an outage', async () => {
    const { id } = await create({})
    const { rows } = await sql<{ id: number }>`
      insert into smpp_binds (credential_id, account_id, mode, address, encrypted, owner, bound_at, lease_until)
      select ${id}, 1, 'transceiver', '192.0.2.1', false, owner, now(), clock_timestamp() - interval '1 hour'
        from unnest(array['dead', 'late']) as o(owner)
      returning id
    `.execute(world.db)
    const [dead = 0, late = 0] = rows.map((row) => row.id)
    assert.deepEqual((await deleteEndedBinds(world.db, [])).toSorted(), [dead, late])
    assert.deepEqual(await renewBinds(world.db, 'late', [late], 60), new Set([late]))
    assert.deepEqual(await deleteEndedBinds(world.db, [dead, late]), [])
    const { rows: kept } = await sql<{
      id: number
    }>`delete from smpp_binds where credential_id = ${id} returning id`.execute(world.db)
    assert.deepEqual(kept, [{ id: late }])
  })

  it('close a bind whose lease was lost', async (context) => {
    const login = await create({})
    const customer = await bindCustomer(context, world, login)
    await sql`delete from smpp_binds where credential_id = ${login.id}`.execute(world.db)
    await customer.link.ended
  })

  it('throttle submits over the rate, and share it with Kannel requests', async (context) => {
    const login = await create({ rate: 5 })
    const customer = await bindCustomer(context, world, login)
    stopProcessClocks(context)
    const answers = await Promise.all(Array.from({ length: 10 }, () => customer.submit()))
    const throttled = answers.filter((one) => one.status === status.throttled)
    assert.equal(throttled.length, 5)
    assert.match(throttled[0]?.fields.additional_status_info_text ?? '', /more than 5 messages a second/)

    const shared = await create({ rate: 1 })
    const { systemId: username, password } = shared
    const delayed = await bindCustomer(context, world, shared)
    const values = { username, password, from: 'INFO', to: '255712345601 255712345602 255712345603', text: 'Hello' }
    const sent = await world.app.http.inject({ url: `/cgi-bin/sendsms?${new URLSearchParams(values)}` })
    assert.equal(sent.statusCode, 202)
    assert.equal((await delayed.submit()).status, status.throttled)
  })

  it('throttle queries and cancels, and count each destination of a submit_multi', async (context) => {
    const customer = await bindCustomer(context, world, await create({ rate: 5 }))
    stopProcessClocks(context)
    const to = Array.from({ length: 4 }, (_, index) => ({ destination_addr: `25571234567${index}` }))
    const requests = [
      customer.link.request('submit_multi', { ...submitFields(), dest_address: to }),
      ...['query_sm', 'cancel_sm', 'query_sm'].map((one) => customer.link.request(one, { message_id: '1' })),
    ]
    const found = (await Promise.all(requests)).map((one) => one.status)
    assert.deepEqual(found, [status.ok, status.queryFailed, status.throttled, status.throttled])
  })

  it('throttle submits over the window', async (context) => {
    const login = await create({ windowSize: 3 })
    const customer = await bindCustomer(context, world, login)
    const answers = await Promise.all(Array.from({ length: 10 }, () => customer.submit()))
    assert.equal(answers.filter((one) => one.status === status.ok).length, 3)
    assert.equal(answers.filter((one) => one.status === status.throttled).length, 7)
    assert.equal((await customer.submit()).status, status.ok)
  })

  it('end binds when it is revoked', async (context) => {
    const login = await create({})
    const customer = await bindCustomer(context, world, login)
    const { port } = await openAnotherServer(context, world)
    const other = await connectCustomer(context, port)
    await other.bind(login)
    await revokeCredential(world.app.sms, 1, login.id)
    await Promise.all([customer.link.ended, other.link.ended])
  })

  it('end binds from addresses that are no longer allowed', async (context) => {
    const login = await create({})
    const customer = await bindCustomer(context, world, login)
    const change = (addresses: readonly string[]) => changeCredential(world.app.sms, 1, login.id, { addresses })
    await change(['127.0.0.0/8', '::1'])
    assert.equal((await customer.submit()).status, status.ok)
    await change(['192.0.2.0/24'])
    await customer.link.ended
  })

  it('refuse a bind whose account is suspended after the password was checked', async (context) => {
    const accountId = await addTestAccount(world.db, 'Suspended')
    const login = await createSmppCredential(world.app.sms, accountId, {})
    const { port, authenticator } = await openAnotherServer(context, world)
    const authenticate = authenticator.authenticate
    authenticator.authenticate = async (presented) => {
      const found = await authenticate(presented)
      await command(world, 'PATCH', `/accounts/${accountId}`, { suspended: true })
      await until('the suspension is known', () => authenticator.find(login.id) === null)
      return found
    }
    const customer = await connectCustomer(context, port)
    assert.equal((await customer.bind(login)).status, status.bindFailed)
    await customer.link.ended
    await until('its place is free', async () => (await countBinds(login)) === 0)
  })

  it('refuse other addresses', async (context) => {
    const login: Login = await create({ addresses: ['192.0.2.0/24'] })
    const { port } = await openAnotherServer(context, world, { refusalMs: 0 })
    const customer = await connectCustomer(context, port)
    const answer = await customer.bind(login)
    assert.equal(answer.status, status.invalidPassword)
    assert.match(answer.fields.additional_status_info_text ?? '', /address/)
  })
})
