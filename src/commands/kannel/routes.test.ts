import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listSmscs } from './list-smscs.ts'
import { accountRoutes, carrierRoutes } from './routes.ts'

/** The settings of a carrier by its name. */
type Carriers = Readonly<Record<string, Readonly<Record<string, string>>>>

const smscsOf = (carriers: Carriers) =>
  listSmscs(
    Object.entries(carriers).map(([host, settings], line) => ({
      kind: 'smsc',
      file: 'kannel.conf',
      line,
      settings: new Map(Object.entries({ smsc: 'smpp', host, ...settings })),
    })),
  )

const short = (lines: readonly string[]) =>
  lines.map((line) =>
    line
      .replace('npx ngoma route add --carrier ', '')
      .replace('--prefix ', '')
      .replace(' --if-missing || failed=1', ''),
  )

describe('routes for the prefixes of Kannel', () => {
  const tables: readonly (readonly [string, Carriers, readonly string[]])[] = [
    [
      'balanced carriers',
      { a: {}, b: {} },
      ['a', '# Kannel balances over carriers with the same numbers. Here a comes first:', 'b --place 2'],
    ],
    ['allowed prefixes', { a: { 'allowed-prefix': '25574;+25575' }, b: {} }, ['a 25574', 'a 25575', 'b']],
    [
      'a preferred prefix',
      { a: { 'preferred-prefix': '255' }, b: {} },
      ['# Kannel balances over carriers with the same numbers. Here b comes first:', 'a --place 2', 'a 255', 'b'],
    ],
    [
      'a denied prefix',
      { a: { 'denied-prefix': '25571' }, b: { 'allowed-prefix': '255' } },
      ['a', 'b 255', 'b 25571 --stop'],
    ],
    [
      'a denied prefix that a carrier accepts in part',
      { a: { 'denied-prefix': '255' }, b: { 'allowed-prefix': '25571' } },
      ['a', '# denied-prefix 255: no other carrier accepts it, so it is not denied', 'b 25571 --stop'],
    ],
    [
      'both lists, which refuse only denied numbers that are not allowed',
      { a: { 'allowed-prefix': '25571', 'denied-prefix': '255' }, b: { 'allowed-prefix': '255' } },
      ['a', 'a 25571', 'b 255 --stop'],
    ],
    [
      'prefixes without a country code',
      { a: { 'allowed-prefix': '0712' } },
      ['# prefix 0712: routes need prefixes with a country code'],
    ],
  ]
  for (const [title, carriers, expected] of tables)
    it(`replace ${title}`, () => {
      const smscs = smscsOf(carriers)
      assert.deepEqual(short(smscs.flatMap((smsc) => carrierRoutes(smsc, smscs))), expected)
    })

  it('limit the routes of a user to the prefixes of its carriers', () => {
    const smscs = smscsOf({ a: { 'allowed-prefix': '25574;25575' }, b: { 'allowed-prefix': '25574' } })
    const routes = (isForced: boolean) => short(accountRoutes(smscs, isForced, []))
    assert.deepEqual(routes(false), ['a 25574', 'a 25575', 'b 25574 --place 2'])
    assert.deepEqual(routes(true), [
      'a 25574',
      'a 25575 --stop',
      'b 25574 --place 2 --stop',
      '# Other numbers take the routes of all accounts; Kannel refused them for this user.',
    ])
  })
})
