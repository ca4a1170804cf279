import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { owner, password, shopKey, shopSmpp } from '../../src/demo/credentials.ts'
import { labelOf } from '../../src/engine/http/control.ts'
import { cheapPasswords, migratedPlace, oneLine, openPlace, openShell, runInResident } from '../commands/program.ts'
import { slowness } from '../pace.ts'
import { connectCustomer } from '../smpp-customer.ts'
import { basic, onOneEngine, until } from '../world.ts'
import { startServer } from './server.ts'

onOneEngine('ngoma demo', (engine) => {
  it('fills an empty database once with a clean ledger, and serves it', {
    timeout: 400_000 * slowness,
  }, async (test) => {
    const settings = await migratedPlace(engine, test)
    const shell = openShell(settings)
    const place = engine === 'embedded' ? settings.NGOMA_DATA : `the database ${labelOf(settings.DATABASE_URL ?? '')}`
    assert.equal(await shell.text('demo', '--fill-only', '--days', '1'), `Demo created in ${place}.\n`)
    assert.equal(await shell.text('demo', '--fill-only'), `The demo in ${place} already exists.\n`)
    assert.match(
      await shell.refused('demo', '--fill-only', '--days', '2'),
      /already exists\. Delete it to create one with --days 2\.$/,
    )

    const { clean, wrong, entries } = await shell.json('ledger', 'check')
    assert.deepEqual({ clean, wrong }, { clean: true, wrong: [] })
    assert.ok(entries > 50, `there are ${entries} entries`)

    const server = await startServer({ ...settings, NGOMA_SMPP_PORT: '0', NODE_OPTIONS: cheapPasswords }, 'all', [
      'demo',
    ])
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

    const { data: chats } = await shell.json('conversation', 'list', '--channel', 'whatsapp')
    const { id, from, phone: to } = chats[0]
    const message = { from, to, channel: 'whatsapp', message_type: 'text', text: 'Karibu' }
    const sent = await fetch(`${server.address}/v1/chatapi`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    assert.equal(sent.status, 200, await sent.text())
    const textsOf = async () => (await shell.text('conversation', 'entries', String(id))).split('\n')
    await until('the person replies', async () => (await textsOf()).some((line) => line.includes('Sawa, asante!')))
    const beside = await shell.refused('demo', '--fill-only')
    assert.match(beside, /^a server is running with NGOMA_DATA=/)
    assert.equal(await server.kill(), 0)
  })

  it('does not touch a database with other data', async (test) => {
    const settings = await openPlace(engine, test)
    const shell = openShell(settings)
    assert.match(
      await shell.refused('demo', '--fill-only'),
      /contains other data\. Set (NGOMA_DATA|DATABASE_URL) to an empty one/,
    )
    const { data } = await shell.json('account', 'list')
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['First account'],
    )
  })

  it('rejects production, a public HOST and an invalid number of days', async () => {
    const settings = { NGOMA_DATA: join(tmpdir(), `ngoma-never-${process.pid}`) }
    const outside = await runInResident(['demo'], { ...settings, NGOMA_STAGING: 'false' })
    assert.equal(outside.code, 2)
    assert.match(oneLine(outside.err), /in staging only/)
    const open = await runInResident(['demo'], { ...settings, HOST: '0.0.0.0' })
    assert.equal(open.code, 2)
    assert.match(oneLine(open.err), /^the passwords of the demo are public, and HOST=0\.0\.0\.0 allows connections/)
    const long = await runInResident(['demo', '--days', '31'], settings)
    assert.equal(long.code, 2)
    assert.match(oneLine(long.err), /--days must be a whole number from 1 to 30/)
    assert.equal(existsSync(settings.NGOMA_DATA), false)
  })
})
