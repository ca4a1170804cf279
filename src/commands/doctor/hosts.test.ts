import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HostState } from '../../engine/db/index.ts'
import type { State } from './finding.ts'
import { checkHosts, checkReplication } from './hosts.ts'

const primary = {
  name: 'one:5432',
  isStandby: false,
  isReadOnly: false,
  synchronousCommit: 'on',
  synchronousStandbyNames: '',
  standbys: 0,
  synchronous: 0,
}
const standby = { ...primary, name: 'two:5432', isStandby: true, isReadOnly: true }
const dead = { name: 'three:5432', problem: 'connect ECONNREFUSED' }
const configured = { ...primary, synchronousStandbyNames: '"two"' }

type Case = readonly [title: string, states: readonly HostState[], state: State | null, message?: RegExp]

const hostCases: readonly Case[] = [
  ['a primary alone', [primary], null],
  ['a host that does not respond', [dead], null],
  ['a standby alone', [standby], 'problem', /two:5432 is a read-only standby: no host accepts writes/],
  ['a read-only server', [{ ...primary, isReadOnly: true }], 'problem', /one:5432 is read-only/],
  ['a primary and a standby', [standby, primary], 'ok', /^two:5432 is a read-only standby, one:5432 is the primary$/],
  ['a dead standby', [primary, dead], 'warning', /three:5432 does not respond \(connect ECONNREFUSED\)/],
  ['two primaries', [primary, { ...primary, name: 'two:5432' }], 'problem', /several hosts accept writes/],
]
const replicationCases: readonly Case[] = [
  ['no standby', [primary], null],
  ['no primary', [standby], null],
  ['an asynchronous standby', [{ ...primary, standbys: 1 }], 'warning', /1 standby, but not synchronous: .* can lose/],
  ['a synchronous standby', [{ ...configured, standbys: 2, synchronous: 1 }], 'ok', /^2 standbys, 1 synchronous$/],
  [
    'a replication state that is not visible',
    [{ ...configured, standbys: 1, synchronous: null }],
    'ok',
    /according to the settings/,
  ],
  ['a missing synchronous standby', [configured], 'problem', /writes wait/],
  [
    'synchronous_commit = local',
    [{ ...configured, standbys: 1, synchronous: 1, synchronousCommit: 'local' }],
    'warning',
    /synchronous_commit is local/,
  ],
]

for (const [check, examine, cases] of [
  ['database hosts', checkHosts, hostCases],
  ['replication', checkReplication, replicationCases],
] as const)
  describe(`doctor check "${check}"`, () => {
    for (const [title, states, state, message] of cases)
      it(`reports ${state ?? 'nothing'} for ${title}`, () => {
        const [finding, ...more] = examine(states)
        assert.deepEqual(more, [])
        assert.equal(finding?.state ?? null, state)
        if (message) assert.match(finding?.message ?? '', message)
      })
  })
