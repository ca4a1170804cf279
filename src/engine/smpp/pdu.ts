import { nameOfCommand, readBody, writePdu } from './codec/codec.ts'
import { isResponseId } from './codec/commands.ts'
import type { DecodedFields, Fields } from './codec/fields.ts'

export type { Fields }

/** A decoded PDU. Its fields depend on the command and on the peer. */
export interface Pdu {
  /** `unknown` for an id that SMPP 3.4 does not define. */
  readonly command: string
  readonly status: number
  readonly sequence: number
  readonly isResponse: boolean
  readonly fields: DecodedFields
  /** The raw bytes. */
  readonly bytes: Buffer
}

/** Sequence numbers wrap around after this. */
export const sequenceMax = 0x7fff_ffff

export const status = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  invalidBindStatus: 0x04,
  alreadyBound: 0x05,
  invalidPriority: 0x06,
  systemError: 0x08,
  invalidSource: 0x0a,
  invalidDestination: 0x0b,
  invalidMessageId: 0x0c,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  cancelFailed: 0x11,
  replaceFailed: 0x13,
  queueFull: 0x14,
  invalidDestinationCount: 0x33,
  invalidDistributionList: 0x34,
  invalidEsmClass: 0x43,
  submitFailed: 0x45,
  throttled: 0x58,
  invalidSchedule: 0x61,
  invalidExpiry: 0x62,
  invalidDefaultMessage: 0x63,
  temporaryAppError: 0x64,
  queryFailed: 0x67,
} as const

/** An error response has no body except TLVs. Throws BadPdu for values that no PDU can hold. */
export function encodePdu(command: string, sequence: number, fields: Fields = {}, commandStatus = 0): Buffer {
  return writePdu(command, sequence, fields, commandStatus)
}

/** A PDU without its fields, for one with a bad body. */
export const decodeHeader = (bytes: Buffer): Pdu => toPdu(bytes, bytes.readUInt32BE(4), {})

/** Throws BadPdu when the body does not match the header. */
export function decodePdu(bytes: Buffer): Pdu {
  const id = bytes.readUInt32BE(4)
  return toPdu(bytes, id, readBody(bytes, id))
}

function toPdu(bytes: Buffer, id: number, fields: DecodedFields): Pdu {
  return {
    command: nameOfCommand(id),
    status: bytes.readUInt32BE(8),
    sequence: bytes.readUInt32BE(12),
    isResponse: isResponseId(id),
    fields,
    bytes,
  }
}

/**
 * `no_answer`: the connection is up, and the peer may have acted. `ended`: the connection is closed. `released`: this
 * process closed it for reasons of its own, which say nothing about the request.
 */
export class LinkProblem extends Error {
  override readonly name = 'LinkProblem'
  readonly kind: 'no_answer' | 'ended' | 'released'

  constructor(kind: LinkProblem['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
