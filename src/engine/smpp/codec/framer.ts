import { BadPdu } from './bad-pdu.ts'

export const headerBytes = 16
/** Holds a message_payload of a hundred parts. Longer messages are sent in parts (`message.ts`). */
export const pduBytesMax = 16_384
/** A web server begins its answer with its protocol. */
const httpStart = Buffer.from('HTTP').readUInt32BE()

/**
 * Splits the bytes of a connection into PDUs. Throws BadPdu for an impossible length, because the start of the next PDU
 * is then unknown.
 */
export function createFramer(): { push(chunk: Buffer): Buffer[] } {
  let rest: Buffer = Buffer.alloc(0)
  return {
    push(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const frames: Buffer[] = []
      let offset = 0
      while (bytes.length - offset >= 4) {
        const length = bytes.readUInt32BE(offset)
        if (length === httpStart) throw new BadPdu('it answers HTTP, not SMPP')
        if (length < headerBytes || length > pduBytesMax) throw new BadPdu(`a PDU says that it has ${length} bytes`)
        if (bytes.length - offset < length) break
        frames.push(bytes.subarray(offset, offset + length))
        offset += length
      }
      rest = bytes.subarray(offset)
      return frames
    },
  }
}
