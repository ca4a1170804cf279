import { BadPdu } from './bad-pdu.ts'

export const headerBytes = 16
/** A message_payload of a hundred parts fits; longer ones go out in parts (`message.ts`). */
export const pduBytesMax = 16_384

/**
 * Cuts the bytes of a connection into PDUs. Throws BadPdu for a length that no PDU may have: nobody knows where the
 * next PDU begins then.
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
