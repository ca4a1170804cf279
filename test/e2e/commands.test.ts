/** Commands as processes, and beside processes of the server. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { firstStart, migratedPlace, openPlace, openShell, run } from '../commands/program.ts'
import { onOneEngine, postgresUrl } from '../world.ts'
import { startServer } from './server.ts'

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

onOneEngine('commands and a server process', (engine) => {
  it('wait for each other, and a killed server does not block commands', async (test) => {
    const settings = await openPlace(engine, test)
    // All are processes: on the embedded engine, each waits for the others to release the data directory.
    const [server, ...created] = await Promise.all([
      startServer(settings),
      ...['One', 'Two'].map((name) => openShell(settings, run).json('account', 'create', '--name', name)),
    ])
    test.after(() => server.kill('SIGKILL'))
    assert.equal(new Set(created.map(({ id }) => id)).size, 2)
    if (engine === 'embedded')
      assert.equal(JSON.parse(readFileSync(join(settings.NGOMA_DATA ?? '', 'ngoma.lock'), 'utf8')).pid, server.pid)

    const shell = openShell(settings)
    const findings: { check: string; message: string }[] = await shell.json('doctor')
    assert.match(
      findings.find(({ check }) => check === 'server')?.message ?? '',
      new RegExp(`process ${server.pid} .* port ${new URL(server.address).port}$`),
    )

    // The lock and the socket of a killed server do not block commands.
    await server.kill('SIGKILL')
    assert.match(await shell.text('account', 'list'), /First account/)
  })
})

describe('commands with a worker', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('use the database directly, because a worker has no console', async (test) => {
    const settings = await openPlace('postgres', test)
    const worker = await startServer(settings, 'worker')
    test.after(() => worker.kill('SIGKILL'))
    assert.match(await openShell(settings).text('account', 'list'), /First account/)
  })
})

onOneEngine('the start of a command', (engine) => {
  it('loads better-auth only to set a password', async (test) => {
    const settings = await migratedPlace(engine, test)
    const without = {
      ...settings,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuseBetterAuth)}`,
    }
    await assert.rejects(startServer(without), /better-auth is not for this process/)
    await firstStart(settings)
    const { code, err } = await run(['user', 'invite', 'asha@example.com'], without)
    assert.deepEqual({ code, err }, { code: 0, err: '' })

    // One line for a wrong secret, and for an invalid setting.
    const wrong = openShell({ ...settings, NGOMA_SECRET: 'n'.repeat(32) })
    assert.match(await wrong.refused('account', 'list'), /NGOMA_SECRET does not match/)
    assert.match(await openShell({ ...settings, PORT: 'http' }).refused('account', 'list'), /PORT must be/)
  })
})
