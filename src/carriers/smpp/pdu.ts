import smpp from 'smpp'

/**
 * One PDU, decoded. Its fields have the specification's names; which are there depends on the command, and on the peer.
 */
export interface Pdu {
  /** `unknown` for an id that the codec does not know. */
  readonly command: string
  readonly status: number
  readonly sequence: number
  readonly isResponse: boolean
  readonly fields: Fields
  /** As it came. */
  readonly bytes?: Buffer
}

export type Fields = Readonly<Record<string, unknown>>

/** What came can't be a PDU, and nobody knows where the next one would begin. */
export class BadPdu extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadPdu'
  }
}

export const headerBytes = 16
/** The codec's own limit. A message_payload of a hundred parts fits; longer ones go out in parts (`message.ts`). */
export const pduBytesMax = 16_384
const responseBit = 0x8000_0000
/** Sequence numbers are 1 to this, and then begin again. */
export const sequenceMax = 0x7fff_ffff

export const status = {
  ok: 0x00,
  invalidCommandId: 0x03,
  invalidBindStatus: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidDestination: 0x0b,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  cancelFailed: 0x11,
  replaceFailed: 0x13,
  queueFull: 0x14,
  throttled: 0x58,
  temporaryAppError: 0x64,
  queryFailed: 0x67,
} as const

/** An answer with an error status has no body: that is how the codec writes it, and what the specification wants. */
export function encodePdu(command: string, sequence: number, fields: Fields = {}, commandStatus = 0): Buffer {
  return new smpp.PDU(command, { ...fields, command_status: commandStatus, sequence_number: sequence }).toBuffer()
}

/** What can be said of a PDU whose body can't be read. */
export function decodeHeader(bytes: Buffer): Pdu {
  const id = bytes.readUInt32BE(4)
  const command = smpp.commandsById[id]?.command ?? 'unknown'
  return {
    command,
    status: bytes.readUInt32BE(8),
    sequence: bytes.readUInt32BE(12),
    isResponse: (id & responseBit) !== 0,
    fields: {},
    bytes,
  }
}

/** Throws BadPdu when its body is not what its header says. */
export function decodePdu(bytes: Buffer): Pdu {
  const isResponse = (bytes.readUInt32BE(4) & responseBit) !== 0
  try {
    const {
      command,
      command_id: _,
      command_length: __,
      command_status: commandStatus,
      sequence_number: sequence,
      ...fields
    } = new smpp.PDU(bytes)
    return { command, status: commandStatus, sequence, isResponse, fields, bytes }
  } catch (error) {
    throw new BadPdu(`the body of a PDU can not be read: ${(error as Error).message}`)
  }
}

/** Cuts what comes over a connection into PDUs. */
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
