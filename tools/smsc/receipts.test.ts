import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Pdu, status } from '../../src/engine/smpp/pdu.ts'
import { bindEsme, openEsme, openSmsc } from '../../test/smsc.ts'
import { until } from '../../test/world.ts'
import { nextId, parseId, writeId } from './ids.ts'
import { profiles } from './profile.ts'

const plainPhone = '255712345678'
const minute = 60_000

const textOf = ({ fields }: Pdu) => String(fields.short_message)
const idOf = ({ fields }: Pdu) => String(fields.message_id)

describe('the last digits of a number', () => {
  it('decide the answer and the number of receipts', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const { submit, delivered } = await bindEsme(test, smsc)
    const statusesOf = async (phone: string, times: number) => {
      const statuses: number[] = []
      for (let time = 0; time < times; time += 1) statuses.push((await submit(phone)).status)
      return statuses
    }
    assert.deepEqual(await statusesOf('255710000000', 2), [status.invalidDestination, status.invalidDestination])
    assert.deepEqual(await statusesOf('255710000001', 3), [status.systemError, status.systemError, status.ok])
    assert.deepEqual(await statusesOf('INFO', 1), [status.invalidDestination])
    const ids = {
      silent: idOf(await submit('255710000002')),
      late: idOf(await submit('255710000004')),
      twice: idOf(await submit('255710000005')),
    }
    const undelivered = idOf(await submit('255710000003'))
    clock.moveForward(1_000)
    const receiptsOf = (id: string) => delivered.filter(({ fields }) => fields.receipted_message_id === id)
    await until('the receipts', () => delivered.length === 4)
    assert.equal(receiptsOf(ids.twice).length, 2)
    assert.deepEqual(receiptsOf(undelivered)[0]?.fields.message_state, 5)
    assert.match(textOf(receiptsOf(undelivered)[0] as Pdu), / dlvrd:000 .* stat:UNDELIV err:006 /)
    clock.moveForward(30_000)
    await until('the late one', () => receiptsOf(ids.late).length === 1)
    assert.equal(receiptsOf(ids.silent).length, 0)
    await until('all are acknowledged', () => smsc.counts().receiptsWaiting === 0)
    const { refused, busy, submitted, receiptsSent, receiptsAcknowledged, receiptsWaiting } = smsc.counts()
    assert.deepEqual(
      { refused, busy, submitted, receiptsSent, receiptsAcknowledged, receiptsWaiting },
      { refused: 3, busy: 2, submitted: 5, receiptsSent: 5, receiptsAcknowledged: 4 + 1, receiptsWaiting: 0 },
    )
  })

  it('can send the receipt before the answer, also over another connection', async (test) => {
    const { smsc } = await openSmsc(test)
    const [transmitter, receiver] = [await bindEsme(test, smsc, 'transmitter'), await bindEsme(test, smsc, 'receiver')]
    receiver.answerWith = null
    let answer: Pdu | null = null
    const submitted = transmitter.submit('255710000006').then((pdu) => (answer = pdu))
    await until('the receipt', () => receiver.delivered.length === 1)
    assert.equal((await transmitter.link.request('enquire_link')).status, status.ok)
    assert.equal(answer, null)
    const [request] = receiver.delivered
    receiver.link.answer(request as Pdu, status.ok)
    assert.equal(idOf(await submitted), request?.fields.receipted_message_id)
  })

  it('do not block the answer when nobody is bound for an early receipt', async (test) => {
    const { smsc } = await openSmsc(test)
    const transmitter = await bindEsme(test, smsc, 'transmitter')
    assert.equal((await transmitter.submit('255710000006')).status, status.ok)
    assert.equal(smsc.counts().receiptsWaiting, 1)
  })
})

describe('a receipt', () => {
  const forms = [
    { receipts: 'text', hasText: true, hasTlvs: false },
    { receipts: 'tlv', hasText: false, hasTlvs: true },
    { receipts: 'both', hasText: true, hasTlvs: true },
  ] as const
  for (const { receipts, hasText, hasTlvs } of forms) {
    it(`has the format ${receipts}`, async (test) => {
      const { smsc, clock } = await openSmsc(test, { receipts })
      const { submit, delivered } = await bindEsme(test, smsc)
      const before = clock.now()
      const id = idOf(await submit(plainPhone, { short_message: Buffer.from('Habari ya leo, rafiki?') }))
      clock.moveForward(minute)
      await until('the receipt arrived', () => delivered.length === 1)
      const [receipt] = delivered as [Pdu]
      const {
        source_addr,
        source_addr_ton,
        source_addr_npi,
        destination_addr,
        dest_addr_ton,
        esm_class,
        receipted_message_id,
        message_state,
      } = receipt.fields
      assert.deepEqual(
        { source_addr, source_addr_ton, source_addr_npi, destination_addr, dest_addr_ton, esm_class },
        {
          source_addr: plainPhone,
          source_addr_ton: 1,
          source_addr_npi: 1,
          destination_addr: 'INFO',
          dest_addr_ton: 5,
          esm_class: 4,
        },
      )
      const date = (time: Date) => time.toISOString().replace(/\D/g, '').slice(2, 12)
      if (hasText) {
        const [, submittedAt = '', rest] =
          /^id:\d+ sub:001 dlvrd:001 submit date:(\d{10}) (.*)$/.exec(textOf(receipt)) ?? []
        assert.ok(submittedAt >= date(before) && submittedAt <= date(clock.now()), textOf(receipt))
        assert.match(rest ?? '', /^done date:\d{10} stat:DELIVRD err:000 text:Habari ya leo, rafik$/)
        assert.ok(textOf(receipt).startsWith(`id:${id} `))
      } else {
        assert.equal(textOf(receipt), '')
      }
      assert.deepEqual([receipted_message_id, message_state], hasTlvs ? [id, 2] : [undefined, undefined])
    })
  }

  it('is sent as requested: for all, failures or deliveries', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const { submit, delivered } = await bindEsme(test, smsc)
    const wanted: unknown[] = []
    for (const registered_delivery of [0, 1, 2, 3, 0x10]) {
      const [good, bad] = [
        idOf(await submit(plainPhone, { registered_delivery })),
        idOf(await submit('255710000003', { registered_delivery })),
      ]
      if (registered_delivery === 1 || registered_delivery === 3) wanted.push(good)
      if (registered_delivery === 1 || registered_delivery === 2) wanted.push(bad)
    }
    clock.moveForward(minute)
    await until('the receipts arrived', () => delivered.length >= 4)
    assert.deepEqual(delivered.map(({ fields }) => fields.receipted_message_id).sort(), wanted.sort())
    await until('they are acknowledged', () => smsc.counts().receiptsWaiting === 0)
  })

  const ids = [
    { ids: 'decimal', receiptIds: 'decimal', answered: /^[1-9]\d+$/, base: 10 },
    { ids: 'hex', receiptIds: 'decimal', answered: /^[1-9a-f][0-9a-f]+$/, base: 16 },
    { ids: 'upper-hex', receiptIds: 'hex', answered: /^[1-9A-F][0-9A-F]+$/, base: 16 },
    { ids: 'zeros', receiptIds: 'zeros', answered: /^0\d{19}$/, base: 10 },
  ] as const
  for (const { ids: inAnswers, receiptIds, answered, base } of ids) {
    it(`has a ${receiptIds} id while answers have a ${inAnswers} id`, async (test) => {
      const { smsc, clock } = await openSmsc(test, { ids: inAnswers, receiptIds })
      const { submit, delivered } = await bindEsme(test, smsc)
      const id = idOf(await submit(plainPhone))
      assert.match(id, answered)
      clock.moveForward(minute)
      await until('the receipt arrived', () => delivered.length === 1)
      const expected = writeId(Number.parseInt(id, base), receiptIds)
      assert.equal(delivered[0]?.fields.receipted_message_id, expected)
      assert.ok(textOf(delivered[0] as Pdu).startsWith(`id:${expected} `))
      assert.equal(parseId(id, inAnswers), Number.parseInt(id, base))
    })
  }

  it('has an id that is unique across processes', () => {
    const [first, second] = [nextId(), nextId()]
    assert.ok(second > first && first > (Date.now() - 10 * minute) * 1_000 && second < (Date.now() + minute) * 1_000)
  })
})

describe('an unacknowledged receipt', () => {
  it('is sent again after an error', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const esme = await bindEsme(test, smsc)
    esme.answerWith = status.temporaryAppError
    await esme.submit(plainPhone)
    clock.moveForward(1_000)
    for (const times of [1, 2, 3]) {
      await until(`it arrived, ${times}`, () => esme.delivered.length === times)
      // The answer to this is behind the answer to the receipt.
      assert.equal((await esme.link.request('enquire_link')).status, status.ok)
      if (times === 2) esme.answerWith = status.ok
      clock.moveForward(1_000)
    }
    const { receiptsSent, receiptsAcknowledged, receiptsWaiting } = smsc.counts()
    assert.deepEqual(
      { receiptsSent, receiptsAcknowledged, receiptsWaiting },
      { receiptsSent: 3, receiptsAcknowledged: 1, receiptsWaiting: 0 },
    )
  })

  it('is sent again without an answer and after a lost connection', async (test) => {
    const { smsc } = await openSmsc(test, { delayMs: 0, answerMs: 500, offerAgainMs: 0 })
    const silent = await bindEsme(test, smsc)
    silent.answerWith = null
    await silent.submit(plainPhone)
    await until('the receipt arrived twice', () => silent.delivered.length >= 2)
    silent.link.destroy('enough')
    const next = await bindEsme(test, smsc, 'receiver')
    await until('the receipt is acknowledged', () => smsc.counts().receiptsAcknowledged === 1)
    assert.ok(next.delivered.length > 0)
    assert.equal(smsc.counts().connectionsLost, 1)
  })

  it('waits for a receiver with the same system_id', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const transmitter = await bindEsme(test, smsc, 'transmitter')
    await transmitter.submit(plainPhone)
    clock.moveForward(minute)
    const stranger = await openEsme(test, smsc.port)
    await stranger.bind('receiver', { system_id: 'other' })
    const [first, second] = [await bindEsme(test, smsc, 'receiver'), await bindEsme(test, smsc, 'receiver')]
    await until('the receipt arrived', () => smsc.counts().receiptsAcknowledged === 1)
    assert.deepEqual(
      [first, second, stranger, transmitter].map(({ delivered }) => delivered.length).sort(),
      [0, 0, 0, 1],
    )
    assert.equal(stranger.delivered.length + transmitter.delivered.length, 0)
  })

  it('blocks others beyond the window, and the excess is dropped', async (test) => {
    const { smsc, clock } = await openSmsc(test, { window: 3, receiptsMax: 10 })
    const esme = await bindEsme(test, smsc)
    esme.answerWith = null
    await Promise.all(Array.from({ length: 12 }, (_, index) => esme.submit(String(255_712_345_100 + index))))
    clock.moveForward(minute)
    await until('a window of them', () => esme.delivered.length === 3)
    assert.equal((await esme.link.request('enquire_link')).status, status.ok)
    assert.equal(esme.delivered.length, 3)
    assert.deepEqual([smsc.counts().receiptsDropped, smsc.counts().receiptsWaiting], [2, 10])
    esme.answerWith = status.ok
    for (const request of esme.delivered.slice()) esme.link.answer(request, status.ok)
    await until('the others', () => smsc.counts().receiptsAcknowledged === 10)
    assert.equal(new Set(esme.delivered.map(({ fields }) => fields.receipted_message_id)).size, 10)
  })
})

describe('a flaky SMSC', () => {
  const messages = 300
  const profile = { ...profiles.flaky, disconnectRate: 0.02, lostAnswerRate: 0.02 }

  it('repeats its faults for the same seed and messages', async (test) => {
    /**
     * Sends sequentially, so that the order is always the same. After a lost connection it continues with a new one.
     */
    async function fatesOf(seed: number): Promise<{ fates: string[]; counts: unknown }> {
      const { smsc, clock } = await openSmsc(test, { seed, profile })
      let delivered = 0
      let esme = await bindEsme(test, smsc)
      const fates: string[] = []
      for (let index = 0; index < messages; index += 1) {
        const before = smsc.counts().unanswered
        let fate = 'unanswered'
        const answer = esme.submit(String(255_712_345_100 + index)).then(
          ({ status: commandStatus }) => (fate = String(commandStatus)),
          () => (fate = 'disconnected'),
        )
        const isLost = () => smsc.counts().unanswered > before && smsc.counts().bound === 1
        await Promise.race([answer, until('an answer or a lost connection', () => fate !== 'unanswered' || isLost())])
        fates.push(fate)
        if (fate === 'disconnected') {
          delivered += esme.delivered.length
          esme = await bindEsme(test, smsc)
        }
      }
      clock.moveForward(minute)
      await until('all receipts', () => smsc.counts().receiptsWaiting === 0)
      const { submitted, distinct, duplicate, busy, unanswered, receiptsAcknowledged, connectionsLost } = smsc.counts()
      assert.ok(delivered + esme.delivered.length >= receiptsAcknowledged)
      return {
        fates,
        counts: { submitted, distinct, duplicate, busy, unanswered, receiptsAcknowledged, connectionsLost },
      }
    }
    const [first, again, other] = [await fatesOf(5), await fatesOf(5), await fatesOf(6)]
    assert.deepEqual(again, first)
    assert.notDeepEqual(other.fates, first.fates)
    for (const fate of ['0', String(status.systemError), 'disconnected', 'unanswered'])
      assert.ok(first.fates.includes(fate), fate)
  })

  it('sends early, doubled and reordered receipts without losing any', async (test) => {
    const { smsc, clock } = await openSmsc(test, {
      profile: { ...profiles.flaky, disconnectRate: 0, lostAnswerRate: 0, errorRate: 0 },
    })
    const { submit, delivered } = await bindEsme(test, smsc)
    const order: string[] = []
    let early = 0
    await Promise.all(
      Array.from({ length: messages }, async (_, index) => {
        const id = idOf(await submit(String(255_712_345_100 + index)))
        order.push(id)
        if (delivered.some(({ fields }) => fields.receipted_message_id === id)) early += 1
      }),
    )
    for (let step = 0; step < 40; step += 1) clock.moveForward(100)
    await until('all receipts', () => smsc.counts().receiptsWaiting === 0)
    const received = delivered.map(({ fields }) => String(fields.receipted_message_id))
    assert.ok(early > 0, 'some came before the answer')
    assert.ok(received.length > messages, 'some came twice')
    assert.deepEqual([...new Set(received)].sort(), [...order].sort())
    assert.notDeepEqual([...new Set(received)], order)
  })
})
