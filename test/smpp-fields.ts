import fc from 'fast-check'
import { type Command, commands, type ValueOf } from '../src/engine/smpp/codec/commands.ts'
import { repeatedTlvs, type TlvKind, tlvs } from '../src/engine/smpp/codec/tlvs.ts'
import type { Fields } from '../src/engine/smpp/pdu.ts'

export const commandNames = Object.keys(commands) as Command[]

const byte = fc.nat(0xff)
const text = fc.string({ unit: fc.constantFrom(...'abcXYZ0189+ _@'), maxLength: 20 })
const time = fc.constantFrom('', '000002000000000R', '261115140000000+')
const octets = (maxLength: number, minLength = 0) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes))
const plain = { noNullPrototype: true }
const address = { dest_addr_ton: byte, dest_addr_npi: byte, destination_addr: text }
const destination = fc.oneof(fc.record(address, plain), fc.record({ dl_name: text }, plain))
const failure = fc.record({ ...address, error_status_code: fc.nat(0xffff_ffff) }, plain)
const values: Readonly<Record<keyof ValueOf, fc.Arbitrary<unknown>>> = {
  byte,
  text,
  content: octets(255),
  destinations: fc.array(destination, { maxLength: 5 }),
  failures: fc.array(failure, { maxLength: 5 }),
}

/** All fields of a command, with random values. */
export function fieldsOf(command: Command): fc.Arbitrary<Fields> {
  const fields = Object.entries(commands[command][1]).map(([name, form]) => [
    name,
    /_time$|_period$|_date$/.test(name) ? time : values[form],
  ])
  return fc.record(Object.fromEntries(fields), plain) as fc.Arbitrary<Fields>
}

/** A callback number has at least three bytes. */
const arbitraryOf = (kind: TlvKind): fc.Arbitrary<unknown> =>
  kind === 'text' ? text : kind === 'octets' ? octets(300, 3) : fc.nat(2 ** (8 * kind) - 1)

/** Some TLVs of SMPP 3.4, without those that are fields of the command. */
export function tlvsFor(command: Command, without: readonly string[] = []): fc.Arbitrary<Fields> {
  const taken = new Set([...Object.keys(commands[command][1]), ...without])
  const single = Object.entries(tlvs).map(([name, [, kind]]) => [name, arbitraryOf(kind)] as const)
  const repeated = Object.entries(repeatedTlvs).map(
    ([name, [, kind]]) => [name, fc.array(arbitraryOf(kind), { minLength: 1, maxLength: 3 })] as const,
  )
  const all = [...single, ...repeated].filter(([name]) => !taken.has(name))
  return fc.record(Object.fromEntries(all), { ...plain, requiredKeys: [] }) as fc.Arbitrary<Fields>
}
