import { STATUS_CODES } from 'node:http'
import type { ProblemCode } from '../../values/problems.ts'
import type { FieldError, Refusal } from '../../values/refusal.ts'
import { toWirePath } from '../../values/wire-names.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** An error as RFC 9457 problem details. `code` is stable; the sentences may change. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
  readonly hint: string
  /** Only for invalid fields and parameters. */
  readonly errors?: readonly FieldError[]
}

const nameOf = ({ field, isOnWire }: FieldError) => (isOnWire ? field : toWirePath(field))

export function problemOf({ status, message, hint, errors }: Refusal, code: ProblemCode): Problem {
  // Sentences name fields as the contract does; callers know their names on the wire.
  const onWire = (text: string) =>
    errors.reduce((changed, error) => changed.replaceAll(error.field, nameOf(error)), text)
  return {
    type: `urn:ngoma:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: onWire(message),
    code,
    hint: onWire(hint),
    ...(errors.length > 0 && {
      errors: errors.map((error) => ({ field: nameOf(error), message: error.message })),
    }),
  }
}
