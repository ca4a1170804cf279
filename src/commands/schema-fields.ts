import type { TSchema } from 'typebox'

export interface Field {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Field>>
  readonly patternProperties?: Readonly<Record<string, Field>>
  readonly required?: readonly string[]
  readonly items?: Field
  readonly anyOf?: readonly Field[]
  readonly pattern?: string
  /** A secret: it comes from a file, because other users can see command lines in the process list. */
  readonly writeOnly?: boolean
}

export const fieldsOf = (schema: TSchema | undefined): Readonly<Record<string, Field>> =>
  withoutNull((schema ?? {}) as Field).properties ?? {}

export const isRequired = (schema: TSchema | undefined, name: string) =>
  withoutNull((schema ?? {}) as Field).required?.includes(name) ?? false

export const isNull = ({ type }: Field) => type === 'null'
export const isNullable = ({ anyOf = [], type }: Field) =>
  anyOf.some(isNull) || (Array.isArray(type) && type.includes('null'))

/** The only other schema of a value that may be null. */
export function withoutNull(field: Field): Field {
  const others = field.anyOf?.filter((one) => !isNull(one))
  if (others?.length === 1) return { description: field.description, writeOnly: field.writeOnly, ...others[0] }
  return Array.isArray(field.type) ? { ...field, type: field.type.filter((one) => one !== 'null')[0] } : field
}

export const kebab = (name: string) =>
  name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `addresses` is `address`, and `countries` is `country`. */
export const singularOf = (noun: string) =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(ss|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
