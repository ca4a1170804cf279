import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { owner, password, shopKey } from '../../src/demo/credentials.ts'
import { startServer } from '../e2e/server.ts'
import { basic, postgresUrl } from '../world.ts'
import { emptyPlace, oneLine, openResident, openShell, run } from './program.ts'

describe('ngoma demo', { timeout: 400_000 }, () => {
  it('fills an empty database once, with books that are clean, and serves it', async (test) => {
    const settings = await emptyPlace('embedded', test)
    const shell = openShell(settings)
    const first = await run(['demo', '--fill-only', '--days', '1'], settings, 300)
    assert.equal(first.code, 0, first.err)
    assert.equal(first.out, `The demo is in ${settings.NGOMA_DATA}.\n`)
    assert.equal(await shell.text('demo', '--fill-only'), `The demo is in ${settings.NGOMA_DATA} already.\n`)
    assert.match(
      await shell.refused('demo', '--fill-only', '--days', '2'),
      /exists already: remove it to make one with --days 2$/,
    )

    const { clean, wrong, entries } = await shell.json('ledger', 'check')
    assert.deepEqual({ clean, wrong }, { clean: true, wrong: [] })
    assert.ok(entries > 50, `there are ${entries} entries`)

    const server = await startServer(settings, 'all', ['demo'])
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
      new RegExp(`Open +${server.address}\\n +E-mail +${owner.email}\\n +Password +${password}`),
    )
    const beside = await shell.refused('demo', '--fill-only')
    assert.match(beside, /^a server runs with its data in /)
    assert.equal(await server.kill(), 0)
  })

  it('leaves alone what is not its own', async (test) => {
    const settings = {
      ...(await emptyPlace(postgresUrl === null ? 'embedded' : 'postgres', test)),
      NGOMA_STAGING: 'true',
    }
    const shell = openShell(settings, openResident(test))
    // The first command makes the first account too, and says so.
    assert.equal((await run(['account', 'create', 'A business'], settings)).code, 0)
    assert.match(
      await shell.refused('demo', '--fill-only'),
      /has other data in it, which the demo must not touch: set (NGOMA_DATA|DATABASE_URL)/,
    )
    const { data } = await shell.json('account', 'list')
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['First account', 'A business'],
    )
  })

  it('is for staging, and for as many days as it says', async (test) => {
    const { NGOMA_DATA = '' } = await emptyPlace('embedded', test)
    const settings = { NGOMA_DATA: join(NGOMA_DATA, 'other') }
    const outside = await run(['demo'], { ...settings, NGOMA_STAGING: 'false' })
    assert.equal(outside.code, 2)
    assert.match(oneLine(outside.err), /in staging only/)
    const open = await run(['demo'], { ...settings, HOST: '0.0.0.0' })
    assert.equal(open.code, 2)
    assert.match(oneLine(open.err), /an operator whose password everybody can look up, and HOST is 0\.0\.0\.0/)
    const long = await run(['demo', '--days', '31'], settings)
    assert.equal(long.code, 2)
    assert.match(oneLine(long.err), /--days is a whole number from 1 to 30/)
    assert.equal(existsSync(settings.NGOMA_DATA), false)
  })
})
