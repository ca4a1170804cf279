import { keyHoursKept, keyLengthMax } from '../../values/id.ts'
import { objectOf, queryTextLengthMax } from '../shapes.ts'
import { type TProperties, type TSchema, Type } from '../type.ts'

/** Schemas that several products share. */

/** The fields of a body or query before validation: the names are those of the contract, the values may be anything. */
export type Unvalidated<Shape> = { readonly [Name in keyof Shape]?: unknown }

export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: keyLengthMax,
      description: `Repeating a request with the same key and body within ${keyHoursKept} hours returns the first response, and changes nothing.`,
      examples: ['order-4711'],
    }),
  ),
})

/** All ids of the public API are strings. */
export const Id = Type.String({ pattern: '^[0-9]{1,19}$', description: 'digits' })

/** A phone number; lenient credentials may add a leading plus. */
export const PhoneText = (description: string) => Type.String({ maxLength: 16, description })

export const Created = Type.String({ format: 'date-time', description: 'ISO 8601 with milliseconds and Z' })

/** The id in a path. */
export const idParams = <Name extends string>(name: Name) =>
  Type.Object({
    [name]: Type.String({ description: 'digits; any other value is an unknown id', examples: ['1'] }),
  })

const pageFields = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'starts at 1; defaults to 1', examples: [1] })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'items on a page, 1 to 1,000; defaults to 10',
      examples: [10],
    }),
  ),
}

const wordOf = (words: readonly string[], description: string, example: string) =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...words], description, examples: [example] }))

const sortFields = (fields: readonly string[]) => ({
  sortBy: wordOf(fields, 'defaults to created', 'created'),
  sortOrder: wordOf(
    ['asc', 'desc', 'ASC', 'DESC'],
    'defaults to desc for created, and to asc for other fields',
    'desc',
  ),
})

/** The query of an unsorted list. */
export const PageQuery = Type.Object(pageFields)

/** An optional parameter with an example. */
export const optionalText = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: queryTextLengthMax, description, examples: [example] }))

/** The query of a list: page, order and its own parameters. */
export const ListQuery = <Others extends TProperties>(sortedBy: readonly string[], others: Others) =>
  Type.Object({ ...pageFields, ...sortFields(sortedBy), ...others })

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

/** A page of a list with numbered pages. */
export const pageOf = <Item extends TSchema>(item: Item) => objectOf({ data: Type.Array(item), pagination: Pagination })
