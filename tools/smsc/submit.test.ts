import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { outcomeOf } from '../../src/carriers/simulator/outcome.ts'
import { decodePdu, encodePdu, type Fields } from '../../src/engine/smpp/pdu.ts'
import { states, toMessage } from './message.ts'
import { drawFaults, profiles, profileValues, readProfile } from './profile.ts'
import { receiptFields } from './receipt.ts'
import { toSubmit } from './submit.ts'

const octet = fc.integer({ min: 0, max: 255 })
const address = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJ'), maxLength: 20 })
const bytesUpTo = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes))

const common = {
  service_type: fc.string({ unit: fc.constantFrom(...'CMT'), maxLength: 5 }),
  source_addr_ton: octet,
  source_addr_npi: octet,
  source_addr: address,
  dest_addr_ton: octet,
  dest_addr_npi: octet,
  destination_addr: address,
  esm_class: octet,
  registered_delivery: octet,
  data_coding: octet,
}
const submits = fc.record({
  ...common,
  protocol_id: octet,
  priority_flag: octet,
  validity_period: fc.constantFrom('', '000001000000000R'),
  replace_if_present_flag: octet,
  sm_default_msg_id: octet,
  short_message: bytesUpTo(254),
})
const parts = fc.option(
  fc.record({
    sar_msg_ref_num: fc.integer({ min: 0, max: 65_535 }),
    sar_total_segments: octet,
    sar_segment_seqnum: octet,
  }),
  { nil: {} },
)
const payload = fc.record({ message_payload: bytesUpTo(1_000) })

/** The expected fields. */
const expected = (
  fields: Readonly<Record<keyof typeof common, unknown>> & { readonly priority_flag?: number },
  text: Buffer,
) => ({
  source: { ton: fields.source_addr_ton, npi: fields.source_addr_npi, address: fields.source_addr },
  destination: { ton: fields.dest_addr_ton, npi: fields.dest_addr_npi, address: fields.destination_addr },
  esmClass: fields.esm_class,
  registeredDelivery: fields.registered_delivery,
  dataCoding: fields.data_coding,
  priority: fields.priority_flag ?? 0,
  text,
})
const readSubmit = (command: string, fields: Fields) => toSubmit(decodePdu(encodePdu(command, 1, fields)).fields)

describe('toSubmit', () => {
  it('reads fields and text of a submit_sm', () => {
    fc.assert(
      fc.property(submits, parts, (fields, sar) => {
        const { key: _, ...submit } = readSubmit('submit_sm', { ...fields, ...sar })
        assert.deepEqual(submit, expected(fields, fields.short_message))
      }),
    )
  })

  it('reads the text of a message_payload, also in a data_sm', () => {
    fc.assert(
      fc.property(
        fc.record(common),
        payload,
        fc.constantFrom('submit_sm', 'data_sm'),
        (fields, { message_payload }, command) => {
          const { key: _, ...submit } = readSubmit(command, { ...fields, message_payload })
          assert.deepEqual(submit, expected(fields, message_payload))
        },
      ),
    )
  })

  it('returns different keys for similar messages', () => {
    const keys = new Set<number>()
    for (let index = 0; index < 20_000; index += 1) {
      const fields = {
        source_addr: 'INFO',
        destination_addr: String(255_712_000_000 + index),
        short_message: Buffer.from('Habari'),
      }
      keys.add(readSubmit('submit_sm', fields).key)
      keys.add(
        readSubmit('submit_sm', {
          ...fields,
          destination_addr: '255712345678',
          short_message: Buffer.from(`Habari ${index}`),
        }).key,
      )
    }
    assert.equal(keys.size, 40_000)
  })
})

describe('receiptFields', () => {
  it('contains the outcome in text and TLVs', () => {
    const submit = readSubmit('submit_sm', {
      source_addr: 'INFO',
      destination_addr: '255710000003',
      short_message: Buffer.from([5, 0, 3, 1, 2, 1, 72, 105]),
      esm_class: 0x40,
    })
    const message = toMessage(
      0x12ab,
      'test',
      submit,
      outcomeOf('255710000003'),
      Date.UTC(2026, 0, 15, 8, 5),
      Date.UTC(2026, 0, 15, 9, 6),
    )
    const { fields } = decodePdu(encodePdu('deliver_sm', 10, receiptFields(message, 'hex', 'both')))
    const {
      source_addr,
      destination_addr,
      esm_class,
      data_coding,
      receipted_message_id,
      message_state,
      network_error_code,
      short_message,
    } = fields
    assert.deepEqual(
      { source_addr, destination_addr, esm_class, data_coding, receipted_message_id, message_state },
      {
        source_addr: '255710000003',
        destination_addr: 'INFO',
        esm_class: 4,
        data_coding: 0,
        receipted_message_id: '12ab',
        message_state: states.undeliverable.number,
      },
    )
    assert.deepEqual(network_error_code, Buffer.from([3, 0, 6]))
    assert.equal(
      String(short_message),
      'id:12ab sub:001 dlvrd:000 submit date:2601150805 done date:2601150906 stat:UNDELIV err:006 text:Hi',
    )
  })
})

describe('drawFaults', () => {
  it('depends on seed and message number and matches the rates', () => {
    const profile = { ...profiles.flaky, throttleRate: 0.1 }
    const draw = (seed: number) => Array.from({ length: 20_000 }, (_, count) => drawFaults(profile, seed, count))
    const faults = draw(1)
    assert.deepEqual(draw(1), faults)
    assert.notDeepEqual(draw(2), faults)
    const share = (name: 'throttled' | 'fails' | 'early' | 'doubled' | 'losesAnswer') =>
      faults.filter((one) => one[name]).length / faults.length
    for (const [name, rate] of [
      ['throttled', 0.1],
      ['fails', 0.02],
      ['early', 0.05],
      ['doubled', 0.05],
      ['losesAnswer', 0.005],
    ] as const)
      assert.ok(Math.abs(share(name) - rate) < rate / 2, `${name}: ${share(name)}`)
    // Changing one rate does not affect other faults.
    const [calm, turned] = [
      faults,
      Array.from({ length: 20_000 }, (_, count) => drawFaults({ ...profile, errorRate: 0.5 }, 1, count)),
    ]
    assert.deepEqual(
      turned.map(({ early, lateMs }) => [early, lateMs]),
      calm.map(({ early, lateMs }) => [early, lateMs]),
    )
  })

  const given: readonly (readonly [figures: Record<string, unknown>, is: unknown])[] = [
    [{}, profiles.healthy],
    [
      { profile: 'slow', latencyMs: 20 },
      { ...profiles.slow, latencyMs: 20 },
    ],
    [{ profile: 'sleepy' }, 'profile is one of healthy, flaky, throttling, slow, dead, capped'],
    [{ errorRate: 1.5 }, 'errorRate is a share, from 0 to 1'],
    [{ ratePerSecond: -1 }, 'ratePerSecond is a number of at least 0'],
    [{ latencyMs: '5' }, 'latencyMs is a number of at least 0'],
    [{ overRate: 'never' }, 'overRate is one of throttled, queue-full'],
    [{ dead: 1 }, 'dead is true or false'],
    [{ toString: 1 }, `unknown value "toString"; known values: ${profileValues.join(', ')}`],
  ]
  for (const [figures, is] of given)
    it(`reads a profile from ${JSON.stringify(figures)}`, () => assert.deepEqual(readProfile(figures), is))
})
