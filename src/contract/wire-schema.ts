import { isFreeMap, toWireName } from '../values/wire-names.ts'
import type { TSchema } from './type.ts'

interface Nested {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

const known = new WeakMap<TSchema, TSchema>()

/** The schema of a value with its names on the wire. A schema without names stays the same object. */
export function wireSchema(schema: TSchema): TSchema {
  const found = known.get(schema) ?? renamed(schema)
  known.set(schema, found)
  return found
}

/**
 * Refuses unknown fields, and leaves the values to other rules. Keys of maps are values. Without types, the schema of an
 * object accepts all other values.
 */
export function namesOnly(schema: TSchema): TSchema {
  const { properties, items, anyOf = [] } = schema as Nested
  const named = anyOf.map(namesOnly).filter((one) => Object.keys(one).length > 0)
  return {
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, namesOnly(one)])),
      additionalProperties: false,
    }),
    ...(items && { items: namesOnly(items) }),
    ...(named.length > 0 && { anyOf: named }),
  }
}

function renamed(schema: TSchema): TSchema {
  const { properties, required, items, anyOf } = schema as Nested
  if (properties === undefined && items === undefined && anyOf === undefined) return schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [toWireName(name), isFreeMap(name) ? one : wireSchema(one)]),
      ),
    }),
    ...(required && { required: required.map(toWireName) }),
    ...(items && { items: wireSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(wireSchema) }),
  }
}
