import { BadPdu } from './bad-pdu.ts'
import { contentBytes, readFields, writeFields } from './bodies.ts'
import { commands, isResponseId } from './commands.ts'
import type { Content, DecodedFields, Fields } from './fields.ts'
import { Reader } from './reader.ts'
import { type TlvKind, tlvsByName, tlvsByTag } from './tlvs.ts'
import { Writer } from './writer.ts'

type Values = Record<string, unknown>

const codecs = Object.entries(commands).map(([name, [id, layout]]) => {
  return { name, id, isResponse: isResponseId(id), layout, fieldNames: new Set(Object.keys(layout)) }
})
const codecsById = new Map<number, (typeof codecs)[number]>(codecs.map((codec) => [codec.id, codec]))
const codecsByName = new Map(codecs.map((codec) => [codec.name, codec]))
const writer = new Writer()

/** `unknown` for an id that SMPP 3.4 does not define. */
export const nameOfCommand = (id: number): string => codecsById.get(id)?.name ?? 'unknown'

/** Reads the bytes after the header. Throws BadPdu when a field or TLV does not end within the PDU. */
export function readBody(bytes: Buffer, id: number): DecodedFields {
  const codec = codecsById.get(id)
  if (codec === undefined) return {}
  const body = new Reader(bytes, codec.isResponse)
  const values = readFields(body, codec.layout) as Values
  // Ignores up to three trailing bytes, because some peers pad their PDUs.
  while (body.bytesLeft >= 4) readTlv(body, values)
  return values as DecodedFields
}

function readTlv(body: Reader, values: Values): void {
  const tag = body.number(2)
  const length = body.number(2)
  const tlv = tlvsByTag.get(tag)
  // Peers disagree about the lengths of numbers. An impossible length is kept as an unknown TLV.
  if (tlv === undefined || (typeof tlv.kind === 'number' && (length === 0 || length > 4))) {
    values[`0x${tag.toString(16).padStart(4, '0')}`] = body.octets(length)
    return
  }
  const { name, kind } = tlv
  const value =
    kind === 'octets' ? body.octets(length) : kind === 'text' ? body.textWithin(length) : body.number(length)
  if (tlv.isRepeated) values[name] = [...((values[name] as unknown[] | undefined) ?? []), value]
  else values[name] = value
}

/** Throws BadPdu for a value that its field cannot hold, and for a PDU that is too long. */
export function writePdu(name: string, sequence: number, fields: Fields, status: number): Buffer {
  const codec = codecsByName.get(name)
  if (codec === undefined) throw new BadPdu(`SMPP 3.4 has no command "${name}"`)
  writer.begin()
  // An error response has no body, unless TLVs explain the error: they follow the fields, which are then empty.
  if (status === 0 || hasTlvs(codec, fields)) {
    writeFields(writer, codec.layout, fields)
    for (const field in fields) if (!codec.fieldNames.has(field)) writeTlvs(field, fields)
  }
  return writer.end(codec.id, status, sequence)
}

function hasTlvs({ fieldNames }: (typeof codecs)[number], fields: Fields): boolean {
  for (const field in fields) if (!fieldNames.has(field) && tlvsByName.has(field)) return true
  return false
}

/** Skips fields of other commands. */
function writeTlvs(name: string, fields: Fields): void {
  const value = (fields as Readonly<Values>)[name]
  const tlv = tlvsByName.get(name)
  if (value === undefined) return
  if (tlv === undefined) {
    if (name.startsWith('0x')) writeTlv(Number(name), 'octets', value, fields)
  } else if (tlv.isRepeated) {
    for (const one of value as readonly unknown[]) writeTlv(tlv.tag, tlv.kind, one, fields)
  } else {
    writeTlv(tlv.tag, tlv.kind, value, fields)
  }
}

function writeTlv(tag: number, kind: TlvKind, value: unknown, { data_coding: coding }: Fields): void {
  writer.beginTlv(tag)
  if (kind === 'text') writer.text(value as string)
  else if (kind === 'octets') writer.octets(contentBytes(value as Content, coding))
  else writer.number(value as number, kind)
  writer.endTlv()
}
