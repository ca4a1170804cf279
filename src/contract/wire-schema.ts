import type { TSchema } from 'typebox'
import { isFreeMap, toWireName } from '../values/wire-names.ts'

/** The parts of a JSON schema that contain other schemas. */
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

/** Refuses unknown fields, and leaves the values to other rules. Keys of maps are values. */
export function namesOnly(schema: TSchema): TSchema {
  const { properties, items } = schema as Nested
  return {
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, namesOnly(one)])),
      additionalProperties: false,
    }),
    ...(items && { items: namesOnly(items) }),
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
