import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Submission } from '../src/carriers/carrier.ts'
import { toSubmits } from '../src/carriers/smpp/message.ts'
import { readDelivery } from '../src/carriers/smpp/receipt.ts'
import { readSettings } from '../src/carriers/smpp/settings.ts'
import { decodePdu, encodePdu, type Fields } from '../src/engine/smpp/pdu.ts'
import { splitText } from '../src/values/gsm.ts'

/** fixtures/README.md describes how they were created. */
interface Fixtures {
  readonly submits: readonly {
    readonly by: string
    readonly title: string
    readonly id: number
    readonly sender: string
    readonly encoding: Submission['encoding']
    readonly text?: string
    readonly parts?: readonly string[]
    readonly settings: object
    readonly validUntil?: string
    readonly pdus: readonly string[]
  }[]
  readonly deliveries: readonly { readonly by: string; readonly title: string; readonly pdu: string }[]
}

const { submits, deliveries }: Fixtures = JSON.parse(
  readFileSync(new URL('fixtures/smpp.json', import.meta.url), 'utf8'),
)
const now = new Date('2026-03-01T10:30:00.000Z')
const settingsWith = (changes: object = {}) =>
  readSettings({ host: 'smsc.example', systemId: 'ngoma', ...changes }, ['password'])

/** Kannel requests one receipt for all parts of a message and announces further parts. */
function asKannel(fields: Fields, place: number, count: number): Fields {
  const hasMore = place + 1 < count
  return { ...fields, registered_delivery: place === 0 ? 1 : 0, ...(hasMore && { more_messages_to_send: 1 }) }
}

describe('PDUs of other implementations', () => {
  for (const {
    by,
    title,
    id,
    sender,
    encoding,
    text = '',
    parts,
    settings,
    validUntil = '2026-03-04T10:30:00.000Z',
    pdus,
  } of submits) {
    it(`match our submits byte for byte: ${title}, by ${by}`, () => {
      const submission: Submission = {
        ...{ id, sender, phone: '255712345678', encoding, lane: 'single', validUntil: new Date(validUntil) },
        parts: parts ?? splitText(text, encoding),
      }
      const sent = toSubmits(submission, settingsWith(settings), now)
      const sequences = pdus.map((pdu) => Buffer.from(pdu, 'hex').readUInt32BE(12))
      assert.deepEqual(
        sent.map((fields, place) => {
          const ours = by === 'Kannel' ? asKannel(fields, place, sent.length) : fields
          return encodePdu('submit_sm', sequences[place] ?? 0, ours).toString('hex')
        }),
        pdus,
      )
    })
  }

  const delivered = { reference: 'a1b2c', status: 'DELIVERED', reason: null, at: new Date('2026-03-01T10:26:00.000Z') }
  const failed = { ...delivered, status: 'UNDELIVERED', reason: 'carrier_undelivered_27' }
  const read: Readonly<Record<string, object>> = {
    text: { kind: 'receipt', receipt: delivered },
    'text-without-class': { kind: 'receipt', receipt: delivered },
    'text-failed': { kind: 'receipt', receipt: failed },
    tlv: { kind: 'receipt', receipt: { ...failed, at: now } },
    'tlv-and-text': { kind: 'receipt', receipt: failed },
    'text-in-payload': { kind: 'receipt', receipt: delivered },
    data: { kind: 'receipt', receipt: { ...failed, at: now } },
    intermediate: { kind: 'progress' },
    message: { kind: 'message' },
  }
  for (const { by, title, pdu } of deliveries) {
    it(`are decoded: ${title}, by ${by}`, () => {
      const settings = settingsWith(title === 'text-without-class' ? { unmarkedReceipts: true } : {})
      assert.deepEqual(readDelivery(decodePdu(Buffer.from(pdu, 'hex')), settings, now), read[title])
    })
  }

  it('cover all cases', () => {
    assert.deepEqual(deliveries.map(({ title }) => title).sort(), Object.keys(read).sort())
    assert.deepEqual(
      [submits.filter(({ by }) => by === 'Kannel').length, submits.filter(({ by }) => by === 'Net::SMPP').length],
      [9, 5],
    )
  })
})
