import type { Socket } from 'node:net'
import type { Rate } from '../flow/token-bucket.ts'
import { BadPdu } from './codec/bad-pdu.ts'
import { createIntake } from './intake.ts'
import { decodeHeader, decodePdu, encodePdu, type Fields, LinkProblem, type Pdu, sequenceMax, status } from './pdu.ts'

/**
 * One end of a connection: its own requests with their responses, and the requests of the peer. It knows no binds and
 * no messages.
 */
export interface Link {
  /**
   * Resolves with the response. Rejects with a LinkProblem on a timeout, or when the connection ends. If the sender
   * repeats it after a timeout, the timeout waits until the peer is heard after it: both would arrive.
   */
  request(command: string, fields?: Fields, isRepeated?: boolean): Promise<Pdu>
  /** Answers a request of the peer. Does nothing after the end. */
  answer(request: Pdu, commandStatus: number, fields?: Fields): void
  /** Answers a request that cost no work. `quickRate` limits such answers. */
  refuse(request: Pdu, commandStatus: number, fields?: Fields): void
  /** Gives a request of the peer no response, and no longer counts it as unanswered. */
  ignore(request: Pdu): void
  /** The number of our requests without a response. */
  readonly unanswered: number
  readonly isEnded: boolean
  /** Closes it at once. Outstanding requests reject with the reason. */
  destroy(why: string): void
  /** Closes it after all written bytes are sent. */
  end(why: string): void
  /** Ends it on this side only: nothing more is read or written, but the socket stays open, as if the network failed. */
  abandon(why: string): void
  /** Resolves with the reason when it has ended, on either side. */
  readonly ended: Promise<string>
}

export interface LinkOptions {
  /** The maximum time for a response. */
  readonly answerMs: number
  /** After this long without any PDU from the peer, sends an enquire_link; 0 never does. */
  readonly enquireMs: number
  /** Closes the connection when the peer leaves more bytes unread. */
  readonly unreadBytesMax?: number
  /**
   * Called right before bytes are sent. Returning false closes the connection instead. Without it, bytes are always
   * sent.
   */
  mayWrite?(): boolean
  /**
   * Called for requests of the peer except enquire_link, which the link answers itself. They must be answered with
   * `answer`.
   */
  onRequest(request: Pdu): void
  /**
   * Called without fields for a request of the peer whose body cannot be read. Returns the status of the response, or
   * null for a generic_nack, which is also the default. The connection continues in any case.
   */
  onUnreadable?(request: Pdu, why: string): number | null
  /**
   * Called while too many requests of the peer are unanswered. Returns the status of an immediate response, so that
   * responses to our own requests on the same connection are not delayed, or null to process the request anyway.
   * Without it, reading stops and the peer has to wait.
   */
  whenFull?(request: Pdu): number | null
  /**
   * The maximum rate of enquire_link, of refused and of unreadable requests. Beyond it, reading pauses for a moment, so
   * that a peer that sends them without a pause costs little. No limit by default.
   */
  quickRate?(): Rate
}

interface Waiting {
  readonly isRepeated: boolean
  readonly sentAtMs: number
  readonly resolve: (answer: Pdu) => void
  readonly reject: (problem: LinkProblem) => void
}

/** Requests without a response in the specification. Their content is not used. */
const unanswerable: readonly string[] = ['outbind', 'alert_notification']
/** The maximum unanswered requests of the peer. */
const incomingMax = 2_000
/** How many times late responses are looked for within the time limit. */
const looksPerAnswer = 10
/** How long the peer may take to close its side after ours. */
const closeMsMax = 3_000
/** Our requests have a window, but our responses to the peer have none. */
const unreadBytesMaxDefault = 16 * 1024 * 1024

export function createLink(socket: Socket, options: LinkOptions): Link {
  const { answerMs, enquireMs, unreadBytesMax = unreadBytesMaxDefault } = options
  const { mayWrite, onRequest, onUnreadable, whenFull, quickRate } = options
  const waiting = new Map<number, Waiting>()
  const { promise: ended, resolve: tellEnd } = Promise.withResolvers<string>()
  let endedBy: string | null = null
  let lastSequence = 0
  let pending: Buffer[] = []
  let incoming = 0
  let heardAtMs = performance.now()
  let isEnquiring = false

  /** Collects the bytes of one turn of the event loop. */
  function write(bytes: Buffer): void {
    if (endedBy !== null) return
    if (pending.length === 0) setImmediate(flush)
    pending.push(bytes)
  }

  /** One large buffer costs far less than many small ones, even when the socket would combine them. */
  function flush(): void {
    const [first] = pending
    if (first !== undefined && mayWrite?.() === false) destroy('this process no longer holds the connection')
    if (first !== undefined && socket.writable) socket.write(pending.length === 1 ? first : Buffer.concat(pending))
    pending = []
    if (socket.writableLength > unreadBytesMax) destroy('the other side does not read')
  }

  function nextSequence(): number {
    do lastSequence = lastSequence >= sequenceMax ? 1 : lastSequence + 1
    while (waiting.has(lastSequence))
    return lastSequence
  }

  function finish(why: string): void {
    if (endedBy !== null) return
    endedBy = why
    intake.stop()
    clearInterval(watch)
    for (const { reject } of waiting.values()) reject(new LinkProblem('ended', why))
    waiting.clear()
    tellEnd(why)
  }

  function destroy(why: string): void {
    finish(why)
    pending = []
    socket.destroy()
  }

  function answer(request: Pdu, commandStatus: number, fields: Fields = {}): void {
    write(encodePdu(`${request.command}_resp`, request.sequence, fields, commandStatus))
    ignore()
  }

  /** Answers a request that is not handed on. */
  function reject(sequence: number, commandStatus: number, command = 'generic_nack'): void {
    write(encodePdu(command, sequence, {}, commandStatus))
    intake.noteQuickAnswer()
  }

  function ignore(): void {
    incoming -= 1
    if (endedBy === null) intake.check()
  }

  function takeRequest(pdu: Pdu): void {
    incoming += 1
    const refusal = incoming > incomingMax ? (whenFull?.(pdu) ?? null) : null
    if (refusal === null) onRequest(pdu)
    else answer(pdu, refusal)
  }

  /** Returns a response with a bad body without its fields, because it is still a response; null for a bad request. */
  function decode(bytes: Buffer): Pdu | null {
    try {
      return decodePdu(bytes)
    } catch (error) {
      if (!(error instanceof BadPdu)) throw error
      const header = decodeHeader(bytes)
      if (header.isResponse) return header
      const commandStatus = onUnreadable?.(header, error.message) ?? null
      if (commandStatus === null || unanswerable.includes(header.command))
        reject(header.sequence, status.invalidCommandLength)
      else reject(header.sequence, commandStatus, `${header.command}_resp`)
      return null
    }
  }

  /** Returns whether it was a request. */
  function take(bytes: Buffer): boolean {
    const pdu = decode(bytes)
    if (pdu === null) return true
    if (pdu.isResponse) {
      const one = waiting.get(pdu.sequence)
      waiting.delete(pdu.sequence)
      one?.resolve(pdu)
      return false
    }
    if (pdu.command === 'enquire_link') reject(pdu.sequence, status.ok, 'enquire_link_resp')
    else if (pdu.command === 'unknown') reject(pdu.sequence, status.invalidCommandId)
    else if (unanswerable.includes(pdu.command)) intake.noteQuickAnswer()
    else takeRequest(pdu)
    return true
  }

  async function enquire(): Promise<void> {
    isEnquiring = true
    try {
      await request('enquire_link')
    } catch {
      // Any other PDU in the meantime also shows that the peer is there.
      if (performance.now() - heardAtMs >= answerMs) destroy('the other side does not answer')
    } finally {
      isEnquiring = false
    }
  }

  /** Requests are in the order in which they were sent. */
  function checkTimeouts(): void {
    if (endedBy !== null) return
    const now = performance.now()
    let isSilent = now - heardAtMs >= enquireMs
    for (const [sequence, { sentAtMs, isRepeated, reject }] of waiting) {
      if (now - sentAtMs < answerMs) break
      // The peer may be gone, so check before sending more in vain. It may also hang since its last bytes.
      const isPeerKnown = heardAtMs > (isRepeated ? sentAtMs + answerMs : sentAtMs)
      if (!isPeerKnown) isSilent = true
      // A peer that continues after a pause answers its old requests before the enquire_link.
      if (isRepeated && enquireMs > 0 && (!isPeerKnown || isEnquiring)) continue
      waiting.delete(sequence)
      reject(new LinkProblem('no_answer', 'the request timed out'))
    }
    if (enquireMs > 0 && !isEnquiring && isSilent) void enquire()
  }

  function request(command: string, fields?: Fields, isRepeated = false): Promise<Pdu> {
    if (endedBy !== null) return Promise.reject(new LinkProblem('ended', endedBy))
    const sequence = nextSequence()
    const bytes = encodePdu(command, sequence, fields)
    return new Promise((resolve, reject) => {
      waiting.set(sequence, { isRepeated, sentAtMs: performance.now(), resolve, reject })
      write(bytes)
    })
  }

  socket.setNoDelay(true)
  const intake = createIntake(socket, {
    onPdu: take,
    onData() {
      heardAtMs = performance.now()
    },
    onError(error) {
      // An error in a socket listener would end the process, and with it all other connections.
      if (!(error instanceof BadPdu)) return destroy(`failed to read: ${(error as Error).message}`)
      // The start of the next PDU is unknown.
      reject(0, status.invalidCommandLength)
      flush()
      finish(error.message)
      socket.destroySoon()
    },
    isFull: () => whenFull === undefined && incoming >= incomingMax,
    quickRate: () => quickRate?.() ?? null,
  })
  socket.on('error', (error) => finish(error.message))
  socket.on('close', () => finish('the other side closed the connection'))
  // After a delay of this process, read the responses that have already arrived first.
  const watch = setInterval(
    () => setImmediate(checkTimeouts),
    Math.max(10, Math.min(answerMs, enquireMs || answerMs) / looksPerAnswer),
  )
  return {
    request,
    answer,
    refuse(refused, commandStatus, fields) {
      answer(refused, commandStatus, fields)
      intake.noteQuickAnswer()
    },
    ignore,
    get unanswered() {
      return waiting.size
    },
    get isEnded() {
      return endedBy !== null
    },
    destroy,
    end(why) {
      finish(why)
      flush()
      socket.end()
      // Do not wait for a peer that never closes its side.
      socket.setTimeout(Math.min(answerMs, closeMsMax), () => socket.destroy())
    },
    abandon(why) {
      finish(why)
      pending = []
      socket.pause()
    },
    ended,
  }
}
