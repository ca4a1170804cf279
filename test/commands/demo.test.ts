import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { owner, password, shopKey, shopSmpp } from '../../src/demo/credentials.ts'
import { startServer } from '../e2e/server.ts'
import { connectCustomer } from '../smpp-customer.ts'
import { basic, postgresUrl, until } from '../world.ts'
import { emptyPlace, oneLine, openResident, openShell, run } from './program.ts'

describe('ngoma demo', { timeout: 400_000 }, () => {
  it('fills an empty database once with a clean ledger, and serves it', async (test) => {
    const settings = await emptyPlace('embedded', test)
    const shell = openShell(settings, openResident(test))
    const first = await run(['demo', '--fill-only', '--days', '1'], settings, 300)
    assert.equal(first.code, 0, first.err)
    assert.equal(first.out, `Demo created in ${settings.NGOMA_DATA}.\n`)
    assert.equal(await shell.text('demo', '--fill-only'), `The demo in ${settings.NGOMA_DATA} already exists.\n`)
    assert.match(
      await shell.refused('demo', '--fill-only', '--days', '2'),
      /already exists\. Delete it to create one with --days 2\.$/,
    )

    const { clean, wrong, entries } = await shell.json('ledger', 'check')
    assert.deepEqual({ clean, wrong }, { clean: true, wrong: [] })
    assert.ok(entries > 50, `there are ${entries} entries`)

    const server = await startServer({ ...settings, NGOMA_SMPP_PORT: '0' }, 'all', ['demo'])
    test.after(() => server.kill('SIGKILL'))
    const body = JSON.stringify({ email: owner.email, password })
    const signedIn = await fetch(`${server.address}/console/v1/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    assert.equal(signedIn.status, 200)
    const headers = { authorization: basic(shopKey.apiKey, shopKey.secret) }
    assert.equal((await fetch(`${server.address}/public/v1/vendors/balance`, { headers })).status, 200)
    assert.match(
      server.output(),
      new RegExp(`Dashboard +${server.address}\\n +Email +${owner.email}\\n +Password +${password}`),
    )

    const smppPort = Number(/SMPP port +(\d+)\n/.exec(server.output())?.[1])
    const customer = await connectCustomer(test, smppPort)
    assert.equal((await customer.bind(shopSmpp)).status, 0)
    assert.equal((await customer.submit({ source_addr: 'DUKA' })).status, 0)

    const { data: chats } = await shell.json('chat', 'list')
    const { id, from, to } = chats[0]
    const message = { from, to, channel: 'whatsapp', message_type: 'text', text: 'Karibu' }
    const sent = await fetch(`${server.address}/v1/chatapi`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    assert.equal(sent.status, 200, await sent.text())
    const textsOf = async () => (await shell.text('chat', 'show', String(id))).split('\n')
    await until('the person replies', async () => (await textsOf()).some((line) => line.includes('Sawa, asante!')))
    const beside = await shell.refused('demo', '--fill-only')
    assert.match(beside, /^a server is running with NGOMA_DATA=/)
    assert.equal(await server.kill(), 0)
  })

  it('does not touch a database with other data', async (test) => {
    const settings = {
      ...(await emptyPlace(postgresUrl === null ? 'embedded' : 'postgres', test)),
      NGOMA_STAGING: 'true',
    }
    const shell = openShell(settings, openResident(test))
    // The first command also creates the first account.
    assert.equal((await run(['account', 'create', 'A business'], settings)).code, 0)
    assert.match(
      await shell.refused('demo', '--fill-only'),
      /contains other data\. Set (NGOMA_DATA|DATABASE_URL) to an empty one/,
    )
    const { data } = await shell.json('account', 'list')
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['First account', 'A business'],
    )
  })

  it('rejects production, a public HOST and an invalid number of days', async (test) => {
    const { NGOMA_DATA = '' } = await emptyPlace('embedded', test)
    const settings = { NGOMA_DATA: join(NGOMA_DATA, 'other') }
    const outside = await run(['demo'], { ...settings, NGOMA_STAGING: 'false' })
    assert.equal(outside.code, 2)
    assert.match(oneLine(outside.err), /in staging only/)
    const open = await run(['demo'], { ...settings, HOST: '0.0.0.0' })
    assert.equal(open.code, 2)
    assert.match(oneLine(open.err), /^the passwords of the demo are public, and HOST=0\.0\.0\.0 allows connections/)
    const long = await run(['demo', '--days', '31'], settings)
    assert.equal(long.code, 2)
    assert.match(oneLine(long.err), /--days must be a whole number from 1 to 30/)
    assert.equal(existsSync(settings.NGOMA_DATA), false)
  })
})
