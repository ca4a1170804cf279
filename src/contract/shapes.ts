import { languages } from '../values/languages.ts'
import { cursorLengthMax } from '../values/page.ts'
import {
  type Static,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TString,
  Type,
} from './type.ts'

/** Schemas that many routes share. */

declare const timeMark: unique symbol

/** A time in JSON: ISO 8601 with milliseconds and Z. */
export type Time = string & { readonly [timeMark]?: true }

export const Time = Type.Unsafe<Time>({ type: 'string', format: 'date-time' })

/**
 * A closed object. An unknown field of a request is refused by name; an undeclared field of an answer fails every test
 * that receives it.
 */
export const objectOf = <Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) =>
  Type.Object(fields, { ...options, additionalProperties: false })

/** The same object with optional fields. `Type.Partial` alone would open it. */
export const partial = <Fields extends TProperties>(object: TObject<Fields>, options: TObjectOptions = {}) =>
  objectOf(Type.Partial(object).properties, options)

const MapKey = Type.String({ pattern: '^.{1,100}$' })

/** An object whose keys are data, such as names that users choose. */
export const mapOf = <Value extends TSchema>(value: Value, maxProperties: number, key: TString = MapKey) =>
  Type.Record(key, value, { maxProperties, additionalProperties: false })

export const nullable = <Shape extends TSchema>(shape: Shape) => Type.Union([shape, Type.Null()])

/** One of a few strings. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] })

export const Language = oneOf(languages)

/** Null means the default. */
export const LanguageBody = objectOf({ language: nullable(Language) })

/** An amount of money, as a decimal with four decimal places. */
export const Amount = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{4}$' })

/** A page of a list. `next` continues the list as `cursor`; null at its end. */
export const listPageOf = <Item extends TSchema>(item: Item) =>
  objectOf({
    data: Type.Array(item),
    next: nullable(Type.String()),
    /** Null for a list that is too long to count. */
    total: nullable(Type.Integer()),
  })

/** A page of a search, which may stop early: then `searchedTo` has the oldest time searched, and `next` continues. */
export const searchPageOf = <Item extends TSchema>(item: Item) =>
  objectOf({ ...listPageOf(item).properties, searchedTo: nullable(Time) })

/** A short list without pages. */
export const listOf = <Item extends TSchema>(item: Item) => objectOf({ data: Type.Array(item) })

/** An id in a body, within the range of the database. */
export const IdNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** The limit of query texts without a shorter one. */
export const queryTextLengthMax = 1_000

const text = Type.Optional(Type.String({ maxLength: queryTextLengthMax }))
const cursor: typeof text = Type.Optional(Type.String({ maxLength: cursorLengthMax }))

/** A query. Its parameters are optional strings that rules parse. */
export const queryOf = <Names extends readonly string[]>(...names: Names) =>
  objectOf(
    Object.fromEntries(names.map((name) => [name, name === 'cursor' ? cursor : text])) as {
      [Name in Names[number]]: typeof text
    },
  )

/** A list in pages: its query, which may have filters, and its answer. */
export const pagesOf = <Item extends TSchema, const Filters extends readonly string[]>(
  item: Item,
  ...filters: Filters
) => ({ query: queryOf('cursor', 'limit', ...filters), answer: listPageOf(item) })

/** A required value that clients may leave out. */
export const withDefault = <Shape extends TSchema>(shape: Shape, value: Static<Shape>): Shape => ({
  ...shape,
  default: value,
})

/** The same schema with a description. */
export const described = <Shape extends TSchema>(shape: Shape, description: string): Shape => ({
  ...shape,
  description,
})

/** A field that may be missing, with a description. */
export const optional = <Shape extends TSchema>(shape: Shape, description: string) =>
  Type.Optional(described(shape, description))

/** A query parameter that is `true` or missing. */
export const Switch = Type.Optional(oneOf(['true', 'false']))

/**
 * The type a handler may return for a schema: a time may also be a Date, and lists may be read-only, because the
 * response is serialized as JSON.
 */
export type Sendable<Shape> = Shape extends string
  ? typeof timeMark extends keyof Shape
    ? string | Date
    : Shape
  : Shape extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : Shape extends object
      ? { readonly [Field in keyof Shape]: Sendable<Shape[Field]> }
      : Shape

export type { Static }
