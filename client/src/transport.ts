import { type Answered, type AnswerHeaders, hasData, isFields, readAnswer } from './answer.ts'
import { AbortedError, ConnectionError, type ErrorDetails, NgomaError, TimeoutError } from './errors.ts'
import { pause, type Repeat, waitSeconds } from './retry.ts'

/** Products, and the account API. An operator can serve each on its own host. */
export type Product = 'sms' | 'dlr' | 'contact' | 'airtime' | 'topup' | 'otp' | 'checkout' | 'chat' | 'account'

/** The part of `fetch` that the client uses, so that other implementations fit. */
export type Fetch = (
  address: string,
  init: FetchInit,
) => Promise<{
  readonly status: number
  readonly headers: AnswerHeaders
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}>

/** The options that the client passes to `fetch`. */
export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly redirect: 'manual'
  readonly body?: string
  readonly signal: AbortSignal
}

/** The address of the server and the credential: `key` and `secret`, or `token`. */
export interface NgomaOptions {
  /** URL of the server, such as `https://sms.example.com` or `http://127.0.0.1:8080`. */
  readonly url: string
  /** The API key. */
  readonly key?: string | undefined
  /** The secret of the API key. */
  readonly secret?: string | undefined
  /** An access token, instead of key and secret. */
  readonly token?: string | undefined
  /** URLs of products on other hosts. All other products use `url`. */
  readonly products?: Readonly<Partial<Record<Product, string>>> | undefined
  /** Timeout of one attempt. Default: 30. With Infinity, only the timeout of `fetch` applies (5 minutes in Node). */
  readonly timeoutSeconds?: number | undefined
  /** Maximum number of retries, where a retry is safe. Default: 3. */
  readonly retriesMax?: number | undefined
  /** Default: `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call with an `AbortedError`. It does not undo work that the server has already done. */
  readonly signal?: AbortSignal | undefined
}

/** Options of calls that create or send something. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 characters of your choice, such as an order number. Within 24 hours, a call with the same key and body is
   * not executed again, even from another process. Default: a new key for each call.
   */
  readonly idempotencyKey?: string | undefined
}

export interface ApiRequest {
  readonly product: Product
  readonly path: string
  readonly query?: object | undefined
  readonly body?: unknown
  /** A CSV file, instead of a body. */
  readonly csv?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly options?: CallOptions | undefined
  /** A successful answer is a file. */
  readonly isFile?: boolean
  /** Checks the shape of a successful answer. Default: it has `data`. */
  readonly isAnswer?: (body: unknown) => boolean
  /** Adds the hint of the server to a successful answer as `hint`. */
  readonly keepsHint?: boolean
}

/** Retries a call only where that is safe. */
export interface Transport {
  get<Answer>(request: ApiRequest): Promise<Answer>
  /** Creates or sends something, once per idempotency key. */
  create<Answer>(request: ApiRequest & { readonly options?: CreateOptions | undefined }): Promise<Answer>
  /** A POST without an idempotency key. */
  post<Answer>(request: ApiRequest, repeat: Repeat): Promise<Answer>
  put<Answer>(request: ApiRequest): Promise<Answer>
  patch<Answer>(request: ApiRequest): Promise<Answer>
  delete<Answer>(request: ApiRequest): Promise<Answer>
}

/** The credential is only in this closure and in no property, so that a logged object does not show it. */
export function openTransport(options: NgomaOptions): Transport {
  if (!isFields(options)) throw new TypeError('Ngoma requires options: { url, key, secret } or { url, token }')
  const { url, products = {}, timeoutSeconds = 30, retriesMax = 3 } = options
  const authorization = authorizationOf(options)
  const base = readBase('url', url)
  checkNumbers(timeoutSeconds, retriesMax)
  const bases = new Map(
    Object.entries(products).map(([product, address]) => [product, readBase(`products.${product}`, address)]),
  )

  const attempt = async (
    address: string,
    init: Omit<FetchInit, 'signal'>,
    signal: AbortSignal | undefined,
    isFile: boolean,
  ): Promise<Answered> => {
    const controller = new AbortController()
    let isLate = false
    const expire = () => {
      isLate = true
      controller.abort()
    }
    const timer = timeoutSeconds === Infinity ? undefined : setTimeout(expire, timeoutSeconds * 1_000)
    const stop = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const response = await (options.fetch ?? globalThis.fetch)(address, { ...init, signal: controller.signal })
      const { status, headers } = response
      return isFile && status === 200
        ? { status, headers, text: '', file: await response.arrayBuffer() }
        : { status, headers, text: await response.text() }
    } catch (cause) {
      const place = address.replace(/\?.*/, '')
      const details = { cause, idempotencyKey: init.headers[keyHeader], isUncertain: !neverSent.has(codeOf(cause)) }
      if (signal?.aborted) throw endedBy(signal, details)
      throw isLate
        ? new TimeoutError(`No answer from ${place} within ${timeoutSeconds} s`, details)
        : new ConnectionError(`No answer from ${place}: ${reasonOf(cause)}`, details)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }

  const ask = async <Answer>(method: string, request: ApiRequest, repeat: Repeat): Promise<Answer> => {
    const { product, path, query, body, csv, headers, options: call } = request
    const { isAnswer = hasData, keepsHint = false, isFile = false } = request
    const signal = call?.signal
    const address = `${bases.get(product) ?? base}${path}${queryOf(query)}`
    const all = new Headers({ ...headers, accept: 'application/json', authorization })
    const payload = csv ?? (body === undefined ? undefined : JSON.stringify(body))
    if (payload !== undefined) all.set('content-type', csv === undefined ? 'application/json' : 'text/csv')
    // A redirect would send the credential to another address.
    const init = {
      method,
      headers: Object.fromEntries(all),
      redirect: 'manual',
      ...(payload === undefined ? {} : { body: payload }),
    } as const
    const idempotencyKey = init.headers[keyHeader]
    let isUncertain = false
    for (let attempts = 1; ; attempts += 1) {
      if (signal?.aborted) throw endedBy(signal, { idempotencyKey, isUncertain })
      try {
        const answered = await attempt(address, init, signal, isFile)
        if (answered.file !== undefined) return answered.file as Answer
        return readAnswer(answered, { idempotencyKey, isUncertain, isAnswer, keepsHint }) as Answer
      } catch (error) {
        isUncertain ||= error instanceof NgomaError && error.isUncertain
        const seconds = attempts > retriesMax ? null : waitSeconds(error, repeat, attempts)
        if (seconds === null) throw error
        await pause(seconds, signal)
      }
    }
  }

  return {
    get: (request) => ask('GET', request, 'always'),
    create: (request) => {
      // One key for all attempts.
      const key = request.options?.idempotencyKey ?? crypto.randomUUID()
      return ask('POST', { ...request, headers: { ...request.headers, [keyHeader]: key } }, 'always')
    },
    post: (request, repeat) => ask('POST', request, repeat),
    put: (request) => ask('PUT', request, 'always'),
    patch: (request) => ask('PATCH', request, 'always'),
    // A repeated DELETE would answer that the item does not exist.
    delete: (request) => ask('DELETE', request, 'refused'),
  }
}

const keyHeader = 'idempotency-key'
/** With these errors, the request was not sent. */
const neverSent: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
const codeOf = (error: unknown) => (error as { cause?: { code?: unknown } } | undefined)?.cause?.code

const endedBy = ({ reason }: AbortSignal, details: ErrorDetails) =>
  new AbortedError(`The call was aborted: ${reason instanceof Error ? reason.message : String(reason)}`, {
    ...details,
    cause: reason,
  })

/** The maximum of setTimeout. A longer timer fires at once. */
const timeoutSecondsMax = (2 ** 31 - 1) / 1_000

function checkNumbers(timeoutSeconds: number, retriesMax: number): void {
  const isValid = Number.isFinite(timeoutSeconds)
    ? timeoutSeconds > 0 && timeoutSeconds <= timeoutSecondsMax
    : timeoutSeconds === Infinity
  if (!isValid) throw new TypeError('timeoutSeconds must be a positive number of at most 24 days, or Infinity')
  if (typeof retriesMax !== 'number' || !(retriesMax >= 0))
    throw new TypeError('retriesMax must be a number, 0 or greater')
}

function authorizationOf({ key, secret, token }: NgomaOptions): string {
  if (isText(token) ? key !== undefined || secret !== undefined : !isText(key) || !isText(secret)) {
    const given = Object.entries({ key, secret, token }).flatMap(([name, value]) => (isText(value) ? [name] : []))
    throw new TypeError(
      `Ngoma requires either key and secret, or token. Given: ${given.length === 0 ? 'none' : given.join(' and ')}`,
    )
  }
  if (!isText(token)) return `Basic ${toBase64(`${key?.trim()}:${secret?.trim()}`)}`
  if (/^bearer\s/i.test(token.trim())) throw new TypeError('The token must not begin with "Bearer"')
  // For an invalid header, the error of fetch would contain the token.
  if (!/^[\x21-\x7e]+$/.test(token.trim())) throw new TypeError('The token contains invalid characters')
  return token.trim()
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Encodes UTF-8, because btoa accepts only Latin-1. */
const toBase64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))

function readBase(name: string, address: string): string {
  // The message does not repeat the value, which may contain a credential.
  const invalid = () => new TypeError(`${name} must be a URL such as https://sms.example.com`)
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw invalid()
  }
  if (
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw invalid()
  return url.href.replace(/\/+$/, '')
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)]])),
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** In Node, `fetch` has the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || 'the connection failed'
}
