import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, command } from '../../../test/console/people.ts'
import { accepted, goodRequest } from '../../../test/kannel-recorded.ts'
import { stopProcessClocks } from '../../../test/still-clock.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { ListedRequest } from '../../contract/account/request-log.ts'

const forbidden = [403, 'Authorization failed for sendsms']
const later = [503, 'Temporal failure, try again later.']

onOneEngine('credentials of Kannel requests', (engine) => {
  let world: World
  let account: number
  before(async () => {
    world = await openWorld(engine)
    account = await addAccount(world)
  })
  after(() => world.close())

  async function send(
    { user, password }: { readonly user: string; readonly password: string },
    change: Readonly<Record<string, string>> = {},
    remoteAddress = '127.0.0.1',
  ) {
    const values = { username: user, password, ...(goodRequest as Record<string, string>), ...change }
    const url = `/cgi-bin/sendsms?${new URLSearchParams(values)}`
    const { statusCode, body, headers } = await world.app.http.inject({ url, remoteAddress })
    return { answer: [statusCode, body], headers }
  }
  const makeKey = async (limits: Readonly<Record<string, unknown>> = {}) => {
    const {
      id,
      apiKey: user,
      secret,
    } = (await command(world, 'POST', `/accounts/${account}/keys`, { name: 'shop', ...limits })).body
    return { id, user, password: secret as string }
  }
  const makeSmpp = async (settings: Readonly<Record<string, unknown>> = {}) => {
    const { body } = await command(world, 'POST', `/accounts/${account}/smpp/credentials`, settings)
    return { id: body.id, user: body.systemId, password: body.password as string }
  }

  it('are API keys with their restrictions', async () => {
    assert.deepEqual((await send(await makeKey())).answer, accepted)
    assert.deepEqual((await send(await makeKey({ products: ['sms'] }))).answer, accepted)
    assert.deepEqual((await send(await makeKey({ products: ['dlr'] }))).answer, forbidden)
    const home = await makeKey({ addresses: ['192.0.2.0/24'] })
    assert.deepEqual((await send(home)).answer, forbidden)
    assert.deepEqual((await send(home, {}, '192.0.2.7')).answer, accepted)
    const revoked = await makeKey()
    await command(world, 'DELETE', `/accounts/${account}/credentials/${revoked.id}`)
    await until('the key is revoked', async () => (await send(revoked)).answer[0] === 403)
  })

  it('are SMPP credentials with their restrictions', async () => {
    assert.deepEqual((await send(await makeSmpp())).answer, accepted)
    const home = await makeSmpp({ addresses: ['192.0.2.0/24'] })
    assert.deepEqual((await send(home)).answer, forbidden)
    assert.deepEqual((await send(home, {}, '192.0.2.7')).answer, accepted)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from sms_requests where account_id = ${account} and origin ->> 'kind' = 'kannel'
    `.execute(world.db)
    assert.ok((rows[0]?.count ?? 0) >= 2)
  })

  it('are named in the rejected requests of the account', async () => {
    const smpp = await makeSmpp()
    await send(smpp, { from: 'NOBODY' })
    await send(smpp, { to: '12' })
    const list = async (query: string) =>
      (await command(world, 'GET', `/accounts/${account}/request-log?grouped=true&${query}`)).body
        .data as readonly ListedRequest[]
    await until('both are listed', async () => (await list(`q=${smpp.user}`)).length === 2)
    const rows = await list(`q=${smpp.user}&limit=10`)
    for (const { method, path, status, credentialId, credentialName, credentialKind } of rows)
      assert.deepEqual(
        [method, path, status, credentialId, credentialName, credentialKind],
        ['GET', '/cgi-bin/sendsms', 400, smpp.id, smpp.user, 'smpp'],
      )
    assert.deepEqual(rows.map(({ message }) => message).toSorted(), [
      'Number(s) has/have been denied by white- and/or black-lists.',
      'Sender not allowed, rejected',
    ])
    assert.equal((await list(`credential=${smpp.id}`)).length, 2)
  })

  it('enforce the rate limit of the credential', async (context) => {
    stopProcessClocks(context)
    const slow = await makeSmpp({ rate: 1 })
    assert.deepEqual((await send(slow)).answer, accepted)
    const { answer, headers } = await send(slow)
    assert.deepEqual([answer, headers['retry-after']], [later, '1'])
    const single = await makeSmpp({ rate: 1 })
    const to = Array.from({ length: 30 }, (_, index) => 255712345000 + index).join(' ')
    assert.deepEqual((await send(single, { to })).answer, accepted)
    const wait = Number((await send(single)).headers['retry-after'])
    assert.equal(wait, 30)
  })

  it('are slowed after wrong passwords, but not at an address that used the right one', async () => {
    const guessed = await makeSmpp()
    assert.deepEqual((await send(guessed)).answer, accepted)
    const address = '203.0.113.9'
    const answers = new Set<unknown>()
    for (let number = 0; number < 12; number += 1)
      answers.add((await send({ ...guessed, password: `x${number}` }, {}, address)).answer[0])
    assert.deepEqual([...answers], [403, 503])
    assert.deepEqual((await send(guessed)).answer, accepted)
  })

  it('get refusals of the account as Kannel would word them', async () => {
    const key = await makeKey()
    await command(world, 'PATCH', `/accounts/${account}`, { requestsPerSecond: null, messagesPerDay: 1 })
    await until('the limit is known', async () => (await send(key)).answer[0] === 503)
    await command(world, 'PATCH', `/accounts/${account}`, { requestsPerSecond: null, messagesPerDay: null })
    const poor = await addAccount(world)
    const made = (await command(world, 'POST', `/accounts/${poor}/keys`, { name: 'poor' })).body
    const credentials = { user: made.apiKey, password: made.secret }
    await sql`update balances set available = 0, floor = 0 where account_id = ${poor}`.execute(world.db)
    const { answer, headers } = await send(credentials)
    assert.deepEqual(answer, [403, 'Insufficient balance, rejected'])
    assert.match(String(headers['ngoma-hint']), /^this send costs/)
    await command(world, 'PATCH', `/accounts/${poor}`, { suspended: true })
    await until('the account is suspended', async () => (await send(credentials)).answer[0] === 403)
    assert.deepEqual((await send(credentials)).answer, forbidden)
  })
})
