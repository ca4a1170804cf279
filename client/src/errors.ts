/** Details of an error, as far as they are known. */
export interface ErrorDetails {
  readonly status?: number | undefined
  readonly code?: number | undefined
  readonly hint?: string | undefined
  readonly requestId?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly isUncertain?: boolean | undefined
  readonly body?: unknown
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/**
 * Everything that goes wrong with a call is one of these: catch `NgomaError` for all, or a class below for some. The
 * message is for people, with the server's hint when it gave one: `Invalid Sender ID (111): sender ID "SHOP" is pending…`.
 * It holds no credential.
 */
export class NgomaError extends Error {
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /**
   * The code of the refusal, such as 111, or the HTTP status where it has none, as with contacts: what programs should
   * go by.
   */
  readonly code: number | undefined
  /** What to do about it, in words for people, which may change. */
  readonly hint: string | undefined
  /** What the operator finds this request by, in the log of the server. */
  readonly requestId: string | undefined
  /**
   * Under which the request was made, if it creates or sends something. To try it again later, without doing it twice,
   * make the same call with this key.
   */
  readonly idempotencyKey: string | undefined
  /**
   * Whether what was asked for may have been done all the same: an answer got lost, came too late, or was none, now or
   * at an earlier attempt. Make the same call again with `idempotencyKey`, where there is one, and it is done once.
   * When this is false, the call did nothing.
   */
  readonly isUncertain: boolean
  /** How long the server asks to wait, if it does: when it is over a limit, or busy. */
  readonly retryAfterSeconds: number | undefined
  /** The body of the answer: parsed when it was JSON, else the beginning of its text. */
  readonly body: unknown

  constructor(
    message: string,
    {
      status,
      code,
      hint,
      requestId,
      idempotencyKey,
      isUncertain = false,
      retryAfterSeconds,
      body,
      cause,
    }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    // Written out, because what shortens code for shipping shortens the names of classes.
    this.name = 'NgomaError'
    this.status = status
    this.code = code
    this.hint = hint
    this.requestId = requestId
    this.idempotencyKey = idempotencyKey
    this.isUncertain = isUncertain
    this.retryAfterSeconds = retryAfterSeconds
    this.body = body
  }
}

/** No valid credential: it is missing, wrong, revoked, expired, or not for this product or address. */
export class AuthenticationError extends NgomaError {
  override name = 'AuthenticationError'
}

/**
 * The server understood, and will not do it; `code` says why. It may have done it at an earlier attempt: see
 * `isUncertain`.
 */
export class RefusedError extends NgomaError {
  override name = 'RefusedError'
}

/**
 * Over a limit: of requests in a second, messages on a day, or PINs to a number. An earlier attempt may have come
 * through: see `isUncertain`.
 */
export class RateLimitError extends NgomaError {
  override name = 'RateLimitError'
}

/** The server failed, is too busy, or what answered is no Ngoma. */
export class ServerError extends NgomaError {
  override name = 'ServerError'
}

/**
 * There was no answer, and where `isUncertain` is true nobody knows whether the request arrived; `cause` has what
 * `fetch` said.
 */
export class ConnectionError extends NgomaError {
  override name = 'ConnectionError'
}

/** There was no answer in time, and nobody knows whether the request arrived. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/**
 * The call was ended by its `signal`, whose reason is the `cause`. Whether it was done all the same, `isUncertain`
 * says.
 */
export class AbortedError extends NgomaError {
  override name = 'AbortedError'
}

/** What came is no callback of yours: refuse it with 401, and do nothing that it says. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}
