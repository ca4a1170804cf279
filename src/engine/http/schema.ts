import { type TSchema, Type } from 'typebox'

/** How a refusal looks, for the documentation: what is sent is made where the refusal is. */
export const Refused = Type.Object({ code: Type.Integer(), message: Type.String() })

const reasons: Readonly<Record<number, string>> = {
  400: 'Refused; the code says why. `{"error":"No authorization headers"}` without the header Authorization.',
  401: 'No valid credential: code 120.',
  404: 'Not found.',
  409: 'The Idempotency-Key was used with another body.',
  413: 'The body is too large.',
  415: 'The body has a type that is not taken here.',
  429: 'Too many requests, or too many messages today; Retry-After says when to come back.',
  501: 'Not available yet.',
  503: 'Not now: Retry-After says when to come back.',
}

/** The refusals of a route, by status, for its schema. */
export function refusals(...statuses: readonly number[]): Record<number, unknown> {
  return Object.fromEntries(statuses.map((status) => [status, { ...Refused, description: reasons[status] ?? 'Refused.' }]))
}

/** For routes whose schemas only describe them: what comes in is judged by the rules of their module, in the decided order. */
export const judgedByRules = { validatorCompiler: () => () => true }

export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The same key and body within 24 hours get the first answer again, and nothing is done twice.' }),
  ),
})

const pageFields = {
  page: Type.Optional(Type.String({ description: 'from 1; 1 when left out' })),
  limit: Type.Optional(Type.String({ description: 'items on a page, 1 to 1,000; 10 when left out' })),
}

const sortFields = (fields: readonly string[]) => ({
  sortBy: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...fields], description: 'created when left out' })),
  sortOrder: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['asc', 'desc', 'ASC', 'DESC'],
      description: 'newest first when left out, by other fields the smallest first',
    }),
  ),
})

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
export const listOf = (item: TSchema) => Type.Object({ data: Type.Array(item), pagination: Pagination }, { additionalProperties: false })
