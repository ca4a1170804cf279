import type { FastifyBaseLogger } from 'fastify'
import type { Bindings, ChildLoggerOptions, LevelWithSilent } from 'pino'

type Said = unknown[]

/** Adds the id of the request to every line. Cheaper than a child logger, because few requests log more than a line. */
class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #reqId: string

  constructor(parent: FastifyBaseLogger, reqId: string) {
    this.#parent = parent
    this.#reqId = reqId
  }

  get level() {
    return this.#parent.level
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#parent.child({ reqId: this.#reqId, ...bindings }, options)
  }

  fatal(first?: unknown, ...rest: Said): void {
    this.#write('fatal', first, rest)
  }

  error(first?: unknown, ...rest: Said): void {
    this.#write('error', first, rest)
  }

  warn(first?: unknown, ...rest: Said): void {
    this.#write('warn', first, rest)
  }

  info(first?: unknown, ...rest: Said): void {
    this.#write('info', first, rest)
  }

  debug(first?: unknown, ...rest: Said): void {
    this.#write('debug', first, rest)
  }

  trace(first?: unknown, ...rest: Said): void {
    this.#write('trace', first, rest)
  }

  silent(): void {}

  /** Like pino, accepts fields, an error or a text first. */
  #write(level: LevelWithSilent, first: unknown, rest: Said): void {
    const reqId = this.#reqId
    const parent: Readonly<Record<LevelWithSilent, (fields: object, ...rest: Said) => void>> = this.#parent
    if (first instanceof Error) parent[level]({ reqId, err: first }, ...rest)
    else if (typeof first === 'object') parent[level]({ reqId, ...first }, ...rest)
    else parent[level]({ reqId }, first, ...rest)
  }
}

export const createRequestLog = (parent: FastifyBaseLogger, reqId: string): FastifyBaseLogger =>
  new RequestLog(parent, reqId)
