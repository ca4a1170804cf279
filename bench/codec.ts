/**
 * CPU time to encode and decode PDUs of messages and receipts, compared with the `smpp` package: npm run bench:codec.
 */
import smpp from 'smpp'
import { decodePdu, encodePdu, type Fields } from '../src/engine/smpp/pdu.ts'
import { runBench } from './command.ts'

const rounds = 5

const addresses = { source_addr_ton: 5, dest_addr_ton: 1, dest_addr_npi: 1, registered_delivery: 1, data_coding: 0 }
const receipt =
  'id:0123456789 sub:001 dlvrd:001 submit date:2603011025 done date:2603011026 stat:DELIVRD err:000 text:Hi'
const pdus: readonly [command: string, fields: Fields][] = [
  [
    'submit_sm',
    {
      ...addresses,
      source_addr: 'INFO',
      destination_addr: '255712345678',
      validity_period: '000002000000000R',
      short_message: Buffer.from('Habari! Your parcel is here. Bring your PIN 4711 and your ID.'),
    },
  ],
  ['submit_sm_resp', { message_id: '0123456789' }],
  [
    'deliver_sm',
    {
      ...addresses,
      source_addr: '255712345678',
      destination_addr: 'INFO',
      esm_class: 4,
      short_message: Buffer.from(receipt),
      receipted_message_id: '0123456789',
      message_state: 2,
      network_error_code: Buffer.from([3, 0, 0]),
    },
  ],
  ['deliver_sm_resp', { message_id: '' }],
]

/** The best of several rounds, in nanoseconds per call. */
function measure(times: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time += 1) run()
    const { user } = process.cpuUsage(before)
    // The first round is a warm-up.
    if (round > 0) best = Math.min(best, (user * 1_000) / times)
  }
  return Math.round(best)
}

const row = (cells: readonly (string | number)[]) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(10))).join('')

await runBench({
  name: 'bench:codec',
  options: { times: { value: 20_000, short: 100, about: 'calls of a round' } },
  async run({ times }, { print, fail }) {
    print(row(['nanoseconds', 'ours', 'smpp']))
    const compare = (what: string, ours: () => unknown, theirs: () => unknown) => {
      const figures = [measure(times, ours), measure(times, theirs)]
      print(row([what, ...figures]), ...figures)
    }
    for (const [command, fields] of pdus) {
      const bytes = encodePdu(command, 7, fields)
      const write = () => new smpp.PDU(command, { ...fields, sequence_number: 7 }).toBuffer()
      if (!encodePdu(command, 7, decodePdu(bytes).fields).equals(bytes)) fail(`${command} changes when it is read`)
      compare(`${command}, write`, () => encodePdu(command, 7, fields), write)
      compare(
        `${command}, read`,
        () => decodePdu(bytes),
        () => new smpp.PDU(bytes),
      )
    }
  },
})
