import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Described, KindDescription } from '../values/kind-description.ts'
import { description as airtime } from './airtime/settings.ts'
import { SettingsProblem } from './carrier.ts'
import { description as chat } from './chat/http/settings.ts'
import { description as whatsapp } from './chat/whatsapp/settings.ts'
import { description as http } from './http/settings.ts'
import { httpDescription as payments } from './payment/http/settings.ts'
import { mpesaDescription as mpesa } from './payment/mpesa/settings.ts'
import {
  anything,
  choice,
  converted,
  describeKind,
  flag,
  group,
  integer,
  list,
  nullable,
  pairs,
  problem,
  text,
} from './settings.ts'
import { description as smpp } from './smpp/settings.ts'

const kind = describeKind({
  title: 'A kind',
  secrets: [
    { name: 'key', title: 'Key', required: true },
    { name: 'other', title: 'Other', required: false },
  ],
  lengthMax: 500,
  basic: {
    host: text('Host', 'A host.', { maxLength: 5, pattern: '^[a-z]+$', 'x-expected': 'a short name' }),
    port: integer('Port', 'A port.', { minimum: 1, maximum: 9, default: 2 }),
    mode: choice('Mode', 'A mode.', ['one', 'two'], 'one'),
    isFast: flag('Fast', 'Whether it is fast.'),
  },
  advanced: {
    note: nullable(text('Note', 'A note.', { maxLength: 3 })),
    names: list<string>(
      'Names',
      'Some names.',
      { type: 'string', pattern: '^[a-z]$', 'x-expected': 'a letter' },
      { maxItems: 2 },
    ),
    rows: nullable(list('Rows', 'Some rows.', group('Row', 'A row.', { id: text('ID', 'An ID.') }), { minItems: 1 })),
    headers: pairs('Headers', 'Some headers.'),
    body: anything('Body', 'A body.'),
    inner: group('Inner', 'A group.', { depth: integer('Depth', 'A depth.', { minimum: 0, maximum: 3, default: 1 }) }),
    optional: nullable(
      group('Optional', 'A group.', {
        path: text('Path', 'A path.', { 'x-missing': ', so nothing is found' }),
        flags: list<string>('Flags', 'Some flags.', { type: 'string' }, { minItems: 1 }),
      }),
    ),
    tls: nullable(group('TLS', 'A group.', { verify: flag('Verify', 'Whether it verifies.', true) }), 'boolean'),
    twice: converted(
      converted(integer('Twice', 'A number.', { minimum: 0, maximum: 9, default: 1 }), (value) => value * 2),
      (value, path) => {
        if (value === 14) throw problem(`${path} must not be 7`)
        return `${value}`
      },
    ),
  },
})

const defaults = {
  host: 'a',
  port: 2,
  mode: 'one',
  isFast: false,
  note: null,
  names: [],
  rows: null,
  headers: {},
  body: undefined,
  inner: { depth: 1 },
  optional: null,
  tls: null,
  twice: '2',
}

describe('settings', () => {
  const taken: readonly [given: object, read: object][] = [
    [{}, {}],
    [{ port: null, mode: null, headers: null, inner: null, names: null }, {}],
    [
      { port: 9, mode: 'two', isFast: true, note: '' },
      { port: 9, mode: 'two', isFast: true, note: '' },
    ],
    [{ body: { any: ['thing'] } }, { body: { any: ['thing'] } }],
    [{ body: null }, { body: null }],
    [
      { names: ['a', 'b'], rows: [{ id: 'x' }] },
      { names: ['a', 'b'], rows: [{ id: 'x' }] },
    ],
    [{ optional: { path: 'p', flags: ['f'] } }, { optional: { path: 'p', flags: ['f'] } }],
    [{ tls: true }, { tls: { verify: true } }],
    [{ tls: false }, {}],
    [{ tls: { verify: false } }, { tls: { verify: false } }],
    [{ twice: 4 }, { twice: '8' }],
  ]
  for (const [given, read] of taken)
    it(`are read: ${JSON.stringify(given)}`, () =>
      assert.deepEqual(kind.read({ host: 'a', ...given }), { ...defaults, ...read }))

  const refused: readonly (readonly [given: unknown, message: string])[] = [
    [null, 'the settings must be an object'],
    [[], 'the settings must be an object'],
    [{ host: 'x'.repeat(500) }, 'the settings must be at most 500 characters of JSON'],
    [{}, 'host is missing'],
    [{ host: '' }, 'host is missing'],
    [{ host: null }, 'host is missing'],
    [{ host: 'abcdef' }, 'host must be a short name'],
    [{ host: 'A' }, 'host must be a short name'],
    [{ host: 5 }, 'host must be a short name'],
    [{ host: 'a', hots: 'b' }, 'unknown setting hots'],
    [{ host: 'a', constructor: 'b' }, 'unknown setting constructor'],
    ...[0, 10, 1.5, '5', true, [], {}].map(
      (port) => [{ host: 'a', port }, 'port must be a whole number from 1 to 9'] as const,
    ),
    ...['three', 5, ''].map((mode) => [{ host: 'a', mode }, 'mode must be one of one, two'] as const),
    [{ host: 'a', isFast: 'yes' }, 'isFast must be true or false'],
    [{ host: 'a', note: 'long' }, 'note must be a string of at most 3 characters'],
    [{ host: 'a', names: 'a' }, 'names must be a list of 0 to 2 values, each a letter'],
    [{ host: 'a', names: ['a', 'b', 'c'] }, 'names must be a list of 0 to 2 values, each a letter'],
    [{ host: 'a', names: ['a', 'B'] }, 'names.1 must be a letter'],
    [{ host: 'a', rows: [] }, 'rows must be a list of at least 1 value, each an object'],
    [{ host: 'a', rows: [{ id: 'x' }, {}] }, 'rows.1.id is missing'],
    [{ host: 'a', rows: [{ id: 'x', name: 'y' }] }, 'unknown setting rows.0.name'],
    [{ host: 'a', headers: [] }, 'headers must be an object'],
    [{ host: 'a', headers: { a: 'b', c: 5 } }, 'headers.c must be a string'],
    [{ host: 'a', inner: 5 }, 'inner must be an object'],
    [{ host: 'a', inner: { depth: 4 } }, 'inner.depth must be a whole number from 0 to 3'],
    [{ host: 'a', inner: { height: 4 } }, 'unknown setting inner.height'],
    [{ host: 'a', inner: true }, 'inner must be an object'],
    [{ host: 'a', optional: { flags: ['f'] } }, 'optional.path is missing, so nothing is found'],
    [{ host: 'a', optional: { path: 'p', flags: [] } }, 'optional.flags is missing'],
    [{ host: 'a', twice: 10 }, 'twice must be a whole number from 0 to 9'],
    [{ host: 'a', twice: 7 }, 'twice must not be 7'],
  ]
  for (const [given, message] of refused)
    it(`are refused: ${JSON.stringify(given)?.slice(0, 50)}`, () =>
      assert.throws(
        () => kind.read(given),
        (error) => error instanceof SettingsProblem && error.message === message,
      ))

  it('need the required secrets, when secrets are given', () => {
    assert.throws(() => kind.read({ host: 'a' }, ['other']), { message: 'the secret key is missing' })
    assert.equal(kind.read({ host: 'a' }, ['key']).host, 'a')
  })

  it('are described for forms', () => {
    const { properties, required } = kind.description.settings
    assert.deepEqual(required, ['host'])
    assert.deepEqual(JSON.parse(JSON.stringify(properties.optional)), {
      type: ['object', 'null'],
      title: 'Optional',
      description: 'A group.',
      additionalProperties: false,
      properties: {
        path: { type: 'string', title: 'Path', description: 'A path.', 'x-missing': ', so nothing is found' },
        flags: {
          type: 'array',
          title: 'Flags',
          description: 'Some flags.',
          items: { type: ['string'] },
          minItems: 1,
        },
      },
      required: ['path', 'flags'],
      default: null,
      'x-group': 'advanced',
    })
  })
})

/** Every setting with its path. */
function* walk(properties: Readonly<Record<string, Described>>, under = ''): Generator<[path: string, Described]> {
  for (const [name, setting] of Object.entries(properties)) {
    yield [`${under}${name}`, setting]
    yield* walk(setting.properties ?? {}, `${under}${name}.`)
  }
}

const kinds: Readonly<Record<string, KindDescription>> = { smpp, http, airtime, chat, whatsapp, mpesa, payments }

describe('the settings of every kind', () => {
  for (const [name, { settings }] of Object.entries(kinds))
    it(`have a title, a description and a valid default: ${name}`, () => {
      for (const [path, { title, description, default: byDefault, enum: names, ...limits }] of walk(
        settings.properties,
      )) {
        assert.match(title, /^\S.{1,60}$/, path)
        assert.match(description, /^[A-Za-z{].{5,200}\.$/, path)
        if (names !== undefined && typeof byDefault === 'string') assert.ok(names.includes(byDefault), path)
        if (typeof byDefault === 'number')
          assert.ok(byDefault >= (limits.minimum ?? 0) && byDefault <= (limits.maximum ?? 0), path)
        if (limits.pattern !== undefined && typeof byDefault === 'string')
          assert.match(byDefault, new RegExp(limits.pattern, 'u'), path)
      }
    })
})
