import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDelivery } from '../../../carriers/smpp/receipt.ts'
import { readSettings } from '../../../carriers/smpp/settings.ts'
import { decodePdu, encodePdu } from '../../../engine/smpp/pdu.ts'
import { decodeText } from '../../../engine/smpp/text.ts'
import { reportEvents } from '../../sms/index.ts'
import { type Report, receiptsOf } from './receipt.ts'

const at = (time: string) => new Date(`2026-03-01T${time}Z`)

const reportWith = (change: Partial<Report> = {}): Report => ({
  event: reportEvents.delivered,
  reason: null,
  phone: '255712345678',
  requestId: 1_000_017,
  submittedAt: at('10:25:31'),
  happenedAt: at('10:26:59'),
  acceptedAt: at('10:25:30'),
  detail: {
    source: { ton: 5, npi: 0, address: 'INFO' },
    destinations: [{ ton: 1, npi: 1, address: '+255712345678' }],
    serviceType: '',
  },
  text: 'Habari za leo, ndugu?',
  ...change,
})

/** Sent over the wire, so that it is read as the codec decodes it. */
const written = (
  report: Report,
  messageIds: 'decimal' | 'hex' = 'decimal',
  alphabet: 'gsm7' | 'gsm7-packed' | 'latin1' = 'gsm7',
) => receiptsOf(report, { messageIds, alphabet }).map((fields) => decodePdu(encodePdu('deliver_sm', 1, fields)))

describe('receiptsOf', () => {
  it('writes text, addresses and TLVs as clients expect them', () => {
    const [receipt, ...others] = written(reportWith())
    assert.equal(others.length, 0)
    const { short_message: text, network_error_code: error, ...fields } = receipt?.fields ?? {}
    assert.equal(
      String(text),
      'id:1000017 sub:001 dlvrd:001 submit date:2603011025 done date:2603011026 stat:DELIVRD err:000 text:Habari za leo, ndugu',
    )
    assert.deepEqual([...(error ?? [])], [3, 0, 0])
    assert.partialDeepStrictEqual(fields, {
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: '+255712345678',
      dest_addr_ton: 5,
      dest_addr_npi: 0,
      destination_addr: 'INFO',
      esm_class: 0x04,
      data_coding: 0,
      receipted_message_id: '1000017',
      message_state: 2,
    })
  })

  it('is understood by our own reader of receipts', () => {
    const settings = readSettings({ host: 'a.example', systemId: 'a' }, ['password'])
    const [receipt] = written(reportWith({ event: reportEvents.failed, reason: 'carrier_undelivered_11' }))
    assert.deepEqual(receipt && readDelivery(receipt, settings, at('10:30:00')), {
      kind: 'receipt',
      receipt: { reference: '1000017', status: 'UNDELIVERED', reason: 'carrier_undelivered_11', at: at('10:26:00') },
    })
  })

  it('writes message ids in hexadecimal where the credential wants it', () => {
    const [receipt] = written(reportWith(), 'hex')
    assert.equal(receipt?.fields.receipted_message_id, 'f4251')
    assert.match(String(receipt?.fields.short_message), /^id:f4251 /)
  })

  for (const [alphabet, form, shown] of [
    ['gsm7', 'gsm7', 'Één? 5€ @?'],
    ['latin1', 'latin1', 'Één? 5? @ç'],
    ['gsm7-packed', 'latin1', '??n? 5? @?'],
  ] as const)
    it(`writes the beginning of the message for ${alphabet} without control characters`, () => {
      const [receipt] = written(reportWith({ text: 'Één\n 5€ @ç' }), 'decimal', alphabet)
      const text = decodeText(receipt?.fields.short_message ?? Buffer.alloc(0), form)
      assert.equal(text.split(' text:')[1], shown)
    })

  const { failed, rejected, taken } = reportEvents
  const states: readonly (readonly [change: Partial<Report>, state: string, number: number, error: string])[] = [
    [{ event: taken, submittedAt: at('10:25:31') }, 'ENROUTE', 1, '000'],
    [{ event: failed, reason: 'expired' }, 'EXPIRED', 3, '000'],
    [{ event: failed, reason: 'carrier_expired_27' }, 'EXPIRED', 3, '027'],
    [{ event: failed, reason: 'cancelled', submittedAt: null }, 'DELETED', 4, '000'],
    [{ event: failed, reason: 'carrier_deleted' }, 'DELETED', 4, '000'],
    [{ event: failed, reason: 'absent_subscriber' }, 'UNDELIV', 5, '000'],
    [{ event: failed, reason: 'carrier_undelivered_00a1' }, 'UNDELIV', 5, '00A1'],
    [{ event: failed, reason: null }, 'UNDELIV', 5, '000'],
    [{ event: failed, reason: 'carrier_unknown' }, 'UNKNOWN', 7, '000'],
    [{ event: failed, reason: 'carrier_rejected_69' }, 'REJECTD', 8, '069'],
    [{ event: failed, reason: 'opted_out', submittedAt: null }, 'REJECTD', 8, '000'],
    [{ event: rejected, reason: 'invalid_destination', submittedAt: null }, 'REJECTD', 8, '000'],
    [{ event: rejected, reason: 'carrier_status_401', submittedAt: null }, 'REJECTD', 8, '1025'],
    [{ event: rejected, reason: 'code_42', submittedAt: null }, 'REJECTD', 8, '042'],
  ]
  for (const [change, state, number, error] of states) {
    it(`says ${state} with error ${error} for event ${change.event}, reason ${change.reason}`, () => {
      const [receipt] = written(reportWith(change))
      assert.match(String(receipt?.fields.short_message), new RegExp(` dlvrd:000 .* stat:${state} err:${error} text:`))
      assert.equal(receipt?.fields.message_state, number)
      const numeric = /^\d+$/.test(error) ? Number(error) : 0
      assert.equal(receipt?.fields.network_error_code?.readUInt16BE(1), numeric)
      assert.equal(receipt?.fields.esm_class, change.event === taken ? 0x20 : 0x04)
    })
  }

  it('writes one receipt for each part that asked for the event', () => {
    const parts = [
      { id: 7, reports: failed },
      { id: 8, reports: reportEvents.delivered },
      { id: 9, reports: reportEvents.delivered | failed },
    ]
    const idsOf = (change: Partial<Report>) =>
      written(reportWith({ ...change, detail: { ...reportWith().detail, parts } })).map(
        ({ fields }) => fields.receipted_message_id,
      )
    assert.deepEqual(idsOf({}), ['8', '9'])
    assert.deepEqual(idsOf({ event: failed, reason: 'expired' }), ['7', '9'])
    assert.deepEqual(idsOf({ event: rejected, reason: 'rejected' }), ['7', '9'])
    assert.deepEqual(idsOf({ event: taken }), [])
  })

  it('names the recipient of each message of a submit_multi', () => {
    const destinations = [
      { ton: 2, npi: 1, address: '+255712345678' },
      { ton: 1, npi: 1, address: '0713000111' },
    ]
    const sourceOf = (phone: string) => {
      const fields = written(reportWith({ phone, detail: { ...reportWith().detail, destinations } }))[0]?.fields
      return [fields?.source_addr_ton, fields?.source_addr]
    }
    assert.deepEqual(sourceOf('255712345678'), [2, '+255712345678'])
    assert.deepEqual(sourceOf('255713000111'), [1, '255713000111'])
  })
})
