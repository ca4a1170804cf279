import type { Type as TypeBox } from 'typebox'

export type { Static, TObject, TObjectOptions, TProperties, TSchema, TString } from 'typebox'

/**
 * The builders of TypeBox that the contract uses, as plain JSON schemas. TypeBox itself has 376 files: to load them takes
 * longer than all other work of a command.
 */

type Schema = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Schema>>

const optional = Symbol('optional')

const plain =
  (type: string) =>
  (options: Schema = {}) => ({ type, ...options })

const requiredOf = (fields: Fields) => {
  const required = Object.keys(fields).filter((name) => !(fields[name] && optional in fields[name]))
  return required.length === 0 ? {} : { required }
}

/** Not enumerable, so that a copy of an optional field is a required one. */
const asOptional = (schema: Schema) => Object.defineProperty({ ...schema }, optional, { value: true })

const objectOf = (properties: Fields, options: Schema = {}) => ({
  type: 'object',
  ...requiredOf(properties),
  properties,
  ...options,
})

const builders = {
  String: plain('string'),
  Integer: plain('integer'),
  Number: plain('number'),
  Boolean: plain('boolean'),
  Null: plain('null'),
  Unknown: (options: Schema = {}) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
  Literal: (value: string | number | boolean, options: Schema = {}) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Array: (items: Schema, options: Schema = {}) => ({ type: 'array', items, ...options }),
  Union: (anyOf: readonly Schema[], options: Schema = {}) => ({ anyOf, ...options }),
  Optional: asOptional,
  Object: objectOf,
  Partial: ({ properties }: { readonly properties: Fields }) =>
    objectOf(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, asOptional(field)]))),
  Record: (key: { readonly pattern?: string }, value: Schema, options: Schema = {}) => ({
    type: 'object',
    patternProperties: { [key.pattern ?? '^.*$']: value },
    ...options,
  }),
}

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>
