import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Finding, State } from './finding.ts'
import { checkArchive, checkCallRecords, checkErasuresFile, checkOperations } from './operations.ts'

const files = { erasuresFile: null, dataDirectory: '/data', staging: false }
const operations = {
  pausedCarriers: [],
  throttledCarriers: [],
  unhealthyCarriers: [],
  flappingCarriers: [],
  awayProviders: [],
  providersWithoutUrl: [],
  webhooksFailing: 0,
  oldestWork: null,
  retention: { ageSeconds: null, failed: [] },
}

const cases: readonly (readonly [
  title: string,
  findings: readonly Finding[],
  state: State | null,
  message?: RegExp,
  advice?: RegExp,
])[] = [
  ['an outdated schema', checkOperations(undefined), null],
  ['normal operation without a removal of old data yet', checkOperations(operations), 'ok', /no carrier is paused/],
  [
    'a paused carrier',
    checkOperations({ ...operations, pausedCarriers: ['north', 'south'] }),
    'warning',
    /paused: north, south/,
    /provider resume/,
  ],
  [
    'a provider that is away',
    checkOperations({ ...operations, awayProviders: ['shop'] }),
    'warning',
    /do not answer: shop/,
    /provider list/,
  ],
  [
    'a provider without a callback URL',
    checkOperations({ ...operations, providersWithoutUrl: ['express'] }),
    'warning',
    /no callback URL.*: express/,
    /Set NGOMA_PUBLIC_URL/,
  ],
  [
    'a carrier out of rotation',
    checkOperations({
      ...operations,
      unhealthyCarriers: [{ name: 'north', state: 'out', reason: '80% of 50 responses were errors' }],
    }),
    'warning',
    /^north is out of rotation: 80% of 50 responses were errors$/,
    /provider show north/,
  ],
  [
    'a carrier on trial',
    checkOperations({ ...operations, unhealthyCarriers: [{ name: 'north', state: 'trial', reason: null }] }),
    'warning',
    /^north is on trial with a few messages$/,
    /provider show north/,
  ],
  [
    'a flapping carrier',
    checkOperations({ ...operations, flappingCarriers: ['north', 'south'] }),
    'warning',
    /flapping.*: north, south$/,
    /provider show NAME/,
  ],
  [
    'a throttled carrier',
    checkOperations({ ...operations, throttledCarriers: ['north'] }),
    'warning',
    /throttled .*: north/,
    /rate/,
  ],
  [
    'failing endpoints',
    checkOperations({ ...operations, webhooksFailing: 2 }),
    'warning',
    /^2 webhook endpoints are failing$/,
    /webhook list/,
  ],
  [
    'overdue work',
    checkOperations({ ...operations, oldestWork: { work: 'webhook_events', seconds: 660 } }),
    'warning',
    /webhook_events has been due for 11 minutes/,
    /worker/,
  ],
  [
    'a failed removal of old data',
    checkOperations({ ...operations, retention: { ageSeconds: 60, failed: ['PINs', 'Chat texts'] } }),
    'warning',
    /could not be removed: PINs, Chat texts/,
    /retention show/,
  ],
  [
    'no removal of old data for two days',
    checkOperations({ ...operations, retention: { ageSeconds: 2 * 86_400, failed: [] } }),
    'warning',
    /last removed 2 days ago/,
    /retention show/,
  ],
  [
    'a recent removal of old data',
    checkOperations({ ...operations, retention: { ageSeconds: 2 * 86_400 - 1, failed: [] } }),
    'ok',
  ],
  ['no erasures file in staging', checkErasuresFile({ ...files, staging: true }), null],
  ['no erasures file', checkErasuresFile(files), 'warning', /\/data\/erasures\.jsonl$/, /a restore does not replace/],
  ['an erasures file', checkErasuresFile({ ...files, erasuresFile: '/tmp/erasures' }), 'ok', /\/tmp\/erasures/],
  [
    'an erasures file without a directory',
    checkErasuresFile({ ...files, erasuresFile: '/nowhere/at/all' }),
    'problem',
    /no person can be erased/,
    /directory/,
  ],
  [
    'an erasures file that the server cannot write in the sandbox of its unit',
    checkErasuresFile({ ...files, erasuresFile: '/tmp/erasures' }, "EROFS: read-only file system, access '/tmp'"),
    'problem',
    /^the server cannot write to \/tmp\/erasures, so no person can be erased: EROFS/,
    /"ReadWritePaths=\/tmp"/,
  ],
  [
    'an erasures file that the user of the server cannot write',
    checkErasuresFile({ ...files, erasuresFile: '/tmp/erasures' }, "EACCES: permission denied, access '/tmp'"),
    'problem',
    /EACCES/,
    /^Check that the directory exists/,
  ],
  [
    'an archive that the server cannot write in the sandbox of its unit',
    checkArchive('/tmp', { days: 0, missing: 0 }, "EROFS: read-only file system, access '/tmp'"),
    'problem',
    /EROFS/,
    /"ReadWritePaths=\/tmp"/,
  ],
  [
    'call records that the server cannot write in the sandbox of its unit',
    checkCallRecords('/tmp/calls', "EROFS: read-only file system, access '/tmp'"),
    'problem',
    /EROFS/,
    /"ReadWritePaths=\/tmp"/,
  ],
  ['no call records', checkCallRecords(null), null],
  ['call records', checkCallRecords('/tmp/calls'), 'ok', /written to \/tmp\/calls/],
  [
    'call records without a directory',
    checkCallRecords('/nowhere/at/all/calls'),
    'problem',
    /\/nowhere\/at\/all does not exist/,
    /directory/,
  ],
  [
    'call records that the server cannot write',
    checkCallRecords('/tmp/calls', 'ENOSPC: no space left on device'),
    'problem',
    /ENOSPC/,
    /disk/,
  ],
  ['no archive', checkArchive(null), null],
  ['an archive', checkArchive('/tmp', { days: 3, missing: 0 }), 'ok', /^3 days in \/tmp$/],
  [
    'an archive without a directory',
    checkArchive('/nowhere/at/all'),
    'problem',
    /\/nowhere\/at\/all does not exist/,
    /no messages are removed/,
  ],
  [
    'the archive of another database',
    checkArchive('/tmp', { days: 0, missing: 0, problem: { message: 'It belongs to another', hint: 'set another' } }),
    'problem',
    /^It belongs to another$/,
    /^Set another\. Until then/,
  ],
  [
    'missing days',
    checkArchive('/tmp', { days: 3, missing: 1 }),
    'warning',
    /^1 archived day is not in \/tmp$/,
    /archive list/,
  ],
]

describe('doctor checks of operations', () => {
  for (const [title, findings, state, message, advice] of cases)
    it(`reports ${state ?? 'nothing'} for ${title}`, () => {
      assert.deepEqual(
        findings.map((one) => one.state),
        state === null ? [] : [state],
      )
      if (message) assert.match(findings[0]?.message ?? '', message)
      if (advice) assert.match(findings[0]?.advice ?? '', advice)
    })
})
