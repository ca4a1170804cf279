import assert from 'node:assert/strict'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { slowness } from '../pace.ts'
import { onOneEngine, postgresUrl } from '../world.ts'
import { tryAccess, tryNames } from './access.ts'
import { tryArchive } from './archive.ts'
import { tryCampaigns } from './campaigns.ts'
import { tryImports } from './imports.ts'
import { tryKannel } from './kannel.ts'
import { tryNumbers } from './numbers.ts'
import { tryPayments } from './payments.ts'
import { tryPerson } from './person.ts'
import { openPlace, openServer, openShell, type Settings, type Shell } from './program.ts'
import { tryCarriers, tryProviders } from './providers.ts'
import { tryReports } from './reports.ts'
import { tryRetention } from './retention.ts'
import { trySecrets } from './secrets.ts'

onOneEngine('commands with a running server', (engine) => {
  it('work over its control socket', { timeout: 420_000 * slowness }, async (test) => {
    const place = await openPlace(engine, test)
    const archive = join(place.NGOMA_DATA ?? '', 'archive')
    mkdirSync(archive, { recursive: true })
    const settings: Settings = { ...place, NGOMA_ARCHIVE_DIR: archive }
    const server = await openServer(test, settings)
    const shell = openShell(settings)
    assert.equal(statSync(join(settings.NGOMA_DATA ?? '', 'control', 'ngoma.sock')).mode & 0o777, 0o600)

    const products = [
      tryAccess,
      (one: Shell) => tryNames(one, archive),
      tryImports,
      tryProviders,
      tryCampaigns,
      tryReports,
      tryNumbers,
      tryPerson,
      tryArchive,
      tryRetention,
      (one: Shell) => tryKannel(one, test),
      (one: Shell) => tryCarriers(one, test),
      (one: Shell) => tryPayments(one, server, test),
      trySecrets,
    ]
    for (const part of products) await part(shell, server)

    assert.deepEqual(await shell.json('migrate'), { applied: [] })
    const findings: { check: string; state: string; message: string }[] = await shell.json('doctor')
    assert.deepEqual(
      findings.filter(({ state }) => state === 'problem'),
      [],
    )
  })
})

describe('commands with an api process', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  it('report carriers as available, another database as a problem, and blocked loopback callbacks', async (test) => {
    const settings = { ...(await openPlace('postgres', test)), NGOMA_CALLBACK_LOOPBACK: 'false' }
    await openServer(test, settings, 'api')
    const shell = openShell(settings)
    const well = await shell.text('doctor')
    assert.match(well, /^ok +route +carriers: simulator$/m)
    assert.match(well, /^ok +port +the running server uses port \d+ instead of 8080$/m)

    assert.equal(
      await shell.refused('webhook', 'listen', '--event', 'chat', '--port', '0'),
      'the server does not call addresses on this machine. Set NGOMA_CALLBACK_LOOPBACK=true on the server.',
    )

    const other = await openShell({ ...settings, DATABASE_URL: postgresUrl ?? '' }).run('doctor')
    assert.match(
      other.out,
      /^problem +server +process \d+ .* with the database \S+:\d+\/ngoma_test_\w+, but DATABASE_URL is /m,
    )
    assert.equal(other.code, 1)
  })
})
