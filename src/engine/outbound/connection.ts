import type { Socket } from 'node:net'
import type { Connect } from './connect.ts'
import type { Exchange } from './exchange.ts'
import { type Cause, causeOf, closedEarly, notHttp, slowConnection } from './problem.ts'

const connectTimeoutMs = 10_000
const usualIdleMs = 4_000
/** Upper limit for the keep-alive time that a server announces. */
const idleMsMax = 60_000

export interface Holder {
  /** The connection can take another request. */
  onIdle(connection: Connection): void
  onClosed(connection: Connection): void
}

/** A connection that carries one request at a time. */
export class Connection {
  readonly origin: string
  readonly #holder: Holder
  readonly #socket: Socket
  readonly #timer: NodeJS.Timeout
  #exchange: Exchange | null = null
  #idleUntil = 0

  /** Begins to connect, for one request. Throws OutboundProblem when the address is not allowed. */
  constructor(connect: Connect, exchange: Exchange, holder: Holder) {
    const { target } = exchange
    this.origin = target.origin
    this.#holder = holder
    this.#socket = connect(target, this.#onBytes)
    this.#timer = setTimeout(() => this.close(slowConnection), connectTimeoutMs)
    this.#take(exchange)
    this.#socket
      .once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(this.#timer)
        // The timer of a running request keeps the process alive.
        this.#socket.unref()
        if (this.#exchange !== null) this.send(this.#exchange)
      })
      .on('error', this.#onError)
      .on('end', this.#onEnd)
      .on('close', () => {
        clearTimeout(this.#timer)
        this.#onEnd()
        holder.onClosed(this)
      })
  }

  isFree(now: number): boolean {
    return this.#exchange === null && !this.#socket.destroyed && now < this.#idleUntil
  }

  send(exchange: Exchange): void {
    this.#take(exchange)
    this.#socket.write(exchange.begin(), 'latin1')
  }

  /** Closes the connection. A running request fails with this cause. */
  close(why: Cause): void {
    this.#exchange?.fail(why)
    this.#exchange = null
    this.#socket.destroy()
  }

  #take(exchange: Exchange): void {
    this.#exchange = exchange
    exchange.onCancel = this.#onCancel
  }

  readonly #onCancel = () => this.close(closedEarly)

  readonly #onBytes = (bytes: Buffer) => {
    const exchange = this.#exchange
    // No request asked for these bytes, so they must not be taken for the response to the next one.
    if (exchange === null) return this.close(notHttp)
    exchange.read(bytes)
    if (!exchange.isOver) return
    const idleMs = exchange.idleMs(usualIdleMs, idleMsMax)
    // A server may respond before it has read the whole request.
    if (idleMs === null || this.#socket.writableLength > 0) return this.close(closedEarly)
    this.#exchange = null
    this.#idleUntil = performance.now() + idleMs
    this.#holder.onIdle(this)
  }

  readonly #onEnd = () => {
    this.#exchange?.end()
    this.close(closedEarly)
  }

  readonly #onError = (error: Error) => {
    // Some servers reset the connection after their response instead of closing it.
    if ('code' in error && error.code === 'ECONNRESET') this.#exchange?.end()
    this.close(causeOf(error))
  }
}
