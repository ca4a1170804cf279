/** Types of the parts of `smpp` that tests use; the package has none. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server as NetServer } from 'node:net'

  interface ForeignPdu {
    readonly command: string
    readonly command_status: number
    readonly sequence_number: number
    readonly [field: string]: unknown
    toBuffer(): Buffer
    response(options?: Readonly<Record<string, unknown>>): ForeignPdu
  }

  interface ForeignSession extends EventEmitter {
    send(pdu: ForeignPdu, onAnswer?: (answer: ForeignPdu) => void): boolean
    close(): void
    destroy(): void
  }

  const smpp: {
    readonly PDU: {
      new (command: string, options: Readonly<Record<string, unknown>>): ForeignPdu
      new (bytes: Buffer): ForeignPdu
    }
    /** The status codes by their names in the specification. */
    readonly errors: Readonly<Record<string, number>>
    connect(options: { readonly host: string; readonly port: number }): ForeignSession
    createServer(onSession: (session: ForeignSession) => void): NetServer
  }
  export = smpp
}
