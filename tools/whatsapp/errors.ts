import type { Reply } from '../emulator/server.ts'

/** Errors of the Cloud API: the code, its title and its HTTP status. */
const errors = {
  3: ['API Method', 500],
  33: ['Unsupported request: the object does not exist or is not visible to this token', 400],
  100: ['Invalid parameter', 400],
  190: ['Invalid OAuth access token', 401],
  2500: ['Unknown path components', 400],
  2635: ['Deprecated API version', 400],
  130429: ['Rate limit hit', 429],
  131000: ['Something went wrong', 500],
  131008: ['Required parameter is missing', 400],
  131009: ['Parameter value is not valid', 400],
  131026: ['Message undeliverable', 400],
  131047: ['Re-engagement message', 400],
  131051: ['Unsupported message type', 400],
  131056: ['(Business Account, Consumer Account) pair rate limit hit', 429],
  132000: ['Number of parameters does not match the expected number of params', 400],
  132001: ['Template name does not exist in the translation', 404],
  132005: ['Translated text too long', 400],
  132012: ['Parameter format does not match format in the created template', 400],
  132015: ['Template is paused', 400],
  132018: ['Template parameters are not valid', 400],
} as const satisfies Record<number, readonly [title: string, status: number]>

export type ErrorCode = keyof typeof errors

export const titleOf = (code: ErrorCode): string => errors[code][0]

/** A request that the Cloud API refuses. */
export class GraphProblem extends Error {
  override readonly name = 'GraphProblem'
  readonly code: ErrorCode
  readonly details: string

  constructor(code: ErrorCode, details: string) {
    super(`(#${code}) ${details}`)
    this.code = code
    this.details = details
  }
}

/** Errors below 1000 belong to the Graph API, which has no `error_data`. */
export function errorReply(code: ErrorCode, details: string, traceId: string): Reply {
  const [title, status] = errors[code]
  const isGraph = code < 10_000
  return {
    status,
    headers: code === 190 ? { 'www-authenticate': 'OAuth "Facebook Platform" "invalid_token"' } : {},
    body: {
      error: {
        message: isGraph ? `(#${code}) ${details}` : `(#${code}) ${title}`,
        type: code === 33 || code === 2500 ? 'GraphMethodException' : 'OAuthException',
        code: code === 33 ? 100 : code,
        error_subcode: code === 33 ? 33 : undefined,
        error_data: isGraph ? undefined : { messaging_product: 'whatsapp', details },
        fbtrace_id: traceId,
      },
    },
  }
}
