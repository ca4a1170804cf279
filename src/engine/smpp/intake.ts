import type { Socket } from 'node:net'
import { type Rate, TokenBucket } from '../flow/token-bucket.ts'
import { createFramer } from './codec/framer.ts'

interface IntakeOptions {
  /** Handles a PDU. Returns whether it was a request; responses are limited by our own requests. */
  onPdu(bytes: Buffer): boolean
  onData(): void
  onError(error: unknown): void
  /** Whether the peer has to wait for our responses. */
  isFull(): boolean
  /** The maximum rate of answers at once; null for no limit. */
  quickRate(): Rate | null
}

/** The requests of one connection in one turn of the event loop. */
const requestsPerTurn = 100
/** Reading pauses for this long, also because responses to our own requests are waiting to be read. */
const holdMs = 100

/** Reads the PDUs of a connection, so slowly that the peer cannot delay other connections. */
export function createIntake(socket: Socket, options: IntakeOptions) {
  const framer = createFramer()
  const quick = new TokenBucket(() => performance.now())
  let frames: Buffer[] = []
  let next = 0
  let isRunning = false
  let isStopped = false
  let isHeld = false
  let turn: NodeJS.Immediate | null = null

  const hasFrames = () => next < frames.length
  const isWaiting = () => isStopped || isHeld || options.isFull()

  function run(): void {
    if (isRunning || turn !== null) return
    isRunning = true
    try {
      for (let requests = 0; hasFrames() && !isWaiting() && requests < requestsPerTurn; ) {
        const bytes = frames[next] as Buffer
        next += 1
        if (options.onPdu(bytes)) requests += 1
      }
    } catch (error) {
      options.onError(error)
    } finally {
      isRunning = false
    }
    continueLater()
  }

  function continueLater(): void {
    if (isStopped) return
    if (!hasFrames()) [frames, next] = [[], 0]
    if (hasFrames() && !isWaiting())
      turn = setImmediate(() => {
        turn = null
        run()
      })
    const shouldPause = hasFrames() || isWaiting()
    if (shouldPause && !socket.isPaused()) socket.pause()
    else if (!shouldPause && socket.isPaused()) socket.resume()
  }

  socket.on('data', (chunk: Buffer) => {
    if (isStopped) return
    options.onData()
    try {
      frames = [...frames.slice(next), ...framer.push(chunk)]
      next = 0
    } catch (error) {
      return options.onError(error)
    }
    run()
  })

  return {
    /** Continues when `isFull` may have changed. */
    check: run,
    /** Counts a request that was answered at once. Beyond the rate of such answers, reading pauses. */
    noteQuickAnswer() {
      const rate = options.quickRate()
      if (isHeld || rate === null || quick.take(rate)) return
      isHeld = true
      setTimeout(() => {
        isHeld = false
        run()
      }, holdMs).unref()
    },
    /** Reads nothing more. */
    stop() {
      isStopped = true
      frames = []
      next = 0
      // The end of the other side is only noticed while reading.
      if (socket.isPaused()) socket.resume()
    },
  }
}
