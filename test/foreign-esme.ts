/** Customers with SMPP implementations that are not ours: Net::SMPP of Perl, and the npm package `smpp`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import smpp from 'smpp'
import { missingForeignSmsc } from './foreign-smsc.ts'
import type { Login } from './smpp-customer.ts'
import { endWithUs } from './watchdog.ts'

export interface ForeignSubmit {
  readonly destination_addr: string
  readonly bytes: Buffer
  readonly data_coding?: number
  readonly esm_class?: number
}

export interface ForeignDelivery {
  readonly from: string
  readonly to: string
  readonly kind: number
  readonly coding: number
  readonly bytes: Buffer
  /** Of a receipt. */
  readonly id: string | null
  readonly state: number | null
}

/** A bound customer. */
export interface ForeignEsme {
  readonly deliveries: ForeignDelivery[]
  submit(submit: ForeignSubmit): Promise<{ readonly status: number; readonly id: string }>
  /** Ends the connection without an unbind. */
  close(): Promise<void>
}

export interface ForeignKind {
  readonly name: string
  /** The reason why it cannot run here, or null. */
  readonly missing: string | null
  open(port: number, login: Login): Promise<ForeignEsme>
}

const sender = { source_addr: 'INFO', source_addr_ton: 5, dest_addr_ton: 1, dest_addr_npi: 1, registered_delivery: 1 }
const program = fileURLToPath(new URL('foreign-esme.pl', import.meta.url))

async function openNetSmpp(port: number, { systemId, password }: Login): Promise<ForeignEsme> {
  const child = spawn('perl', [program, String(port), systemId, password], { stdio: ['pipe', 'pipe', 'inherit'] })
  endWithUs(child)
  const exited = once(child, 'exit')
  const deliveries: ForeignDelivery[] = []
  const unsent: PromiseWithResolvers<{ status: number; id: string }>[] = []
  const waiting = new Map<number, PromiseWithResolvers<{ status: number; id: string }>>()
  const { promise: bound, resolve: tellBound } = Promise.withResolvers<number>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { event, ...values } = JSON.parse(line)
    if (event === 'bound') tellBound(values.status)
    else if (event === 'delivery')
      deliveries.push({ ...values, id: values.id || null, bytes: Buffer.from(values.bytes, 'hex') })
    else if (event === 'sent') {
      const next = unsent.shift()
      if (next !== undefined) waiting.set(values.sequence, next)
    } else waiting.get(values.sequence)?.resolve(values)
  })
  const bindStatus = await Promise.race([bound, exited.then(([code]) => `exited with ${code}`)])
  if (bindStatus !== 0) throw new Error(`Net::SMPP could not bind: ${bindStatus}`)
  return {
    deliveries,
    submit({ bytes, ...fields }) {
      const answer = Promise.withResolvers<{ status: number; id: string }>()
      unsent.push(answer)
      child.stdin.write(`${JSON.stringify({ ...sender, ...fields, short_message: bytes.toString('hex') })}\n`)
      return answer.promise
    },
    async close() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function openPackage(port: number, { systemId, password }: Login): Promise<ForeignEsme> {
  const session = smpp.connect({ host: '127.0.0.1', port })
  const deliveries: ForeignDelivery[] = []
  const ask = (command: string, fields: Readonly<Record<string, unknown>>) =>
    new Promise<InstanceType<typeof smpp.PDU>>((resolve) => session.send(new smpp.PDU(command, fields), resolve))
  // Without a listener, an error of the connection would end the process.
  session.on('error', () => {})
  session.on('pdu', (pdu: InstanceType<typeof smpp.PDU>) => {
    if (pdu.command === 'enquire_link') session.send(pdu.response())
    if (pdu.command !== 'deliver_sm') return
    deliveries.push({
      from: String(pdu.source_addr),
      to: String(pdu.destination_addr),
      kind: Number(pdu.esm_class),
      coding: Number(pdu.data_coding),
      bytes: rawMessageOf(pdu),
      id: (pdu.receipted_message_id as string | undefined) ?? null,
      state: (pdu.message_state as number | undefined) ?? null,
    })
    session.send(pdu.response())
  })
  await once(session, 'connect')
  const { command_status: bindStatus } = await ask('bind_transceiver', { system_id: systemId, password })
  if (bindStatus !== 0) throw new Error(`the smpp package could not bind: ${bindStatus}`)
  return {
    deliveries,
    async submit({ bytes, ...fields }) {
      const { command_status: status, message_id: id } = await ask('submit_sm', {
        ...sender,
        ...fields,
        short_message: bytes,
      })
      return { status, id: String(id) }
    },
    async close() {
      session.destroy()
    },
  }
}

/** The package decodes the text and the header: this encodes them again. */
function rawMessageOf({ short_message: message, data_coding: coding }: InstanceType<typeof smpp.PDU>): Buffer {
  const { message: text = '', udh } = message as { message?: string | Buffer; udh?: Buffer[] }
  const bytes = Buffer.isBuffer(text) ? text : coding === 8 ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text)
  if (udh === undefined) return bytes
  const header = Buffer.concat(udh)
  return Buffer.concat([Buffer.from([header.length]), header, bytes])
}

export const foreignKinds: readonly ForeignKind[] = [
  { name: 'Net::SMPP', missing: missingForeignSmsc(), open: openNetSmpp },
  { name: 'the smpp package', missing: null, open: openPackage },
]
