import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isObject } from '../values/json.ts'
import type { Described, KindDescription } from '../values/kind-description.ts'
import { SettingsProblem } from './carrier.ts'
import { description as http } from './http/described.ts'
import { readSettings as readHttp } from './http/settings.ts'
import { description as smpp } from './smpp/described.ts'
import { readSettings as readSmpp } from './smpp/settings.ts'

const states = { delivered: ['D'], undelivered: ['U'] }

/** A kind with its reader, and settings that include every optional part. */
const kinds: readonly [name: string, kind: KindDescription, read: (settings: unknown) => unknown, whole: object][] = [
  [
    'smpp',
    smpp,
    (settings) => readSmpp(settings, ['password']),
    { host: 'smsc.example', systemId: 'ngoma', tls: {}, addresses: {} },
  ],
  [
    'http',
    http,
    readHttp,
    {
      send: { url: 'https://example.com', body: 'x', headers: {}, answer: { state: 's' }, states: {} },
      receipts: { reference: 'id', state: 's', states, answer: {} },
      messages: {
        phone: 'from',
        number: 'to',
        text: 'text',
        part: { reference: 'r', number: 'n', total: 't' },
        answer: {},
      },
      status: { url: 'https://example.com', body: 'x', answer: { state: 's' }, states },
      encodings: {},
    },
  ],
]

/** Settings whose default depends on another setting. */
const defaultsElsewhere = ['status.afterSeconds']

/** Every setting with its path. */
function* walk(
  properties: Readonly<Record<string, Described>>,
  way: readonly string[] = [],
): Generator<[way: readonly string[], setting: Described]> {
  for (const [name, setting] of Object.entries(properties)) {
    yield [[...way, name], setting]
    if (setting.properties !== undefined) yield* walk(setting.properties, [...way, name])
  }
}

function withValue(settings: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const under = (settings as Record<string, unknown>)[name]
  return { ...settings, [name]: rest.length === 0 ? value : withValue(isObject(under) ? under : {}, rest, value) }
}

const valueAt = (settings: unknown, way: readonly string[]): unknown =>
  way.reduce<unknown>(
    (found, name) => (found instanceof Map ? undefined : (found as Record<string, unknown>)?.[name]),
    settings,
  )

/** Valid and invalid values of a setting. */
function valuesFor({ type, enum: choices, minimum, maximum, minLength, maxLength }: Described): {
  good: unknown[]
  bad: unknown[]
} {
  if (choices !== undefined) return { good: [...choices], bad: ['nonsense', 5] }
  if (minimum !== undefined && maximum !== undefined)
    return { good: [minimum, maximum], bad: [minimum - 1, maximum + 1, minimum + 0.5, String(minimum)] }
  if (type === 'boolean') return { good: [true, false], bad: ['yes', 1] }
  if (maxLength !== undefined && maxLength <= 1_000) {
    return {
      good: ['a'.repeat(maxLength), ...(minLength === undefined ? [''] : ['a'])],
      bad: ['a'.repeat(maxLength + 1), 5],
    }
  }
  const types = [type ?? []].flat()
  return { good: [], bad: types.length === 0 ? [] : types.includes('number') ? [true] : [5] }
}

for (const [name, kind, read, whole] of kinds) {
  describe(`described settings of ${name}`, () => {
    const all = [...walk(kind.settings.properties)]

    it('have a title, a description and a group', () => {
      for (const [way, { title, description }] of all) {
        assert.match(title, /^\S.{1,60}$/, way.join('.'))
        assert.match(description, /^[A-Z{].{5,200}\.$/, way.join('.'))
      }
      for (const [setting, { 'x-group': group }] of Object.entries(kind.settings.properties)) assert.ok(group, setting)
    })

    for (const [way, setting] of all) {
      const title = way.join('.')
      const { good, bad } = valuesFor(setting)
      it(`match the reader: ${title}`, () => {
        for (const value of good) assert.ok(read(changed(whole, way, value)), `${String(value).slice(0, 20)} is taken`)
        for (const value of bad) {
          assert.throws(
            () => read(withValue(whole, way, value)),
            SettingsProblem,
            `${String(value).slice(0, 20)} is not`,
          )
        }
        const byDefault = setting.default
        const isGiven = byDefault !== null && valueAt(whole, way) !== undefined
        if (byDefault === undefined || isGiven || defaultsElsewhere.includes(title)) return
        assert.deepEqual(valueAt(read(withValue(whole, way, undefined)), way), byDefault, 'the default')
      })
    }

    it('are exactly the settings that the reader knows', () => {
      const objects: [readonly string[], Readonly<Record<string, Described>>][] = [[[], kind.settings.properties]]
      for (const [way, { properties }] of all) if (properties !== undefined) objects.push([way, properties])
      for (const [way, properties] of objects) {
        assert.throws(
          () => read(withValue(whole, [...way, 'unheardOf'], 1)),
          /unknown setting .*unheardOf/,
          way.join('.'),
        )
        const found = valueAt(read(whole), way)
        if (found instanceof Map) continue
        assert.deepEqual(Object.keys(found as object).toSorted(), Object.keys(properties).toSorted(), way.join('.'))
      }
    })

    it('are required when the reader needs them', () => {
      for (const [way, { required }] of [[[], kind.settings] as const, ...all]) {
        for (const one of required ?? []) {
          const { [one]: _, ...rest } = (way.length === 0 ? whole : valueAt(whole, way)) as Record<string, unknown>
          assert.throws(
            () => read(way.length === 0 ? rest : withValue(whole, way, rest)),
            SettingsProblem,
            [...way, one].join('.'),
          )
        }
      }
    })
  })
}

/** Sets a value, and another one that it depends on. */
function changed(whole: object, way: readonly string[], value: unknown): object {
  const changed = withValue(whole, way, value)
  // GET allows no body.
  return way.at(-1) === 'method' && value === 'GET'
    ? withValue(changed, [...way.slice(0, -1), 'body'], undefined)
    : changed
}
