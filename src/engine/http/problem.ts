import { STATUS_CODES } from 'node:http'
import type { Refusal } from '../../values/refusal.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** An error as RFC 9457 problem details. `code` is stable; the sentences may change. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly hint: string
}

export const problemOf = ({ status, message, hint }: Refusal, code: string): Problem => ({
  type: `urn:ngoma:problem:${code}`,
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: message,
  code,
  hint,
})
