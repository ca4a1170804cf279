import type { TObject, TSchema } from 'typebox'
import type { Refusal } from '../../values/refusal.ts'

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
