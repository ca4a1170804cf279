import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from '../../src/commands/index.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { onOneEngine, postgresUrl } from '../world.ts'
import { accountsAndKeys, tokens } from './access.ts'
import { tryAirtime } from './airtime.ts'
import { tryArchive } from './archive.ts'
import { tryAudit } from './audit.ts'
import { tryCampaigns } from './campaigns.ts'
import { tryCarriers } from './carriers.ts'
import { tryChat } from './chat.ts'
import { tryCheckout } from './checkout.ts'
import { tryConsent } from './consent.ts'
import { tryContacts } from './contacts.ts'
import { tryCredit } from './credit.ts'
import { tryFields } from './fields.ts'
import { tryImports } from './imports.ts'
import { tryInbound } from './inbound.ts'
import { tryInbox } from './inbox.ts'
import { tryKannel } from './kannel.ts'
import { tryLenient } from './lenient.ts'
import { tryNumbers } from './numbers.ts'
import { tryOtp } from './otp.ts'
import { tryPayments } from './payments.ts'
import { tryPerson } from './person.ts'
import { tryPrices } from './prices.ts'
import { emptyPlace, openResident, openShell, run, type Settings, type Shell } from './program.ts'
import { tryProviders } from './providers.ts'
import { tryReports } from './reports.ts'
import { tryRetention } from './retention.ts'
import { trySandbox } from './sandbox.ts'
import { tryScheduled } from './scheduled.ts'
import { trySecrets } from './secrets.ts'
import { trySmpp } from './smpp.ts'
import { optOuts, senders, templates } from './texts.ts'
import { tryUsers } from './users.ts'
import { tryWebhooks } from './webhooks.ts'

/** Commands without JSON output, or with their own tests. */
const elsewhere = [
  'serve',
  'demo',
  'backup',
  'restore',
  'webhooks listen',
  'smsc',
  'emulate whatsapp',
  'emulate mpesa',
  'secret reset',
  'person reapply',
]

onOneEngine('commands with a running server', (engine) => {
  it('all work over its control socket', { timeout: 420_000 }, async (test) => {
    const place = await emptyPlace(engine, test)
    const archive = join(place.NGOMA_DATA ?? '', 'archive')
    mkdirSync(archive, { recursive: true })
    const settings: Settings = { ...place, NGOMA_ARCHIVE_DIR: archive }
    const server = await startServer(settings)
    test.after(() => server.kill('SIGKILL'))
    const shell = openShell(settings, openResident(test))
    if (engine === 'embedded') {
      assert.equal(JSON.parse(readFileSync(join(settings.NGOMA_DATA ?? '', 'ngoma.lock'), 'utf8')).pid, server.pid)
    }
    assert.equal(statSync(join(settings.NGOMA_DATA ?? '', 'control', 'ngoma.sock')).mode & 0o777, 0o600)

    const products = [
      tryLenient,
      trySmpp,
      tryConsent,
      tryContacts,
      tryImports,
      tryFields,
      tryCredit,
      tryPrices,
      tryWebhooks,
      tryAirtime,
      tryProviders,
      tryCheckout,
      tryChat,
      tryOtp,
      tryInbound,
      tryInbox,
      tryScheduled,
      tryCampaigns,
      tryReports,
      tryNumbers,
      tryPerson,
      tryAudit,
      tryArchive,
      tryRetention,
      (one: Shell) => tryKannel(one, test),
      (one: Shell) => tryCarriers(one, test),
      trySandbox,
      (one: Shell) => tryPayments(one, server, test),
      trySecrets,
    ]
    for (const part of [accountsAndKeys, tokens, optOuts, templates, senders, tryUsers, ...products])
      await part(shell, server).catch(withOutputOf(server))

    assert.deepEqual(await shell.json('migrate'), { applied: [] })
    const findings: { check: string; state: string; message: string }[] = await shell.json('doctor')
    assert.deepEqual(
      findings.filter(({ state }) => state === 'problem'),
      [],
    )
    assert.match(
      findings.find(({ check }) => check === 'server')?.message ?? '',
      new RegExp(`process ${server.pid} .* port ${new URL(server.address).port}$`),
    )
    assert.deepEqual(
      commands.map(({ name }) => name).filter((name) => !shell.tried.has(name) && !elsewhere.includes(name)),
      [],
    )

    // The lock and the socket of a killed server do not block commands.
    await server.kill('SIGKILL')
    assert.match(await openShell(settings).text('account', 'list'), /Second/)
  })
})

onOneEngine('commands with a starting server', (engine) => {
  it('wait for the server, and the server waits for them', { timeout: 240_000 }, async (test) => {
    const settings = await emptyPlace(engine, test)
    const [server, { code, out }] = await Promise.all([
      startServer(settings),
      run(['account', 'list', '--json'], settings),
    ])
    test.after(() => server.kill('SIGKILL'))
    assert.equal(code, 0)
    assert.equal(JSON.parse(out).data.length, 1)
  })
})

describe('commands with a worker', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('use the database directly, because a worker has no console', async (test) => {
    const settings = await emptyPlace('postgres', test)
    const worker = await startServer(settings, 'worker')
    test.after(() => worker.kill('SIGKILL'))
    assert.match(await openShell(settings).text('account', 'list'), /First account/)
  })
})

describe('commands with an api process', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  it('report carriers as available, another database as a problem, and blocked loopback callbacks', async (test) => {
    const settings = { ...(await emptyPlace('postgres', test)), NGOMA_CALLBACK_LOOPBACK: 'false' }
    const api = await startServer(settings, 'api')
    test.after(() => api.kill('SIGKILL'))
    const well = await run(['doctor'], settings)
    assert.match(well.out, /^ok +route +carriers: simulator$/m)
    assert.match(well.out, /^ok +port +the running server uses port \d+ instead of 8080$/m)
    assert.equal(well.code, 0)

    const listen = await run(['webhooks', 'listen', '--event', 'chat', '--port', '0'], settings)
    assert.deepEqual(
      [listen.code, listen.err],
      [
        1,
        'ngoma: the server does not call addresses on this machine. Set NGOMA_CALLBACK_LOOPBACK=true on the server.\n',
      ],
    )

    const other = await run(['doctor'], { ...settings, DATABASE_URL: postgresUrl ?? '' })
    assert.match(
      other.out,
      /^problem +server +process \d+ .* with the database \S+:\d+\/ngoma_commands_\w+, but DATABASE_URL is /m,
    )
    assert.equal(other.code, 1)
  })
})

/** Adds the output of the server to an error. */
const withOutputOf = (server: Server) => (error: unknown) => {
  throw new Error(
    `the server ${server.isRunning() ? 'is running' : 'has ended'}, with the output:\n${server.output()}`,
    {
      cause: error,
    },
  )
}
