import { type TObject, type TSchema, Type } from 'typebox'
import type { Refusal } from '../../values/refusal.ts'
import { keyHoursKept, keyLengthMax } from './errors.ts'

/** Values, by what they show in a few words. */
type Examples = Readonly<Record<string, unknown>>

/** The schema of a public route, with what it says of itself for the documentation. */
export interface Described {
  /** What programs that are made from the documentation call it. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly params?: TObject
  readonly querystring?: TObject
  readonly headers?: TObject
  readonly body?: TSchema
  readonly response: Readonly<Record<number, { readonly type?: unknown; readonly description?: string }>>
  /**
   * A test sends every body that is shown here, and compares what is answered. The parameters of a request have theirs
   * in their schema.
   */
  readonly examples: { readonly body?: Examples; readonly xml?: Examples; readonly answer: Examples }
  /** A success, too, may come with a hint. */
  readonly isHinted?: boolean
  /**
   * What it refuses, beside what is refused everywhere. It is no part of `response`: a refusal is written where it is
   * made, and needs no serializer.
   */
  readonly refused?: readonly Refusal[]
}

/**
 * For routes whose schemas only describe them: what comes in is judged by the rules of their module, in the decided
 * order.
 */
export const judgedByRules = { validatorCompiler: () => () => true }

export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: keyLengthMax,
      description: `The same key and body within ${keyHoursKept} hours get the first answer again, and nothing is done twice.`,
      examples: ['order-4711'],
    }),
  ),
})

/** An id, as all of them are on the wire. */
export const Id = Type.String({ pattern: '^[0-9]+$', description: 'digits' })

export const Created = Type.String({ format: 'date-time', description: 'ISO 8601 with milliseconds and Z' })

/** The part of a path that says which one is meant. */
export const idParams = <Name extends string>(name: Name) =>
  Type.Object({
    [name]: Type.String({ description: 'digits; what else is there is an id that does not exist', examples: ['1'] }),
  })

const pageFields = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'from 1; 1 when left out', examples: [1] })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'items on a page, 1 to 1,000; 10 when left out',
      examples: [10],
    }),
  ),
}

const sortFields = (fields: readonly string[]) => ({
  sortBy: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: [...fields],
      description: 'created when left out',
      examples: ['created'],
    }),
  ),
  sortOrder: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['asc', 'desc', 'ASC', 'DESC'],
      description: 'newest first when left out, by other fields the smallest first',
      examples: ['desc'],
    }),
  ),
})

/** Which page of a list, for those that are not sorted. */
export const PageQuery = Type.Object(pageFields)

/** A parameter that may be left out, with a value that it may have. */
export const optionalText = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }))

/** What a list can be asked for: which page, in which order, and what else it takes. */
export const ListQuery = (sortedBy: readonly string[], others: Readonly<Record<string, TSchema>> = {}) =>
  Type.Object({ ...pageFields, ...sortFields(sortedBy), ...others })

const Pagination = Type.Object(
  {
    totalItems: Type.Integer(),
    currentPage: Type.Integer(),
    pageSize: Type.Integer(),
    totalPages: Type.Integer(),
    startPage: Type.Integer({ description: 'first of at most ten pages around the current one' }),
    endPage: Type.Integer({ description: 'last of them' }),
    startIndex: Type.Integer({ description: 'position of the first item on the page, from 0' }),
    endIndex: Type.Integer({ description: 'position of the last' }),
    pages: Type.Array(Type.Integer()),
  },
  { additionalProperties: false },
)

/** A page of a list, as it is answered. */
export const listOf = (item: TSchema) =>
  Type.Object({ data: Type.Array(item), pagination: Pagination }, { additionalProperties: false })
