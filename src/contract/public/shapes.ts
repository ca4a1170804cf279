import { type TProperties, Type } from 'typebox'
import { keyHoursKept, keyLengthMax } from '../../values/idempotency.ts'
import { queryTextLengthMax } from '../shapes.ts'

/** Shapes that the products share. */

/**
 * The fields of a body or query before its rules have judged them: the names are those of the contract, and the values
 * may be anything.
 */
export type Unvalidated<Shape> = { readonly [Name in keyof Shape]?: unknown }

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

/** Every id of the public API is text. */
export const Id = Type.String({ pattern: '^[0-9]{1,19}$', description: 'digits' })

/** A phone number; lenient credentials may write a plus before it. */
export const PhoneText = (description: string) => Type.String({ maxLength: 16, description })

export const Created = Type.String({ format: 'date-time', description: 'ISO 8601 with milliseconds and Z' })

/** The id in a path. */
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

/** The query of a list that is not sorted. */
export const PageQuery = Type.Object(pageFields)

/** A parameter that may be left out, with an example. */
export const optionalText = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: queryTextLengthMax, description, examples: [example] }))

/** The query of a list: its page, its order, and the parameters of its own. */
export const ListQuery = <Others extends TProperties>(sortedBy: readonly string[], others: Others) =>
  Type.Object({ ...pageFields, ...sortFields(sortedBy), ...others })
