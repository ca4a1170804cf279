import type { Socket } from 'node:net'
import { BadPdu } from './codec/bad-pdu.ts'
import { createFramer } from './codec/framer.ts'
import { decodeHeader, decodePdu, encodePdu, type Fields, type Pdu, sequenceMax, status } from './pdu.ts'

/**
 * One connection, from either end of it: requests that wait for their answers, and those of the other side. It knows no
 * bind and no message.
 */
export interface Link {
  /**
   * Resolves with the answer, whatever its status is. Rejects with a LinkProblem when none comes in time, or the
   * connection ends before.
   */
  request(command: string, fields?: Fields): Promise<Pdu>
  /** The answer to a request of the other side. After the end it says nothing. */
  answer(request: Pdu, commandStatus: number, fields?: Fields): void
  /** A request of the other side that gets no answer. It does not count as unanswered any longer. */
  ignore(request: Pdu): void
  /** How many requests of ours have no answer yet. */
  readonly unanswered: number
  readonly isEnded: boolean
  /** Ends it now. Whoever waits for an answer is told why. */
  destroy(why: string): void
  /** Ends it when all that was written has gone out. */
  end(why: string): void
  /**
   * Ends it for us alone: nothing more is read or written, and the socket stays open, as when the way between has gone.
   */
  abandon(why: string): void
  /** Resolves with the reason when it has ended, whoever ended it. */
  readonly ended: Promise<string>
}

export interface LinkOptions {
  /** How long an answer may take. */
  readonly answerMs: number
  /** After this long without a word from the other side it is asked whether it is there; 0 asks never. */
  readonly enquireMs: number
  /** Asked right before bytes go out; when it says no, the connection ends instead. Left out: they always may. */
  mayWrite?(): boolean
  /**
   * A request of the other side, other than enquire_link, which is answered here. It has to be answered with `answer`.
   */
  onRequest(request: Pdu): void
  /**
   * A request of the other side whose body can't be read: it comes without fields. Returns the status to answer it
   * with, or null for a generic_nack. Left out: always a generic_nack. The connection goes on in any case.
   */
  onUnreadable?(request: Pdu, why: string): number | null
  /**
   * The status that a request of the other side is answered with at once while too many of them are unanswered, so that
   * the answers to ours, which come the same way, are not held up; null for one that is passed on all the same. Left
   * out: the other side has to wait, and nothing more is read.
   */
  whenFull?(request: Pdu): number | null
}

/**
 * `no_answer`: the connection is there, and the other side may have acted. `ended`: there is no connection any more.
 */
export class LinkProblem extends Error {
  readonly kind: 'no_answer' | 'ended'

  constructor(kind: 'no_answer' | 'ended', message: string) {
    super(message)
    this.name = 'LinkProblem'
    this.kind = kind
  }
}

interface Waiting {
  readonly sentAtMs: number
  readonly resolve: (answer: Pdu) => void
  readonly reject: (problem: LinkProblem) => void
}

/** Requests that the specification has no answer for. Nobody here needs what they say. */
const unanswerable: readonly string[] = ['outbind', 'alert_notification']
/** So many requests of the other side may be unanswered. */
const incomingMax = 2_000
/** Answers that are late are looked for this many times in the time that they have. */
const looksPerAnswer = 10
/** How long the other side has to close its side, once we have closed ours. */
const closeMsMax = 3_000
/**
 * So many bytes may wait for the other side to read them: our requests have a window, but the answers that it asks for
 * have none.
 */
const unreadBytesMax = 16 * 1024 * 1024

export function createLink(
  socket: Socket,
  { answerMs, enquireMs, mayWrite, onRequest, onUnreadable, whenFull }: LinkOptions,
): Link {
  const framer = createFramer()
  const waiting = new Map<number, Waiting>()
  const { promise: ended, resolve: tellEnd } = Promise.withResolvers<string>()
  let endedBy: string | null = null
  let lastSequence = 0
  let pending: Buffer[] = []
  let incoming = 0
  let heardAtMs = performance.now()
  let isEnquiring = false

  /** What is written in one turn goes out in one piece. */
  function write(bytes: Buffer): void {
    if (endedBy !== null) return
    if (pending.length === 0) setImmediate(flush)
    pending.push(bytes)
  }

  /** One buffer costs far less than many small ones, also where the socket would write them together. */
  function flush(): void {
    const [first] = pending
    if (first !== undefined && mayWrite?.() === false) destroy('it is not ours any more')
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
    if (request.command !== 'enquire_link') ignore()
  }

  function refuse(sequence: number, commandStatus: number): void {
    write(encodePdu('generic_nack', sequence, {}, commandStatus))
  }

  function ignore(): void {
    incoming -= 1
    if (endedBy === null && incoming < incomingMax && socket.isPaused()) socket.resume()
  }

  function takeRequest(pdu: Pdu): void {
    incoming += 1
    const refusal = incoming > incomingMax ? (whenFull?.(pdu) ?? null) : null
    if (whenFull === undefined && incoming >= incomingMax) socket.pause()
    if (refusal === null) onRequest(pdu)
    else answer(pdu, refusal)
  }

  /** Without its fields where its body can't be read, which is an answer all the same; null for a bad request. */
  function decode(bytes: Buffer): Pdu | null {
    try {
      return decodePdu(bytes)
    } catch (error) {
      if (!(error instanceof BadPdu)) throw error
      const header = decodeHeader(bytes)
      if (header.isResponse) return header
      const commandStatus = onUnreadable?.(header, error.message) ?? null
      if (commandStatus === null) refuse(header.sequence, status.invalidCommandLength)
      else write(encodePdu(`${header.command}_resp`, header.sequence, {}, commandStatus))
      return null
    }
  }

  function take(bytes: Buffer): void {
    const pdu = decode(bytes)
    if (pdu === null) return
    if (pdu.isResponse) {
      const one = waiting.get(pdu.sequence)
      waiting.delete(pdu.sequence)
      one?.resolve(pdu)
    } else if (pdu.command === 'enquire_link') {
      answer(pdu, status.ok)
    } else if (pdu.command === 'unknown') {
      refuse(pdu.sequence, status.invalidCommandId)
    } else if (!unanswerable.includes(pdu.command)) {
      takeRequest(pdu)
    }
  }

  async function enquire(): Promise<void> {
    isEnquiring = true
    try {
      await request('enquire_link')
    } catch {
      // It may have said something else in the meantime, and then it is there.
      if (performance.now() - heardAtMs >= answerMs) destroy('the other side does not answer')
    } finally {
      isEnquiring = false
    }
  }

  /** Requests are in the order in which they were sent. */
  function look(): void {
    if (endedBy !== null) return
    const now = performance.now()
    let isSilent = now - heardAtMs >= enquireMs
    for (const [sequence, { sentAtMs, reject }] of waiting) {
      if (now - sentAtMs < answerMs) break
      waiting.delete(sequence)
      // Perhaps nobody is there any more: that is found out before more is sent in vain.
      if (heardAtMs <= sentAtMs) isSilent = true
      reject(new LinkProblem('no_answer', 'no answer came in time'))
    }
    if (enquireMs > 0 && !isEnquiring && isSilent) void enquire()
  }

  function request(command: string, fields?: Fields): Promise<Pdu> {
    if (endedBy !== null) return Promise.reject(new LinkProblem('ended', endedBy))
    const sequence = nextSequence()
    const bytes = encodePdu(command, sequence, fields)
    return new Promise((resolve, reject) => {
      waiting.set(sequence, { sentAtMs: performance.now(), resolve, reject })
      write(bytes)
    })
  }

  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => {
    heardAtMs = performance.now()
    try {
      for (const bytes of framer.push(chunk)) {
        // What was asked together with what ended it is not heard any more.
        if (endedBy !== null) return
        take(bytes)
      }
    } catch (error) {
      // Nobody is above a socket's listener to catch anything: it would end the process, and with it all other
      // connections.
      if (!(error instanceof BadPdu)) return destroy(`a fault while reading: ${(error as Error).message}`)
      // Nobody knows where the next PDU begins.
      refuse(0, status.invalidCommandLength)
      flush()
      finish(error.message)
      socket.destroySoon()
    }
  })
  socket.on('error', (error) => finish(error.message))
  socket.on('close', () => finish('the other side closed the connection'))
  // When this process was held up, answers are there that it did not read yet: they are read first.
  const watch = setInterval(
    () => setImmediate(look),
    Math.max(10, Math.min(answerMs, enquireMs || answerMs) / looksPerAnswer),
  )
  return {
    request,
    answer,
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
      // One that never closes its side is not waited for.
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
