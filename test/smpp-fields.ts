import fc from 'fast-check'
import { type Command, commandIds } from '../src/engine/smpp/codec/commands.ts'
import { headerBytes } from '../src/engine/smpp/codec/framer.ts'
import { bodyReaders } from '../src/engine/smpp/codec/read-bodies.ts'
import { Reader } from '../src/engine/smpp/codec/reader.ts'
import { repeatedTlvs, type TlvKind, tlvs } from '../src/engine/smpp/codec/tlvs.ts'
import type { Fields } from '../src/engine/smpp/pdu.ts'

export const commands = Object.keys(commandIds) as Command[]

const byte = fc.nat(0xff)
const text = fc.string({ unit: fc.constantFrom(...'abcXYZ0189+ _@'), maxLength: 20 })
const time = fc.constantFrom('', '000002000000000R', '261115140000000+')
const octets = (maxLength: number, minLength = 0) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes))
const plain = { noNullPrototype: true }
const address = { dest_addr_ton: byte, dest_addr_npi: byte, destination_addr: text }
const lists: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  dest_address: fc.oneof(fc.record(address, plain), fc.record({ dl_name: text }, plain)),
  unsuccess_sme: fc.record({ ...address, error_status_code: fc.nat(0xffff_ffff) }, plain),
}

/** All fields of a command, with random values. */
export function fieldsOf(command: Command): fc.Arbitrary<Fields> {
  const empty = bodyReaders[command](new Reader(Buffer.alloc(headerBytes), true))
  const fields = Object.entries(empty).map(([name, value]) => [name, arbitraryLike(name, value)])
  return fc.record(Object.fromEntries(fields), plain) as fc.Arbitrary<Fields>
}

function arbitraryLike(name: string, value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === 'number') return byte
  if (typeof value === 'string') return /_time$|_period$|_date$/.test(name) ? time : text
  return Buffer.isBuffer(value) ? octets(255) : fc.array(lists[name] ?? fc.anything(), { maxLength: 5 })
}

/** A callback number has at least three bytes. */
const arbitraryOf = (kind: TlvKind): fc.Arbitrary<unknown> =>
  kind === 'text' ? text : kind === 'octets' ? octets(300, 3) : fc.nat(2 ** (8 * kind) - 1)

/** Some TLVs of SMPP 3.4, without those that are fields of the command. */
export function tlvsFor(command: Command, without: readonly string[] = []): fc.Arbitrary<Fields> {
  const taken = new Set([...Object.keys(bodyReaders[command](new Reader(Buffer.alloc(headerBytes), true))), ...without])
  const single = Object.entries(tlvs).map(([name, [, kind]]) => [name, arbitraryOf(kind)] as const)
  const repeated = Object.entries(repeatedTlvs).map(
    ([name, [, kind]]) => [name, fc.array(arbitraryOf(kind), { minLength: 1, maxLength: 3 })] as const,
  )
  const all = [...single, ...repeated].filter(([name]) => !taken.has(name))
  return fc.record(Object.fromEntries(all), { ...plain, requiredKeys: [] }) as fc.Arbitrary<Fields>
}
