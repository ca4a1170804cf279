import type { Problem } from './account-wire.ts'

/** A code of the account API, such as `contact_exists`. */
export type ProblemCode = Problem['code']

/** An invalid field or parameter of a call to the account API. */
export type FieldError = NonNullable<Problem['errors']>[number]

/** Known details of an error. */
export interface ErrorDetails {
  readonly status?: number | undefined
  readonly code?: number | ProblemCode | undefined
  readonly hint?: string | undefined
  readonly errors?: readonly FieldError[] | undefined
  readonly requestId?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly isUncertain?: boolean | undefined
  readonly body?: unknown
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/**
 * The base class of all errors of a call. The message is for people and includes the hint of the server:
 * `Invalid Sender ID (111): sender ID "SHOP" is pending…`. An error contains no credential.
 */
export class NgomaError extends Error {
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined
  /**
   * Error code of the API: a string in the account API, such as `contact_exists`, otherwise a number such as 111. For
   * products without error codes, such as contacts, the HTTP status.
   */
  readonly code: number | ProblemCode | undefined
  /** How to fix the error. The text is for people and may change. */
  readonly hint: string | undefined
  /** The invalid fields of a call to the account API. */
  readonly errors: readonly FieldError[]
  /** ID of this request in the log of the server. */
  readonly requestId: string | undefined
  /**
   * Idempotency key of the request, if it creates or sends something. To retry safely, make the same call with this
   * key.
   */
  readonly idempotencyKey: string | undefined
  /**
   * Whether the server may have executed the call although it failed, for example because its answer was lost. Make the
   * same call with `idempotencyKey` to be sure that it is executed exactly once. If false, the call had no effect.
   */
  readonly isUncertain: boolean
  /** The Retry-After of the server, for an exceeded limit or a busy server. */
  readonly retryAfterSeconds: number | undefined
  /** The parsed JSON of the answer; otherwise the beginning of its text. */
  readonly body: unknown

  constructor(
    message: string,
    {
      status,
      code,
      hint,
      errors = [],
      requestId,
      idempotencyKey,
      isUncertain = false,
      retryAfterSeconds,
      body,
      cause,
    }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    // A literal, because minifiers shorten class names.
    this.name = 'NgomaError'
    this.status = status
    this.code = code
    this.hint = hint
    this.errors = errors
    this.requestId = requestId
    this.idempotencyKey = idempotencyKey
    this.isUncertain = isUncertain
    this.retryAfterSeconds = retryAfterSeconds
    this.body = body
  }
}

/** The credential is missing, wrong, revoked, expired, or not valid for this product or address. */
export class AuthenticationError extends NgomaError {
  override name = 'AuthenticationError'
}

/** The server rejected the request; `code` has the reason. An earlier attempt may have succeeded: see `isUncertain`. */
export class RefusedError extends NgomaError {
  override name = 'RefusedError'
}

/**
 * A limit was exceeded: requests per second, messages per day, or PINs to a number. An earlier attempt may have
 * succeeded: see `isUncertain`.
 */
export class RateLimitError extends NgomaError {
  override name = 'RateLimitError'
}

/** The server failed or is too busy, or the answer did not come from Ngoma. */
export class ServerError extends NgomaError {
  override name = 'ServerError'
}

/** No answer. `isUncertain` tells whether the request may have arrived; `cause` is the error of `fetch`. */
export class ConnectionError extends NgomaError {
  override name = 'ConnectionError'
}

/** No answer within the timeout. The request may have arrived. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** The call was aborted by its `signal`; `cause` is its reason. `isUncertain` tells whether it may have succeeded. */
export class AbortedError extends NgomaError {
  override name = 'AbortedError'
}

/** The callback is not authentic. Answer with status 401 and ignore its content. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}
