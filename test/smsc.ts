/** A client of a message centre, on the link of the carrier: it binds, submits and records receipts. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import type { MovableClock } from '../src/engine/clock.ts'
import { createLink, type Link } from '../src/engine/smpp/link.ts'
import { type Fields, type Pdu, status } from '../src/engine/smpp/pdu.ts'
import { type Smsc, type SmscOptions, startSmsc } from '../tools/smsc/smsc.ts'
import { createStillClock } from './still-clock.ts'

export interface Esme {
  readonly link: Link
  /** Every received deliver_sm, answered or not. */
  readonly delivered: Pdu[]
  /** The status of answers to deliver_sm; null sends none. */
  answerWith: number | null
  bind(mode: 'transmitter' | 'receiver' | 'transceiver', fields?: Fields): Promise<number>
  submit(destination: string, fields?: Fields): Promise<Pdu>
}

/** A message centre with a clock that the test moves. It is closed after the test. */
export async function openSmsc(
  test: TestContext,
  options: SmscOptions = {},
): Promise<{ smsc: Smsc; clock: MovableClock }> {
  const clock = createStillClock()
  const smsc = await startSmsc({ clock, ...options })
  test.after(() => smsc.close())
  return { smsc, clock }
}

export async function openEsme(test: TestContext, port: number, answerMs = 10_000): Promise<Esme> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const delivered: Pdu[] = []
  const link = createLink(socket, {
    answerMs,
    enquireMs: 0,
    onRequest(request) {
      delivered.push(request)
      if (esme.answerWith !== null) link.answer(request, esme.answerWith, {})
    },
  })
  test.after(() => link.destroy('the test is over'))
  const esme: Esme = {
    link,
    delivered,
    answerWith: status.ok,
    bind: async (mode, fields = {}) =>
      (await link.request(`bind_${mode}`, { system_id: 'test', password: 'secret', ...fields })).status,
    submit: (destination, fields = {}) =>
      link.request('submit_sm', {
        source_addr: 'INFO',
        source_addr_ton: 5,
        destination_addr: destination,
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        registered_delivery: 1,
        short_message: Buffer.from('Habari'),
        ...fields,
      }),
  }
  return esme
}

/** Opens a bound client. */
export async function bindEsme(
  test: TestContext,
  smsc: Smsc,
  mode: 'transmitter' | 'receiver' | 'transceiver' = 'transceiver',
): Promise<Esme> {
  const esme = await openEsme(test, smsc.port)
  assert.equal(await esme.bind(mode), status.ok)
  return esme
}
