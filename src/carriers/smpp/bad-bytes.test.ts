import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startScriptedSmsc } from '../../../test/scripted-smsc.ts'
import { fateOf, message, receiptFields, startSmpp, until } from '../../../test/smpp.ts'
import { encodePdu, type Fields, status } from '../../engine/smpp/pdu.ts'
import { createRandom } from '../simulator/outcome.ts'

describe('invalid bytes from a carrier', () => {
  const seed = Number(process.env.NGOMA_TEST_SEED ?? Date.now() % 1_000_000)
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)

  /** Variations of a PDU that a broken or hostile carrier might send. */
  const spoilers: readonly ((whole: Buffer) => Buffer)[] = [
    (whole) => whole.subarray(0, below(whole.length)),
    (whole) => {
      for (let flips = 1 + below(8); flips > 0; flips -= 1) whole[below(whole.length)] = below(256)
      return whole
    },
    (whole) => {
      whole.writeUInt32BE(
        [0, 1, 15, 16, 17, whole.length - 1, whole.length + 1, 16_385, 0x7fff_ffff, 0xffff_ffff][below(10)] ?? 0,
        0,
      )
      return whole
    },
    (whole) => {
      whole.writeUInt32BE(below(2 ** 32), 4)
      return whole
    },
    (whole) => Buffer.concat([whole, Buffer.from(Array.from({ length: below(64) }, () => below(256)))]),
    () => Buffer.from(Array.from({ length: 1 + below(4_096) }, () => below(256))),
  ]
  const commands: readonly [command: string, fields: Fields][] = [
    ['deliver_sm', receiptFields('7')],
    [
      'deliver_sm',
      {
        ...receiptFields('7'),
        receipted_message_id: '7',
        message_state: 2,
        network_error_code: Buffer.from([3, 0, 1]),
      },
    ],
    ['deliver_sm', { esm_class: 0x44, short_message: { udh: Buffer.from([5, 0, 3, 1, 2, 1]), message: 'x' } }],
    [
      'data_sm',
      {
        esm_class: 0x04,
        receipted_message_id: '7',
        message_state: 2,
        message_payload: Buffer.from('id:7 stat:DELIVRD'),
      },
    ],
    ['submit_sm_resp', { message_id: '7' }],
    ['enquire_link', {}],
    ['submit_multi', { dest_address: [{ dl_name: 'all' }], short_message: 'x' }],
    ['unbind', {}],
    ['alert_notification', { source_addr: '1', esme_addr: '2' }],
    ['outbind', { system_id: 'a', password: 'b' }],
    ['generic_nack', {}],
  ]

  it(`end at most their own bind, which reconnects (NGOMA_TEST_SEED=${seed})`, async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock, states } = await startSmpp(context, smsc.port, { settings: { binds: 2 } })
    const [steady = assert.fail()] = smsc.bound()
    const findVictim = () => smsc.bound().find((peer) => peer !== steady)
    const fates: Promise<string>[] = []
    let losses = 0
    for (let round = 0; round < 1_000; round += 1) {
      const victim = findVictim()
      if (victim === undefined) {
        losses += 1
        await until('the loss', () => states().some(({ isUp }) => !isUp))
        clock.moveForward(2 * 60_000)
        await until('the bind again', () => findVictim() !== undefined)
        continue
      }
      const [command, fields] = commands[below(commands.length)] as (typeof commands)[number]
      const spoil = spoilers[below(spoilers.length)] as (typeof spoilers)[number]
      victim.socket.write(spoil(encodePdu(command, 1 + below(20), fields)))
      if (below(4) === 0) fates.push(fateOf(carrier.submit(message(round))))
      // A truncated PDU waits for the rest, and would swallow everything after it.
      if (below(8) === 0) victim.socket.write(Buffer.alloc(20_000, 0xff))
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.ok(losses > 10, `${losses} losses`)
    assert.equal(steady.link.isEnded, false)
    findVictim()?.link.destroy('the test is over')
    await until('the loss', () => states().some(({ isUp }) => !isUp))
    // Only a PDU that looked like a response can have rejected a message; the other bind took over the rest.
    assert.ok((await Promise.all(fates)).filter((fate) => fate === 'taken').length > fates.length / 2)
    clock.moveForward(2 * 60_000)
    await until('both binds', () => states().every(({ isUp }) => isUp))
    assert.equal((await steady.link.request('deliver_sm', receiptFields('7'))).status, status.ok)
  })
})
