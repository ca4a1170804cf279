import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromWire, fromWireName, isFreeMap, toWire, toWireName } from '../../values/wire-names.ts'
import { CsvFile, File, type RouteShape } from '../route.ts'
import { type TSchema, Type } from '../type.ts'
import { accountApiRoutes } from './index.ts'

/** The parts of a JSON Schema that this test reads. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: unknown
  readonly anyOf?: readonly Schema[]
}

/** The places where a name or a key would not survive the way over the wire. */
function listFaults(schema: Schema, place: string): string[] {
  const { type, items, anyOf, properties } = schema
  if (anyOf !== undefined) return anyOf.flatMap((one) => listFaults(one, place))
  if (items !== undefined) return listFaults(items, `${place}[]`)
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, one]) => [
      ...(fromWireName(toWireName(name)) === name ? [] : [`${place}.${name}`]),
      ...(isFreeMap(name) ? [] : listFaults(one, `${place}.${name}`)),
    ])
  const isKnown = 'const' in schema || schema.enum !== undefined || (type !== undefined && type !== 'object')
  return isKnown ? [] : [`${place} has free keys`]
}

describe('Names of the account API', () => {
  for (const [route, { query, body, answer }] of Object.entries<RouteShape>(accountApiRoutes))
    it(`survive the wire in ${route}, and free keys are in free maps`, () => {
      const schemas = Object.entries({ query, body, answer }).filter(
        (entry): entry is [string, TSchema] => entry[1] !== undefined && entry[1] !== CsvFile && entry[1] !== File,
      )
      assert.deepEqual(
        schemas.flatMap(([part, schema]) => listFaults(schema as Schema, part)),
        [],
      )
    })

  it('are found when they change, or when keys are free', () => {
    const shape = Type.Object({
      sort_by: Type.String(),
      things: Type.Array(Type.Record(Type.String(), Type.String())),
      any: Type.Unknown(),
      headers: Type.Record(Type.String(), Type.String()),
    })
    assert.deepEqual(listFaults(shape as Schema, 'body'), [
      'body.sort_by',
      'body.things[] has free keys',
      'body.any has free keys',
    ])
  })

  it('leave the keys of free maps unchanged', () => {
    const value = { templateLanguages: { en_US: 'enUs' }, flatArgs: true }
    const wire = { template_languages: { en_US: 'enUs' }, flat_args: true }
    assert.deepEqual(toWire(value), wire)
    assert.deepEqual(fromWire(wire), value)
  })
})
