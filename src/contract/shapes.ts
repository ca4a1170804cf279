import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { languages } from '../values/languages.ts'

/** Schemas that many routes share. */

declare const timeMark: unique symbol

/** A time in JSON: ISO 8601 with milliseconds and Z. */
export type Time = string & { readonly [timeMark]?: true }

export const Time = Type.Unsafe<Time>({ type: 'string', format: 'date-time' })

/** The schema of a response. It is closed: an unlisted field is a mistake and fails every test that receives it. */
export const answerOf = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const nullable = <Shape extends TSchema>(shape: Shape) => Type.Union([shape, Type.Null()])

/** One of a few strings. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] })

export const Language = oneOf(languages)

/** Null means the default. */
export const LanguageBody = Type.Object({ language: nullable(Language) })

/** An amount of money, as a decimal with four decimal places. */
export const Amount = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{4}$' })

const Pagination = answerOf({
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

export const pageOf = <Item extends TSchema>(item: Item) => answerOf({ data: Type.Array(item), pagination: Pagination })

/** There are more than `totalItems`: a long list is not counted to its end. */
const LongPagination = answerOf({ ...Pagination.properties, hasMore: Type.Optional(Type.Literal(true)) })

/** A page of a list that grows without end. */
export const longPageOf = <Item extends TSchema>(item: Item) =>
  answerOf({ data: Type.Array(item), pagination: LongPagination })

/** A page of a list without page numbers. `next` continues the list as `before`; null at its end. */
export const cursorPageOf = <Item extends TSchema>(item: Item) =>
  answerOf({ data: Type.Array(item), next: nullable(Type.String()) })

/** A page of a list in the account API. `next` continues the list as `cursor`; null at its end. */
export const listPageOf = <Item extends TSchema>(item: Item) =>
  answerOf({
    data: Type.Array(item),
    next: nullable(Type.String()),
    /** Null for a list that is too long to count. */
    total: nullable(Type.Integer()),
  })

/** A short list without pages. */
export const listOf = <Item extends TSchema>(item: Item) => answerOf({ data: Type.Array(item) })

/** An id in a body, within the range of the database. */
export const IdNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** The limit of query texts without a shorter one. */
export const queryTextLengthMax = 1_000

const text = Type.Optional(Type.String({ maxLength: queryTextLengthMax }))

/** A query. Its parameters are optional strings that rules parse. */
export const queryOf = <Names extends readonly string[]>(...names: Names) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, text])) as { [Name in Names[number]]: typeof text })

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
