import assert from 'node:assert/strict'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { splitUserData } from '../src/engine/smpp/codec/fields.ts'
import { createLink, type Link } from '../src/engine/smpp/link.ts'
import { type Pdu, status } from '../src/engine/smpp/pdu.ts'
import type { Certificate } from './certificate.ts'

/** One connection to the SMSC. */
export interface Peer {
  readonly link: Link
  readonly socket: Socket
  /** The bind command, once accepted. */
  bound: string | null
  /** Its submits, in order. */
  readonly submits: Pdu[]
  /** The maximum number of unanswered submits. */
  mostUnanswered: number
  unanswered: number
}

/** An SMSC that tests control. By default it accepts everything. */
export interface ScriptedSmsc {
  readonly port: number
  /** All connections, including closed ones, in order. */
  readonly peers: Peer[]
  /** Open, bound connections. */
  bound(): Peer[]
  /** The submits of all connections, in order. */
  readonly submits: Pdu[]
  onBind: (bind: Pdu) => number
  onSubmit: (peer: Peer, submit: Pdu) => void
  take(peer: Peer, submit: Pdu): void
  refuse(peer: Peer, submit: Pdu, commandStatus: number): void
  /** Stops listening and closes all connections. */
  close(): Promise<void>
}

export const textOf = ({ fields: { short_message: bytes, esm_class: esmClass = 0 } }: Pdu): string =>
  String(splitUserData(bytes ?? assert.fail(), esmClass).text)

export async function startScriptedSmsc(
  context: TestContext,
  { certificate, port = 0 }: { certificate?: Certificate; port?: number } = {},
): Promise<ScriptedSmsc> {
  let lastId = 0
  const peers: Peer[] = []
  const submits: Pdu[] = []

  function serve(socket: Socket): void {
    const link = createLink(socket, { answerMs: 20_000, enquireMs: 0, onRequest: (request) => answer(peer, request) })
    const peer: Peer = { link, socket, bound: null, submits: [], mostUnanswered: 0, unanswered: 0 }
    peers.push(peer)
  }

  function answer(peer: Peer, request: Pdu): void {
    if (request.command.startsWith('bind_')) {
      const commandStatus = smsc.onBind(request)
      if (commandStatus === status.ok) peer.bound = request.command
      peer.link.answer(request, commandStatus, { system_id: 'scripted' })
    } else if (request.command === 'submit_sm') {
      submits.push(request)
      peer.submits.push(request)
      peer.unanswered += 1
      peer.mostUnanswered = Math.max(peer.mostUnanswered, peer.unanswered)
      smsc.onSubmit(peer, request)
    } else {
      peer.link.answer(request, status.ok)
      if (request.command === 'unbind') peer.link.end('it unbound')
    }
  }

  const server: Server = certificate
    ? createTlsServer({ key: certificate.key, cert: certificate.cert }, serve)
    : createServer(serve)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const smsc: ScriptedSmsc = {
    port: (server.address() as AddressInfo).port,
    peers,
    bound: () => peers.filter(({ bound, link }) => bound !== null && !link.isEnded),
    submits,
    onBind: () => status.ok,
    onSubmit: (peer, submit) => smsc.take(peer, submit),
    take(peer, submit) {
      lastId += 1
      peer.unanswered -= 1
      peer.link.answer(submit, status.ok, { message_id: `m${lastId}` })
    },
    refuse(peer, submit, commandStatus) {
      peer.unanswered -= 1
      peer.link.answer(submit, commandStatus)
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const { link } of peers) link.destroy('the test is over')
      await closed
    },
  }
  context.after(() => smsc.close())
  return smsc
}
