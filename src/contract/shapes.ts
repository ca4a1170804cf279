import {
  type Static,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TString,
  Type,
} from 'typebox'
import { languages } from '../values/languages.ts'

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
export const partial = <Fields extends TProperties>(object: TObject<Fields>) =>
  objectOf(Type.Partial(object).properties)

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

const Pagination = objectOf({
  totalItems: Type.Integer(),
  currentPage: Type.Integer(),
  pageSize: Type.Integer(),
  totalPages: Type.Integer(),
  startPage: Type.Integer({ description: 'first of at most ten pages around the current one' }),
  endPage: Type.Integer({ description: 'last of these pages' }),
  startIndex: Type.Integer({ description: 'position of the first item on the page, from 0' }),
  endIndex: Type.Integer({ description: 'position of the last item on the page' }),
  pages: Type.Array(Type.Integer()),
})

/** A page of a list with page numbers. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly pagination: Static<typeof LongPagination>
}

export const pageOf = <Item extends TSchema>(item: Item) => objectOf({ data: Type.Array(item), pagination: Pagination })

/** There are more than `totalItems`: a long list is not counted to its end. */
const LongPagination = objectOf({ ...Pagination.properties, hasMore: Type.Optional(Type.Literal(true)) })

/** A page of a list that grows without end. */
export const longPageOf = <Item extends TSchema>(item: Item) =>
  objectOf({ data: Type.Array(item), pagination: LongPagination })

/** A page of a list without page numbers. `next` continues the list as `before`; null at its end. */
export const cursorPageOf = <Item extends TSchema>(item: Item) =>
  objectOf({ data: Type.Array(item), next: nullable(Type.String()) })

/** A page of a search, which may stop early: then `searchedTo` has the oldest time searched, and `next` continues. */
export const searchPageOf = <Item extends TSchema>(item: Item) =>
  objectOf({ ...cursorPageOf(item).properties, searchedTo: nullable(Time) })

/** A page of a list in the account API. `next` continues the list as `cursor`; null at its end. */
export const listPageOf = <Item extends TSchema>(item: Item) =>
  objectOf({
    data: Type.Array(item),
    next: nullable(Type.String()),
    /** Null for a list that is too long to count. */
    total: nullable(Type.Integer()),
  })

/** A short list without pages. */
export const listOf = <Item extends TSchema>(item: Item) => objectOf({ data: Type.Array(item) })

/** An id in a body, within the range of the database. */
export const IdNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** The limit of query texts without a shorter one. */
export const queryTextLengthMax = 1_000

const text = Type.Optional(Type.String({ maxLength: queryTextLengthMax }))

/** A query. Its parameters are optional strings that rules parse. */
export const queryOf = <Names extends readonly string[]>(...names: Names) =>
  objectOf(Object.fromEntries(names.map((name) => [name, text])) as { [Name in Names[number]]: typeof text })

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
