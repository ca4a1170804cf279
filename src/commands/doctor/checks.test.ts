import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SchemaState } from '../../engine/db/index.ts'
import {
  checkClock,
  checkConnections,
  checkDurability,
  checkIdleTransactions,
  checkSchema,
  checkSecret,
  checkVersion,
  checkWaiting,
} from './database.ts'
import { type Finding, ok, type State } from './finding.ts'
import { checkFreeSpace, checkNode } from './machine.ts'
import { checkPresence, type Presence } from './server.ts'
import { checkCallbacks, checkHost, checkProvider, checkRoute, checkSettings } from './settings.ts'

const mebibyte = 1_048_576
const year2027 = new Date('2027-01-31T08:00:00Z')
const system = { pid: 7, port: 8080, role: 'all', version: '1.2.3', databaseLabel: 'db:5432/one' }
const served = { kind: 'server', system } as unknown as Presence
const production = { host: '0.0.0.0', staging: false, trustedProxies: [] }
const noProvider = { oidcIssuer: null, publicUrl: null, hostConsole: null, staging: false }
const provider = { ...noProvider, oidcIssuer: 'https://login.example' }
const pool = (used: number, ours: number) => ({ max: 100, reserved: 3, used, ours })
const oneProcess = { databaseConnections: 10, processes: 1 }
const schemaState: SchemaState = {
  applied: [],
  missing: [],
  unknown: [],
  programSchema: 8,
  databaseSchema: 9,
  oldest: { schema: 8, version: '0.4.0' },
}
const postgres = { engine: 'postgres', fsync: true, synchronousCommit: true } as const
const idle = (seconds: number) =>
  checkIdleTransactions({ engine: 'postgres', idleTransactionSeconds: seconds })[0] ?? ok('none', 'none')

const cases: readonly (readonly [title: string, finding: Finding, state: State, message: RegExp, advice?: RegExp])[] = [
  ['Node 24', checkNode('24.0.1'), 'ok', /Node 24\.0\.1/],
  ['Node 26', checkNode('26.1.0'), 'ok', /26/],
  ['Node 22', checkNode('22.9.0'), 'problem', /22\.9\.0 is too old/, /24 or later/],

  ['a large disk', checkFreeSpace(50_000 * mebibyte, 100_000 * mebibyte), 'ok', /48\.8 GB \(50%\)/],
  ['a small disk that is half empty', checkFreeSpace(1_024 * mebibyte, 2_048 * mebibyte), 'ok', /1\.0 GB/],
  [
    'less than a gigabyte free',
    checkFreeSpace(1_023 * mebibyte, 2_048 * mebibyte),
    'warning',
    /only 1023 MB/,
    /Free disk space/,
  ],
  ['less than 5% free', checkFreeSpace(4_000 * mebibyte, 100_000 * mebibyte), 'warning', /\(4%\)/],
  [
    '199 MB free',
    checkFreeSpace(199 * mebibyte, 1_000 * mebibyte),
    'problem',
    /199 MB .* data directory$/,
    /NGOMA_DATA/,
  ],
  ['a file system without sizes', checkFreeSpace(2_048 * mebibyte, 0), 'ok', /2\.0 GB/],

  ['no server', checkPresence({ kind: 'nobody' }, '1.2.3'), 'ok', /no server/],
  ['a server', checkPresence(served, '1.2.3'), 'ok', /process 7 .*1\.2\.3.* port 8080/],
  [
    'a server of another version',
    checkPresence(served, '1.3.0'),
    'warning',
    /this program is version 1\.3\.0/,
    /Restart/,
  ],
  [
    'a server on the same database',
    checkPresence(served, '1.2.3', 'postgres://asha:hunter2@db/one'),
    'ok',
    /process 7/,
  ],
  [
    'a server on another database',
    checkPresence(served, '1.2.3', 'postgres://db/two'),
    'problem',
    /database db:5432\/one, but DATABASE_URL is db:5432\/two/,
    /NGOMA_DATA/,
  ],
  [
    'a lock held by another machine',
    checkPresence({ kind: 'silent', holder: { pid: 9, host: 'other' }, why: 'it does not respond' }, ''),
    'problem',
    /9 on other/,
    /kill 9/,
  ],
  [
    "another user's server",
    checkPresence({ kind: 'silent', holder: null, why: 'no access' }, ''),
    'problem',
    /no access/,
    /as the user/,
  ],

  ['the loopback address', checkHost({ ...production, host: '127.0.0.1' }), 'ok', /from this machine only/],
  ['localhost', checkHost({ ...production, host: 'localhost' }), 'ok', /from this machine only/],
  ['all addresses in staging', checkHost({ ...production, staging: true }), 'ok', /0\.0\.0\.0/],
  ['all addresses behind a proxy', checkHost({ ...production, trustedProxies: ['10.0.0.1'] }), 'ok', /0\.0\.0\.0/],
  ['all addresses', checkHost(production), 'warning', /without TLS/, /NGOMA_TRUSTED_PROXIES/],

  ['callbacks to this machine in staging', checkCallbacks({ staging: true, callbackLoopback: true }), 'ok', /staging/],
  ['callbacks to public addresses', checkCallbacks({ staging: false, callbackLoopback: false }), 'ok', /public/],
  [
    'callbacks to this machine in production',
    checkCallbacks({ staging: false, callbackLoopback: true }),
    'warning',
    /read their answers/,
    /NGOMA_CALLBACK_LOOPBACK/,
  ],

  ['no single sign-on', checkProvider(noProvider), 'ok', /not configured/],
  ['single sign-on', checkProvider({ ...provider, publicUrl: 'https://n.example' }), 'ok', /login\.example/],
  ['single sign-on without a public URL', checkProvider(provider), 'warning', /localhost/, /NGOMA_PUBLIC_URL/],
  [
    'single sign-on without TLS',
    checkProvider({ ...provider, oidcIssuer: 'http://login.example' }),
    'warning',
    /does not use TLS/,
    /NGOMA_OIDC_ISSUER/,
  ],

  ['the simulated network', checkRoute([{ name: 'simulator', ready: true }]), 'ok', /simulator/],
  ['a carrier', checkRoute([{ name: 'first', ready: true }]), 'ok', /first/],
  ['a carrier that is down', checkRoute([{ name: 'first', ready: false }]), 'warning', /first/, /provider list/],
  ['no carrier', checkRoute([]), 'problem', /106/, /NGOMA_STAGING=true/],

  [
    'the embedded database',
    checkVersion({ engine: 'embedded', version: '17.5', versionNumber: 170005 }),
    'ok',
    /17\.5, embedded/,
  ],
  ['PostgreSQL 15', checkVersion({ engine: 'postgres', version: '15.0', versionNumber: 150000 }), 'ok', /15\.0/],
  [
    'PostgreSQL 14',
    checkVersion({ engine: 'postgres', version: '14.12', versionNumber: 140012 }),
    'problem',
    /14\.12 is too old/,
    /15 or later/,
  ],

  ['a current schema', checkSchema({ ...schemaState, applied: ['0001_a'] }, true), 'ok', /0001_a/],
  [
    'an empty database',
    checkSchema({ ...schemaState, applied: [], missing: ['0001_a'], unknown: [] }, true),
    'ok',
    /empty/,
  ],
  [
    'an empty database without the right to create tables',
    checkSchema({ ...schemaState, applied: [], missing: ['0001_a'], unknown: [] }, false),
    'problem',
    /cannot create tables/,
    /grant create/,
  ],
  [
    'a current schema without the right to create tables',
    checkSchema({ ...schemaState, applied: ['0001_a'], missing: [], unknown: [] }, false),
    'ok',
    /up to date/,
  ],
  [
    'an older schema',
    checkSchema({ ...schemaState, applied: ['0001_a'], missing: ['0002_b', '0003_c'], unknown: [] }, true),
    'warning',
    /0002_b, 0003_c/,
    /ngoma migrate/,
  ],
  [
    'a newer, compatible schema',
    checkSchema({ ...schemaState, applied: ['0009_z'], unknown: ['0009_z'] }, true),
    'warning',
    /schema 9, newer than schema 8 of this program, but compatible/,
    /rollback/,
  ],
  [
    'an incompatible newer schema',
    checkSchema({ ...schemaState, unknown: ['0009_z'], oldest: { schema: 9, version: '0.5.0' } }, true),
    'problem',
    /^the database schema 9 is too new for this version \(schema 8\)$/,
    /Start version 0\.5\.0 or later/,
  ],
  [
    'a schema of another branch',
    checkSchema({ ...schemaState, missing: ['0008_y'], unknown: ['0009_z'] }, true),
    'problem',
    /another branch .* has migration 0009_z but not 0008_y\)$/,
    /^Start the version that created it/,
  ],

  ['clocks that agree', checkClock(year2027, -1_999), 'ok', /agree/],
  ['a clock that is two seconds ahead', checkClock(year2027, -2_001), 'warning', /2\.0 s ahead of/, /timedatectl/],
  ['a clock that is 29 seconds behind', checkClock(year2027, 29_000), 'warning', /29\.0 s behind/],
  ['a clock that is a minute off', checkClock(year2027, 60_000), 'problem', /60\.0 s behind/, /both machines/],
  ['a clock without a comparison', checkClock(year2027, null), 'ok', /2027/],
  ['a clock in 1970', checkClock(new Date('1970-01-01T00:05:00Z'), 0), 'problem', /1970/, /timedatectl/],
  ['a clock in 2106', checkClock(new Date('2106-02-07T00:00:00Z'), null), 'problem', /2106/],

  ['enough connections', checkConnections(pool(86, 0), oneProcess, false), 'ok', /11 of 100 connections are available/],
  [
    'too few connections',
    checkConnections(pool(87, 0), oneProcess, false),
    'warning',
    /only 10 .* 11 are needed/,
    /max_connections/,
  ],
  ['connections held by the running server', checkConnections(pool(97, 11), oneProcess, true), 'ok', /11 of 100/],
  ['connections held by other Ngoma processes', checkConnections(pool(97, 40), oneProcess, false), 'warning', /only 0/],
  [
    'too few connections for all processes',
    checkConnections(pool(70, 0), { ...oneProcess, processes: 4 }, false),
    'warning',
    /44 are needed/,
  ],

  ['NGOMA_SECRET', checkSecret({ source: 'given', rotating: false }), 'ok', /is set, and matches/],
  ['NGOMA_SECRET and an empty database', checkSecret({ source: 'given', rotating: false }, true), 'ok', /will use it/],
  ['a rotation in progress', checkSecret({ source: 'given', rotating: true }), 'warning', /rotation is in progress/],
  ['a generated secret', checkSecret({ source: 'made', rotating: false }), 'ok', /stored in the database/],
  ['a secret that is not generated yet', checkSecret({ source: 'to be made', rotating: false }), 'ok', /first start/],
  [
    'a wrong secret',
    checkSecret({ wrong: 'it is wrong: set the right one' }),
    'problem',
    /^it is wrong$/,
    /^Set the right one\.$/,
  ],

  ['no pending messages', checkWaiting(null), 'ok', /no message/],
  ['messages that are due for five minutes', checkWaiting(300), 'ok', /no message/],
  ['messages that are due for eleven minutes', checkWaiting(660), 'warning', /11 minutes/, /worker/],

  ['idle transactions that end soon', idle(5), 'ok', /idle for 5 s/],
  ['idle transactions that never end', idle(0), 'warning', /does not end/, /alter role USER set idle_in_tr.* = '5s'/],
  ['idle transactions that end late', idle(60), 'warning', /only after 60 s/, /alter role/],

  ['durable PostgreSQL', checkDurability(postgres, false), 'ok', /commits to disk/],
  [
    'PostgreSQL without fsync',
    checkDurability({ ...postgres, fsync: false }, true),
    'warning',
    /with fsync off/,
    /fsync = on/,
  ],
  [
    'PostgreSQL without synchronous_commit',
    checkDurability({ ...postgres, synchronousCommit: false }, false),
    'warning',
    /synchronous_commit off/,
    /synchronous_commit = on/,
  ],
  [
    'the embedded database in staging',
    checkDurability({ ...postgres, engine: 'embedded' }, true),
    'ok',
    /power failure/,
  ],
  [
    'the embedded database in production',
    checkDurability({ ...postgres, engine: 'embedded' }, false),
    'warning',
    /power failure/,
    /DATABASE_URL/,
  ],
]

describe('doctor', () => {
  for (const [title, finding, state, message, advice] of cases) {
    it(`reports ${state} for ${title}`, () => {
      assert.equal(finding.state, state)
      assert.match(finding.message, message)
      if (state === 'ok') assert.equal(finding.advice, null)
      else assert.match(finding.advice ?? '', advice ?? /./)
    })
  }

  it('names every invalid setting, and suggests the name of a misspelt one', () => {
    assert.deepEqual(checkSettings({ PORT: '1' }), [ok('settings', 'all settings are valid')])
    const found = checkSettings({ PORT: 'http', NGOMA_STAGING: 'maybe', NGOMA_STAGEING: 'true', NGOMA_WHATEVER: '1' })
    assert.deepEqual(
      found.map(({ state, message }) => `${state}: ${message}`),
      [
        'problem: PORT must be a whole number from 0 to 65535, not "http"',
        'problem: NGOMA_STAGING must be true or false, not "maybe"',
        'warning: unknown setting NGOMA_STAGEING is ignored',
        'warning: unknown setting NGOMA_WHATEVER is ignored',
      ],
    )
    assert.deepEqual(
      found.slice(2).map(({ advice }) => advice),
      ['Did you mean NGOMA_STAGING?', 'Remove it. See docs/operating.md for all settings.'],
    )
  })
})
