import assert from 'node:assert/strict'
import { it } from 'node:test'
import { schema } from '../../src/version.ts'
import { startServer } from '../e2e/server.ts'
import { basic, onOneEngine, until } from '../world.ts'
import { emptyPlace, oneLine, openResident, openShell, run } from './program.ts'

/** Makes a process fail when it loads better-auth. */
const refuseBetterAuth = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (name.startsWith('better-auth')) throw new Error('better-auth is not for this process')
      return next(name, context)
    },
  })
`

onOneEngine('commands without a server', (engine) => {
  it('use the database directly, and a server continues with their messages', {
    timeout: 240_000,
  }, async (test) => {
    const settings = await emptyPlace(engine, test)
    const shell = openShell(settings)

    const { applied } = await shell.json('migrate')
    assert.ok(applied.includes('0001_engine'))
    const resident = openShell(settings, openResident(test))
    assert.equal(await resident.text('migrate'), 'The schema is up to date.\n')
    const status = await resident.json('migrate', '--status')
    assert.partialDeepStrictEqual(status, { databaseSchema: schema, programSchema: schema, mayRun: true, missing: [] })
    assert.match(
      await resident.text('migrate', '--status'),
      /Oldest program +version 0\.2\.0 \(schema 33\)\nThe schema is up/,
    )

    // The first command that needs an account creates it, and prints its credentials on standard error.
    const first = await run(['key', 'list', '--json'], settings)
    assert.equal(first.code, 0)
    assert.deepEqual(
      JSON.parse(first.out).data.map(({ name }: { name: string }) => name),
      ['first key'],
    )
    const secret = /API secret {2}(\S+)/.exec(first.err)?.[1]
    const apiKey = /API key {5}(\S+)/.exec(first.err)?.[1]
    assert.ok(secret && apiKey)
    assert.match(
      first.err,
      engine === 'embedded'
        ? /^ngoma: \/\S+ was empty; the first account was created.* NGOMA_DATA\.\n/
        : /^ngoma: the database \S+\/ngoma_commands_\w+ was empty; the first account was created.* DATABASE_URL\.\n/,
    )
    assert.match(first.err, /Email +owner@ngoma\.local\n +Password +\S+/)

    // From here on `json` and `text` check that standard error is empty.
    const created = await Promise.all(['One', 'Two', 'Three'].map((name) => shell.json('account', 'create', name)))
    assert.equal(new Set(created.map(({ id }) => id)).size, 3)
    const key = await resident.json('key', 'create', 'made alone')
    const sent = await run(['send', '--to', '255712345678', '--text', 'Hello'], settings)
    assert.match(
      sent.out,
      /^Request \d+: 1 valid, .*\n\n.*\n\d+ +\+255712345678 +queued +1 +\d+ +Hello\n\nNo server is running here: messages are sent when a server or a worker runs on this database\.\n$/,
    )
    const requestId = /Request (\d+)/.exec(sent.out)?.[1] ?? ''
    const { data } = await resident.json('message', 'search', '--request', requestId)
    assert.deepEqual(
      data.map(({ phone, status }: Record<string, string>) => [phone, status]),
      [['255712345678', 'PENDING']],
    )
    assert.match(await resident.refused('key', 'revoke', '999999'), /Credential Not Found/)
    const endpoint = await resident.json('webhooks', 'add', '--event', 'chat', '--url', 'http://127.0.0.1:9/')
    assert.match(
      await resident.text('webhooks', 'test', String(endpoint.id)),
      /^No server is running here: test event \d+ is delivered when a server or a worker runs on this database\.\n$/,
    )

    const server = await startServer(settings)
    test.after(() => server.kill('SIGKILL'))
    for (const authorization of [basic(apiKey, secret), basic(key.apiKey, key.secret)]) {
      await until('the server has sent it', async () => {
        const response = await fetch(`${server.address}/public/v1/delivery-reports?request_id=${requestId}`, {
          headers: { authorization },
        })
        return (await response.text()).includes('DELIVERED')
      })
    }
  })
})

onOneEngine('commands without a server: startup', (engine) => {
  it('load better-auth only to set a password', { timeout: 120_000 }, async (test) => {
    const settings = await emptyPlace(engine, test)
    const without = {
      ...settings,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuseBetterAuth)}`,
    }
    const first = await run(['account', 'list'], without)
    assert.notEqual(first.code, 0)
    assert.match(first.err, /better-auth is not for this process/)
    assert.equal((await run(['account', 'list'], settings)).code, 0)
    const { code, err } = await run(['user', 'invite', 'asha@example.com'], without)
    assert.deepEqual({ code, err }, { code: 0, err: '' })
  })

  it('print one line for an invalid setting or a wrong secret', { timeout: 120_000 }, async (test) => {
    const settings = { ...(await emptyPlace(engine, test)), NGOMA_SECRET: 's'.repeat(32) }
    assert.equal((await run(['account', 'list'], settings)).code, 0)
    const other = await run(['account', 'list'], { ...settings, NGOMA_SECRET: 'n'.repeat(32) })
    assert.deepEqual({ code: other.code, out: other.out }, { code: 1, out: '' })
    assert.match(oneLine(other.err), /NGOMA_SECRET does not match/)
    const bad = await run(['account', 'list'], { ...settings, PORT: 'http' })
    assert.deepEqual({ code: bad.code, out: bad.out }, { code: 1, out: '' })
    assert.match(oneLine(bad.err), /PORT must be/)
  })
})
