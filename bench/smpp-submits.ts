/** A customer over SMPP: submits messages over several binds, each with a window, and counts receipts. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { createLink, type Link } from '../src/engine/smpp/link.ts'
import type { Fields, Pdu } from '../src/engine/smpp/pdu.ts'

export interface SmppTarget {
  readonly port: number
  readonly systemId: string
  readonly password: string
  readonly binds: number
}

export interface Sending {
  readonly accepted: number
  readonly failed: number
  readonly failure: string | null
}

interface Load {
  readonly messages: number
  /** Unanswered submits over all binds. */
  readonly connections: number
  readonly firstPhone: number
  readonly phoneStep: number
}

const answerMs = 60_000
const deliveredState = 2

const fieldsTo = (phone: number): Fields => ({
  source_addr: 'INFO',
  source_addr_ton: 5,
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: String(phone),
  registered_delivery: 1,
  short_message: 'Hello',
})

/** The binds stay open for receipts until `close`. */
export async function submitAll(
  target: SmppTarget,
  { messages, connections, firstPhone, phoneStep }: Load,
  onDelivered: (phone: number) => void,
): Promise<Sending & { close(): void }> {
  const links = await Promise.all(Array.from({ length: target.binds }, () => bind(target, onDelivered)))
  let next = 0
  let accepted = 0
  let failed = 0
  let failure: string | null = null

  async function submitSome(link: Link): Promise<void> {
    while (next < messages) {
      const phone = firstPhone + next * phoneStep
      next += 1
      const { status } = await link.request('submit_sm', fieldsTo(phone))
      if (status === 0) accepted += 1
      else {
        failed += 1
        failure ??= `status 0x${status.toString(16)}`
      }
    }
  }

  const perBind = Math.ceil(connections / target.binds)
  await Promise.all(links.flatMap((link) => Array.from({ length: perBind }, () => submitSome(link))))
  const close = () => {
    for (const link of links) link.end('the round is over')
  }
  return { accepted, failed, failure, close }
}

async function bind({ port, systemId, password }: SmppTarget, onDelivered: (phone: number) => void): Promise<Link> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const take = (request: Pdu) => {
    if (request.fields.message_state === deliveredState) onDelivered(Number(request.fields.source_addr))
    link.answer(request, 0)
  }
  const link = createLink(socket, { answerMs, enquireMs: 0, onRequest: take })
  const { status } = await link.request('bind_transceiver', { system_id: systemId, password, interface_version: 0x34 })
  if (status !== 0) throw new Error(`the bind was refused with status 0x${status.toString(16)}`)
  return link
}
