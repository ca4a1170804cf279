import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLink, type Link } from '../../engine/smpp/link.ts'
import { type Fields, LinkProblem, type Pdu, status } from '../../engine/smpp/pdu.ts'

import { type Connect, whenConnected } from './connect.ts'
import type { SmppSettings } from './settings.ts'
import { bindProblem } from './status.ts'

/** Handles deliveries of the peer, and returns the status of the response. Never rejects or throws. */
export interface Deliveries {
  take(delivery: Pdu): Promise<number>
  /** A delivery whose body cannot be read. */
  takeUnreadable(delivery: Pdu, why: string): number
}

export interface SessionOptions {
  readonly settings: SmppSettings
  readonly password: string
  readonly connect: Connect
  readonly connectMs: number
  readonly deliveries: Deliveries
  readonly mayWrite: () => boolean
}

const interfaceVersion = 0x34
/** Others pass by themselves: carriers that restart, or still count a bind that was cut, answer with errors too. */
const credentialErrors: ReadonlySet<number> = new Set([status.invalidPassword, status.invalidSystemId])
const isDelivery = ({ command }: Pdu) => command === 'deliver_sm' || command === 'data_sm'

export type Session = ReturnType<typeof openSession>

/** One attempt at a bind, from connecting to the end, over one connection or a pair. */
export function openSession({ settings, password, connect, connectMs, deliveries, mayWrite }: SessionOptions) {
  const { promise: ended, resolve: tellEnd } = Promise.withResolvers<string>()
  const connecting = new Set<Socket>()
  const links: Link[] = []
  let transmitter: Link | null = null
  let endedBy: string | null = null
  let isRefused = false

  /** Half of a pair is not a bind, so both connections end together. */
  function finish(why: string): void {
    if (endedBy !== null) return
    endedBy = why
    // A link that has ended still has its unbind to write.
    for (const link of links) if (!link.isEnded) link.destroy(why)
    for (const socket of connecting) socket.destroy()
    tellEnd(why)
  }

  function take(link: Link, request: Pdu): void {
    if (isDelivery(request)) {
      void deliveries.take(request).then((commandStatus) => link.answer(request, commandStatus))
    } else if (request.command === 'unbind') {
      link.answer(request, status.ok)
      link.end('the carrier ended the bind (unbind)')
    } else {
      link.answer(request, status.invalidBindStatus)
    }
  }

  async function openLink(command: string): Promise<Link> {
    const socket = connect(settings)
    connecting.add(socket)
    await whenConnected(socket, settings.tls !== null, connectMs)
    connecting.delete(socket)
    const link = createLink(socket, {
      answerMs: settings.answerSeconds * 1_000,
      enquireMs: settings.enquireSeconds * 1_000,
      mayWrite,
      onRequest: (request) => take(link, request),
      onUnreadable: (request, why) => (isDelivery(request) ? deliveries.takeUnreadable(request, why) : null),
      // The carrier repeats it later.
      whenFull: (request) => (isDelivery(request) ? status.temporaryAppError : null),
    })
    links.push(link)
    void link.ended.then(finish)
    const { systemId, systemType, addressRange } = settings
    const fields = {
      system_id: systemId,
      password,
      system_type: systemType,
      interface_version: interfaceVersion,
      address_range: addressRange,
    }
    const { status: commandStatus } = await link.request(command, fields)
    isRefused ||= credentialErrors.has(commandStatus)
    if (commandStatus !== status.ok) throw new Error(bindProblem(commandStatus))
    return link
  }

  async function open(): Promise<boolean> {
    try {
      const commands = settings.mode === 'pair' ? ['bind_transmitter', 'bind_receiver'] : ['bind_transceiver']
      const [first] = await Promise.all(commands.map(openLink))
      if (first === undefined || endedBy !== null) return false
      transmitter = first
      return true
    } catch (error) {
      finish(
        error instanceof LinkProblem && error.kind === 'no_answer'
          ? 'the bind request timed out'
          : (error as Error).message,
      )
      return false
    }
  }

  return {
    /** Resolves with true once everything is bound, and with false when it ends before. */
    bound: open(),
    /** Whether the carrier rejected the credentials of a bind, so that an operator must change them. */
    get isRefused() {
      return isRefused
    },
    /** Whether messages can be sent over it now. */
    get isUp() {
      return transmitter !== null && endedBy === null && !transmitter.isEnded
    },
    /** Resolves with the reason when it has ended, on either side. */
    ended,
    /** Only once it is up. Rejects with a LinkProblem. */
    async submit(fields: Fields): Promise<Pdu> {
      if (transmitter === null) throw new LinkProblem('ended', endedBy ?? 'not bound yet')
      return transmitter.request('submit_sm', fields, true)
    },
    /** Closes it at once. */
    destroy: finish,
    /** Unbinds and closes it, after the limit at the latest. */
    async unbind(limitMs: number): Promise<void> {
      if (transmitter === null) return finish('the attempt was cancelled')
      const timeOut = new AbortController()
      const limit = sleep(limitMs, undefined, { signal: timeOut.signal }).catch(() => undefined)
      // Close even when a link does not respond in time.
      await Promise.race([Promise.allSettled(links.map((link) => link.request('unbind'))), limit])
      timeOut.abort()
      for (const link of links) link.end('we unbound')
      finish('we unbound')
    },
  }
}
