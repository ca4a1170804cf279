import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Receipt } from '../../src/carriers/carrier.ts'
import { toSubmits } from '../../src/carriers/smpp/message.ts'
import { readDelivery, referenceOf } from '../../src/carriers/smpp/receipt.ts'
import { readSettings, type SmppSettings } from '../../src/carriers/smpp/settings.ts'
import { createLink, type Link } from '../../src/engine/smpp/link.ts'
import { status } from '../../src/engine/smpp/pdu.ts'
import { type ForeignSmsc, missingForeignSmsc, startForeignSmsc } from '../foreign-smsc.ts'
import { until } from '../world.ts'

interface Session {
  readonly link: Link
  /** References of answers, and receipts, in order of arrival. */
  readonly heard: (string | Receipt)[]
  /** The status of the answer to a receipt. */
  answerWith: () => number
  submit(phone: string): Promise<{ status: number; reference: string }>
}

/** Tests the SMPP codec and rules against an independent implementation. */
describe('SMSC on Net::SMPP', { skip: missingForeignSmsc() ?? false }, () => {
  let smsc: ForeignSmsc
  let settings: SmppSettings
  const sessions: Session[] = []

  before(async () => {
    smsc = await startForeignSmsc({ lateSeconds: 1 })
    settings = readSettings({ host: '127.0.0.1', port: smsc.port, systemId: smsc.systemId }, ['password'])
  })
  // Otherwise a receipt of the next test could arrive at this bind.
  afterEach(() => {
    for (const { link } of sessions.splice(0)) link.destroy('the test is over')
  })
  after(() => smsc.close())

  async function connectTo(): Promise<Session> {
    const socket = connect(smsc.port, '127.0.0.1')
    await once(socket, 'connect')
    const heard: Session['heard'] = []
    const link = createLink(socket, {
      answerMs: 60_000,
      enquireMs: 0,
      onRequest(pdu) {
        const delivery = readDelivery(pdu, settings, new Date())
        if (delivery.kind === 'receipt') heard.push(delivery.receipt)
        link.answer(pdu, session.answerWith(), { message_id: '' })
      },
    })
    const session: Session = {
      link,
      heard,
      answerWith: () => status.ok,
      async submit(phone) {
        const validUntil = new Date(Date.now() + 3_600_000)
        const [fields] = toSubmits(
          { id: 1, sender: 'INFO', phone, encoding: 'gsm', parts: ['Habari'], lane: 'single', validUntil },
          settings,
          new Date(),
        )
        const answer = await link.request('submit_sm', fields)
        const reference = referenceOf(String(answer.fields.message_id ?? ''), settings.answerIds)
        heard.push(reference)
        return { status: answer.status, reference }
      },
    }
    sessions.push(session)
    return session
  }

  async function bindTo(command = 'bind_transceiver'): Promise<Session> {
    const session = await connectTo()
    const answer = await session.link.request(command, {
      system_id: smsc.systemId,
      password: smsc.password,
      interface_version: 0x34,
    })
    assert.deepEqual([answer.command, answer.status], [`${command}_resp`, status.ok])
    return session
  }

  const receiptsOf = ({ heard }: Session, reference: string) =>
    heard.filter((one): one is Receipt => typeof one !== 'string' && one.reference === reference)

  it('binds with the right password only, answers and unbinds', async () => {
    const { link } = await connectTo()
    assert.equal(
      (await link.request('submit_sm', { destination_addr: '255712345678' })).status,
      status.invalidBindStatus,
    )
    assert.equal(
      (await link.request('bind_transceiver', { system_id: smsc.systemId, password: 'other' })).status,
      status.invalidPassword,
    )
    assert.equal(
      (await link.request('bind_transceiver', { system_id: smsc.systemId, password: smsc.password })).status,
      status.ok,
    )
    assert.equal((await link.request('enquire_link')).status, status.ok)
    assert.equal((await link.request('query_sm', { message_id: '1' })).status, status.invalidCommandId)
    assert.equal((await link.request('unbind')).status, status.ok)
    assert.equal(await link.ended, 'the other side closed the connection')
  })

  it('returns the result that the last digits of a number ask for', async () => {
    const session = await bindTo()
    assert.equal((await session.submit('255710000000')).status, status.invalidDestination)
    const tries = [
      await session.submit('255710000001'),
      await session.submit('255710000001'),
      await session.submit('255710000001'),
    ]
    assert.deepEqual(
      tries.map((one) => one.status),
      [status.systemError, status.systemError, status.ok],
    )
    const silent = await session.submit('255710000002')
    const failed = await session.submit('255710000003')
    const late = await session.submit('255710000004')
    const twice = await session.submit('255710000005')
    const early = await session.submit('255710000006')
    await until('the late receipt', () => receiptsOf(session, late.reference).length > 0)
    await until('both receipts', () => receiptsOf(session, twice.reference).length === 2)

    // Other receipts may arrive in between.
    const placeOfReceipt = session.heard.indexOf(receiptsOf(session, early.reference)[0] ?? '')
    assert.ok(placeOfReceipt >= 0 && placeOfReceipt < session.heard.indexOf(early.reference))
    const reported = [silent, failed, late, twice, early].map(({ reference }) =>
      receiptsOf(session, reference).map(({ status, reason }) => [status, reason]),
    )
    const delivered = ['DELIVERED', null]
    assert.deepEqual(reported, [
      [],
      [['UNDELIVERED', 'carrier_undelivered_27']],
      [delivered],
      [delivered, delivered],
      [delivered],
    ])
  })

  it('repeats a receipt until it is acknowledged, also after a lost connection', async () => {
    const session = await bindTo()
    let refusals = 4
    session.answerWith = () => (refusals-- > 0 ? status.temporaryAppError : status.ok)
    const sent = [await session.submit('255712345678'), await session.submit('255712345678')]
    await until(
      'six attempts to deliver receipts',
      () => sent.flatMap(({ reference }) => receiptsOf(session, reference)).length === 6,
    )

    session.answerWith = () => status.temporaryAppError
    const { reference } = await session.submit('255712345678')
    session.link.destroy('the connection is lost')
    const other = await bindTo()
    await until('the receipt on the other connection', () => receiptsOf(other, reference).length === 1)
  })

  it('sends the receipts of a transmitter to a receiver', async () => {
    const transmitter = await bindTo('bind_transmitter')
    const receiver = await bindTo('bind_receiver')
    assert.equal((await receiver.submit('255712345678')).status, status.invalidBindStatus)
    const { reference } = await transmitter.submit('255712345678')
    await until('the receipt', () => receiptsOf(receiver, reference).length === 1)
  })

  it('accepts a thousand messages at once over one connection and sends a receipt for each', async () => {
    const session = await bindTo()
    const sent = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => session.submit(String(255_712_340_100 + index))),
    )
    const references = sent.map(({ reference }) => reference)
    assert.equal(new Set(references).size, 1000)
    await until('all receipts', () => session.heard.length === 2000)
    assert.deepEqual(
      session.heard
        .filter((one) => typeof one !== 'string')
        .map(({ reference }) => reference)
        .sort(),
      references.sort(),
    )
  })
})
