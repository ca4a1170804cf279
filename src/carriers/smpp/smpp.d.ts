/** The package brings no types. This is what is used of it: its codec. */
declare module 'smpp' {
  interface DecodedPdu {
    readonly command: string
    readonly command_id: number
    readonly command_status: number
    readonly sequence_number: number
    readonly [field: string]: unknown
    toBuffer(): Buffer
  }

  const smpp: {
    readonly PDU: {
      new (command: string, options: Readonly<Record<string, unknown>>): DecodedPdu
      new (bytes: Buffer): DecodedPdu
    }
    readonly commandsById: Readonly<Record<number, { readonly command: string }>>
    readonly filters: { readonly message: { decode(this: Readonly<Record<string, unknown>>, text: Buffer): unknown } }
    /** The status codes by their names in the specification. */
    readonly errors: Readonly<Record<string, number>>
  }
  export = smpp
}
