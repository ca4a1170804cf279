import { type Answered, type AnswerHeaders, hasData, isFields, readAnswer } from './answer.ts'
import { AbortedError, ConnectionError, type ErrorDetails, NgomaError, TimeoutError } from './errors.ts'
import { pause, type Repeat, waitSeconds } from './retry.ts'

/** Products that an operator may have given hosts of their own. */
export type Product = 'sms' | 'dlr' | 'contact' | 'airtime' | 'topup' | 'otp' | 'checkout' | 'chat'

/** As much of `fetch` as is needed here, so that another one fits, whatever its types. */
export type Fetch = (
  address: string,
  init: FetchInit,
) => Promise<{ readonly status: number; readonly headers: AnswerHeaders; text(): Promise<string> }>

/** What it is given. */
export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly redirect: 'manual'
  readonly body?: string
  readonly signal: AbortSignal
}

/** How to reach a Ngoma, and as whom: with `key` and `secret`, or with `token`. */
export interface NgomaOptions {
  /** Where it is, such as `https://sms.example.com` or `http://127.0.0.1:8080`. */
  readonly url: string
  /** The API key. */
  readonly key?: string | undefined
  /** The secret of the API key. */
  readonly secret?: string | undefined
  /** An access token, instead of key and secret. */
  readonly token?: string | undefined
  /** Addresses of products that have hosts of their own; the others are at `url`. */
  readonly products?: Readonly<Partial<Record<Product, string>>> | undefined
  /**
   * How long one attempt may take; 30 when left out, Infinity for as long as `fetch` waits, which is 5 minutes in Node.
   */
  readonly timeoutSeconds?: number | undefined
  /** How often what failed is tried again, where that is safe; 3 when left out, 0 for never. */
  readonly retriesMax?: number | undefined
  /** Instead of `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined
}

/** What may be said with every call. */
export interface CallOptions {
  /**
   * Ends the call, and everything that it waits for, with an `AbortedError`. It does not take back what the server has
   * done already.
   */
  readonly signal?: AbortSignal | undefined
}

/** What may be said with a call that creates or sends something. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 characters of your own, such as the number of an order. The same key with the same body within 24 hours
   * does nothing again, also from another process. The client makes one for each call when it is left out.
   */
  readonly idempotencyKey?: string | undefined
}

export interface Question {
  readonly product: Product
  readonly path: string
  readonly query?: object | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly options?: CallOptions | undefined
  /** What a success looks like, where it has no `data`. */
  readonly isAnswer?: (body: unknown) => boolean
  /** What the server has to say about a success is to be in the answer, as `hint`. */
  readonly keepsHint?: boolean
}

/** The ways to ask. What is not safe to repeat is not repeated. */
export interface Transport {
  get<Answer>(question: Question): Promise<Answer>
  /** Creates or sends something, once for its idempotency key. */
  create<Answer>(question: Question & { readonly options?: CreateOptions | undefined }): Promise<Answer>
  /** A POST, as it is. */
  post<Answer>(question: Question, repeat: Repeat): Promise<Answer>
  put<Answer>(question: Question): Promise<Answer>
  delete<Answer>(question: Question): Promise<Answer>
}

/** What holds the credential: it is in no property of anything, so that nothing that is printed shows it. */
export function openTransport(options: NgomaOptions): Transport {
  if (!isFields(options)) throw new TypeError('Ngoma needs options: { url, key, secret }, or { url, token }')
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
      return { status: response.status, headers: response.headers, text: await response.text() }
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

  const ask = async <Answer>(method: string, question: Question, repeat: Repeat): Promise<Answer> => {
    const { product, path, query, body, headers, options: call, isAnswer = hasData, keepsHint = false } = question
    const signal = call?.signal
    const address = `${bases.get(product) ?? base}${path}${queryOf(query)}`
    const all = new Headers({ ...headers, accept: 'application/json', authorization })
    if (body !== undefined) all.set('content-type', 'application/json')
    // A redirect would take the credential along, to wherever it leads.
    const init = {
      method,
      headers: Object.fromEntries(all),
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    } as const
    const idempotencyKey = init.headers[keyHeader]
    let isUncertain = false
    for (let attempts = 1; ; attempts += 1) {
      if (signal?.aborted) throw endedBy(signal, { idempotencyKey, isUncertain })
      try {
        const answered = await attempt(address, init, signal)
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
    get: (question) => ask('GET', question, 'always'),
    create: (question) => {
      // Made once, for all attempts.
      const key = question.options?.idempotencyKey ?? crypto.randomUUID()
      return ask('POST', { ...question, headers: { ...question.headers, [keyHeader]: key } }, 'always')
    },
    post: (question, repeat) => ask('POST', question, repeat),
    put: (question) => ask('PUT', question, 'always'),
    // Done again it would say that there is nothing to delete.
    delete: (question) => ask('DELETE', question, 'refused'),
  }
}

const keyHeader = 'idempotency-key'
/** Nobody was there that it could have been sent to. */
const neverSent: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
const codeOf = (error: unknown) => (error as { cause?: { code?: unknown } } | undefined)?.cause?.code

const endedBy = ({ reason }: AbortSignal, details: ErrorDetails) =>
  new AbortedError(`The call was ended: ${reason instanceof Error ? reason.message : String(reason)}`, {
    ...details,
    cause: reason,
  })

/** As long as a timer can be; beyond that it would end at once. */
const timeoutSecondsMax = (2 ** 31 - 1) / 1_000

function checkNumbers(timeoutSeconds: number, retriesMax: number): void {
  const isSound = Number.isFinite(timeoutSeconds)
    ? timeoutSeconds > 0 && timeoutSeconds <= timeoutSecondsMax
    : timeoutSeconds === Infinity
  if (!isSound) throw new TypeError('timeoutSeconds is a number above 0, up to 24 days, or Infinity')
  if (typeof retriesMax !== 'number' || !(retriesMax >= 0)) throw new TypeError('retriesMax is a number from 0')
}

function authorizationOf({ key, secret, token }: NgomaOptions): string {
  if (isText(token) ? key !== undefined || secret !== undefined : !isText(key) || !isText(secret)) {
    const given = Object.entries({ key, secret, token }).flatMap(([name, value]) => (isText(value) ? [name] : []))
    throw new TypeError(
      `Ngoma needs key and secret, or token, and not both; it was given ${given.length === 0 ? 'none of them' : given.join(' and ')}`,
    )
  }
  if (!isText(token)) return `Basic ${toBase64(`${key?.trim()}:${secret?.trim()}`)}`
  if (/^bearer\s/i.test(token.trim())) throw new TypeError('The token is given as it is, without Bearer')
  // A header that fetch can't take would be named in its error, with the token.
  if (!/^[\x21-\x7e]+$/.test(token.trim())) throw new TypeError('The token has characters that no token has')
  return token.trim()
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Of the bytes in UTF-8: btoa alone refuses what is not Latin. */
const toBase64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))

function readBase(name: string, address: string): string {
  // What was given is not repeated: somebody may have written a credential into it.
  const wrong = () => new TypeError(`${name} is not an address such as https://sms.example.com`)
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw wrong()
  }
  if (
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw wrong()
  return url.href.replace(/\/+$/, '')
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** `fetch` of Node only says that it failed; why is in the cause. */
function reasonOf(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || 'the connection failed'
}
