import { STATUS_CODES } from 'node:http'
import type { ProblemCode } from '../../values/problems.ts'
import type { FieldError, Refusal } from '../../values/refusal.ts'
import { toWirePath } from '../../values/wire-names.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** An error of the account API or the console as RFC 9457 problem details. `code` is stable; sentences may change. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
  readonly hint: string
  /** Only for invalid fields and parameters. */
  readonly errors?: readonly FieldError[]
  readonly [more: string]: unknown
}

/** The account API has other names of fields than the contract. */
export function problemOf(
  { status, detail, hint, errors, more }: Refusal,
  code: ProblemCode,
  isOfAccountApi: boolean,
): Problem {
  const nameOf = ({ field, isOnWire }: FieldError) => (isOnWire || !isOfAccountApi ? field : toWirePath(field))
  // Sentences name fields as the contract does; callers know their names on the wire.
  const onWire = (text: string) =>
    errors.reduce((changed, error) => changed.replaceAll(error.field, nameOf(error)), text)
  return {
    type: `/docs/problems#${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: onWire(detail),
    code,
    hint: onWire(hint),
    errors: errors.length > 0 ? errors.map((error) => ({ field: nameOf(error), message: error.message })) : undefined,
    ...more,
  }
}
