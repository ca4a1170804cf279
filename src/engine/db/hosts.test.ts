import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHosts, refuseSession, type SessionKind } from './hosts.ts'

const several: readonly (readonly [url: string, urls: readonly string[], wanted: SessionKind])[] = [
  [
    'postgresql://u:p%40w@one:5432,two:5433/db?target_session_attrs=primary&sslmode=verify-full',
    ['postgresql://u:p%40w@one:5432/db?sslmode=verify-full', 'postgresql://u:p%40w@two:5433/db?sslmode=verify-full'],
    'primary',
  ],
  ['postgres://one,two:5433/db', ['postgres://one:5432/db', 'postgres://two:5433/db'], 'read-write'],
  ['postgres://u:a@b,c@one,two/db', ['postgres://u:a@b,c@one:5432/db', 'postgres://u:a@b,c@two:5432/db'], 'read-write'],
  [
    'postgres://[::1]:5433,[2001:db8::2]/db?target_session_attrs=any',
    ['postgres://[::1]:5433/db', 'postgres://[2001:db8::2]:5432/db'],
    'any',
  ],
  ['postgres://u@/db?host=one,two&port=6432', ['postgres://u@one:6432/db', 'postgres://u@two:6432/db'], 'read-write'],
  [
    'postgres:///db?host=/run/a,::1&port=,5433',
    ['postgres://%2Frun%2Fa:5432/db', 'postgres://[::1]:5433/db'],
    'read-write',
  ],
]

describe('parseHosts', () => {
  for (const [url, urls, wanted] of several)
    it(`reads ${url}`, () => {
      const parsed = parseHosts(url)
      assert.deepEqual(parsed && [parsed.hosts.map((host) => host.url), parsed.wanted], [urls, wanted])
    })

  it('keeps a URL with one host unchanged and accepts any session', () => {
    for (const url of ['postgres://u:p@one/db', 'postgres:///db?host=/run/postgresql', 'postgres://%2Frun:5433/db'])
      assert.deepEqual([parseHosts(url)?.hosts[0].url, parseHosts(url)?.wanted], [url, 'any'])
    const standby = 'postgres://one/db?target_session_attrs=prefer-standby'
    assert.deepEqual([parseHosts(standby)?.hosts[0].url, parseHosts(standby)?.wanted], [standby, 'prefer-standby'])
  })

  it('leaves user and password out of host names', () => {
    const names = (url: string) => parseHosts(url)?.hosts.map(({ name }) => name)
    assert.deepEqual(names('postgres://u:hunter2@one,[::1]:5433/db'), ['one:5432', '[::1]:5433'])
    assert.deepEqual(names('postgres:///db'), ['localhost:5432'])
  })

  for (const url of [
    'mysql://one/db',
    'postgres://one,/db',
    'postgres://one,two:x/db',
    'postgres://one,two/db?port=1,2,3',
    'postgres://one/db?target_session_attrs=master',
  ])
    it(`rejects ${url}`, () => assert.equal(parseHosts(url), null))
})

describe('refuseSession', () => {
  const primary = { isStandby: false, isReadOnly: false }
  const standby = { isStandby: true, isReadOnly: true }
  const frozen = { isStandby: false, isReadOnly: true }
  const table: readonly (readonly [SessionKind, string | null, string | null, string | null])[] = [
    ['any', null, null, null],
    ['read-write', null, 'is a read-only standby', 'is read-only'],
    ['read-only', 'accepts writes', null, null],
    ['primary', null, 'is a standby', null],
    ['standby', 'is the primary', null, 'is the primary'],
  ]
  for (const [wanted, ...expected] of table)
    it(`checks sessions for ${wanted}`, () =>
      assert.deepEqual(
        [primary, standby, frozen].map((state) => refuseSession(wanted, state)),
        expected,
      ))
})
