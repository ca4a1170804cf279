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
      .replace('npx ngoma route create --carrier ', '')
      .replace('--prefix ', '')
      .replace(/ --if-missing(?: \|\| failed=1)?$/, ''),
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
      [
        '# No route is added. denied-prefix 255: no other carrier accepts it, and routes cannot exclude a prefix:',
        '# a',
        'b 25571',
      ],
    ],
    [
      'a denied prefix of a carrier that is not there yet',
      { a: { 'denied-prefix': '255' }, b: { smsc: 'http', 'allowed-prefix': '255' } },
      [
        '# No route is added. denied-prefix 255: no other carrier accepts it, and routes cannot exclude a prefix:',
        '# a',
        '# b 255',
      ],
    ],
    [
      'a denied prefix without a country code',
      { a: { 'denied-prefix': '0712' }, b: {} },
      [
        '# No route is added. denied-prefix 0712: routes need prefixes with a country code:',
        '# a --place 2',
        '# prefix 0712: routes need prefixes with a country code',
        'b',
      ],
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
    [
      'an allowed smsc-id',
      { a: { 'allowed-smsc-id': 'a;ke' }, b: { 'denied-smsc-id': 'ke' } },
      [
        '# No route is added. allowed-smsc-id: only messages that name one of these use this carrier. Add routes with --account for the accounts that do:',
        '# a --place 2',
        'b',
      ],
    ],
    ...(['allowed-prefix-regex', 'denied-prefix-regex'] as const).map(
      (name) =>
        [
          name,
          { a: { [name]: '^25571', 'allowed-prefix': '255' } },
          [`# No route is added. ${name}: routes have no regular expressions:`, '# a 255'],
        ] as const,
    ),
    [
      'an allowed-smsc-id-regex',
      { a: { 'allowed-smsc-id-regex': '^k' } },
      [
        '# No route is added. allowed-smsc-id-regex: only messages that name one of these use this carrier. Add routes with --account for the accounts that do:',
        '# a',
      ],
    ],
    [
      'a carrier that is not started',
      { a: { 'dead-start': 'true' } },
      ['# No route is added. dead-start: Kannel does not use this carrier until it is started:', '# a'],
    ],
    [
      'preferences, which limit nothing',
      { a: { 'preferred-smsc-id': 'x', 'preferred-prefix-regex': '^25571', 'preferred-smsc-id-regex': '^x' } },
      ['a'],
    ],
  ]
  for (const [title, carriers, expected] of tables)
    it(`replace ${title}`, () => {
      const smscs = smscsOf(carriers)
      assert.deepEqual(short(smscs.flatMap((smsc) => carrierRoutes(smsc, smscs))), expected)
    })

  const ofUser = (carriers: Carriers, smscId: string, more: { isForced?: boolean; limit?: string } = {}) =>
    short(accountRoutes(smscsOf(carriers), { smscId, isForced: false, at: [], ...more }))

  it('limit the routes of a user to the prefixes of its carriers', () => {
    const carriers = {
      a: { 'smsc-id': 'x', 'allowed-prefix': '25574;25575' },
      b: { 'smsc-id': 'x', 'allowed-prefix': '25574' },
    }
    assert.deepEqual(ofUser(carriers, 'x'), ['x 25574', 'x 25575', 'x-2 25574 --place 2'])
    assert.deepEqual(ofUser(carriers, 'x', { isForced: true }), [
      'x 25574',
      'x 25575 --stop',
      'x-2 25574 --place 2 --stop',
      '# Other numbers take the routes of all accounts; Kannel refused them for this user.',
    ])
  })

  it('lead users to the carriers that allow their smsc-id, and to no other', () => {
    const carriers = {
      a: { 'smsc-id': 'a', 'allowed-smsc-id': 'a;ke' },
      b: { 'smsc-id': 'b', 'denied-smsc-id': 'b' },
      c: { 'smsc-id': 'c', 'allowed-smsc-id': 'other' },
    }
    assert.deepEqual(ofUser(carriers, 'a'), ['a'])
    assert.deepEqual(ofUser(carriers, 'ke'), ['a'])
    assert.deepEqual(ofUser(carriers, 'b'), [
      '# No route is added. denied-smsc-id: this carrier refuses messages for b:',
      '# b --stop',
      '# Other numbers take the routes of all accounts; Kannel refused them for this user.',
    ])
    assert.deepEqual(ofUser(carriers, 'c'), [
      '# No route is added. allowed-smsc-id: this carrier refuses messages for c:',
      '# c',
    ])
    // All accounts may use b, which refuses this one.
    assert.deepEqual(ofUser({ a: { 'smsc-id': 'a' }, b: { 'denied-smsc-id': 'a' } }, 'a'), ['a --stop'])
    assert.deepEqual(ofUser(carriers, 'missing'), ['# smsc missing: no group = smsc has this smsc-id'])
  })

  it('are comments for a user whose own limits have no equivalent', () => {
    assert.deepEqual(ofUser({ a: { 'smsc-id': 'a' } }, 'a', { limit: 'allowed-prefix of the user' }), [
      '# No route is added. allowed-prefix of the user:',
      '# a',
    ])
  })
})
