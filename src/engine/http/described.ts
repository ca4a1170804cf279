import type { TObject, TSchema } from 'typebox'
import type { Refusal } from '../../values/refusal.ts'

/** Example values by title. */
type Examples = Readonly<Record<string, unknown>>

/** Schema of a public route, with its documentation. */
export interface Described {
  /** Name of the operation in generated clients. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly params?: TObject
  readonly querystring?: TObject
  readonly headers?: TObject
  readonly body?: TSchema
  readonly response: Readonly<Record<number, { readonly type?: unknown; readonly description?: string }>>
  /** A test sends each of these bodies and compares the response. Examples of parameters are in their schema. */
  readonly examples: { readonly body?: Examples; readonly xml?: Examples; readonly answer: Examples }
  /** Successful responses may also have a hint. */
  readonly isHinted?: boolean
  /** Errors of this route, in addition to the common ones. Not in `response`, because errors need no serializer. */
  readonly refused?: readonly Refusal[]
}

/**
 * For routes whose schema is documentation only. Their module validates the input, because the specification fixes the
 * order of the checks.
 */
export const skipSchemaValidation = { validatorCompiler: () => () => true }
