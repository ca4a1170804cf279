import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { decodePdu, encodePdu, LinkProblem } from '../../../engine/smpp/pdu.ts'
import type { Lease } from '../../../engine/work/index.ts'
import type { Clock } from '../../../values/time.ts'
import type { Bind, Binds, SmppCredential } from '../model.ts'
import type { Delivered, Delivery } from './attempt.ts'
import { createBindSenders } from './bind-senders.ts'

const epoch = new Date(0)
const lease: Lease = { isOver: () => false, signal: new AbortController().signal }

const credentialWith = (id: number, windowSize: number): SmppCredential => ({
  id,
  accountId: 1,
  systemId: `customer${id}`,
  bindsMax: 4,
  windowSize,
  rate: 0,
  addresses: null,
  messageIds: 'decimal',
  receivesMessages: false,
  duplicateSeconds: 0,
  privateUrls: false,
  alphabet: 'gsm7',
  callingCode: null,
  messagesPerDay: null,
})

/** A bind whose answers the test gives. */
function bindWith(credential: SmppCredential) {
  const waiting: PromiseWithResolvers<ReturnType<typeof decodePdu>>[] = []
  const sent: string[] = []
  const bind: Bind = {
    credential,
    mode: 'receiver',
    get unanswered() {
      return waiting.length
    },
    deliver(fields) {
      encodePdu('deliver_sm', 1, fields)
      sent.push(String(fields.short_message))
      const one = Promise.withResolvers<ReturnType<typeof decodePdu>>()
      waiting.push(one)
      return one.promise
    },
  }
  return {
    bind,
    /** The texts that were sent over it. */
    sent,
    get count() {
      return waiting.length
    },
    async answer(status: number, times = 1) {
      for (let count = 0; count < times; count += 1) {
        waiting.shift()?.resolve(decodePdu(encodePdu('deliver_sm_resp', 1, {}, status)))
        await turn()
      }
    },
    async fail(kind: LinkProblem['kind']) {
      const failing = kind === 'ended' ? waiting.splice(0) : waiting.splice(0, 1)
      for (const one of failing) one.reject(new LinkProblem(kind, 'in a test'))
      await turn()
    },
  }
}

type TestBind = ReturnType<typeof bindWith>

function open(...given: readonly TestBind[]) {
  let current = given
  const listeners: (() => void)[] = []
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const binds: Binds = {
    owner: 'test',
    receiversOf: (id) => current.map(({ bind }) => bind).filter(({ credential }) => credential.id === id),
    receivingCredentials: () => new Set(given.map(({ bind }) => bind.credential.id)),
    onReceiver: (listener) => void listeners.push(listener),
  }
  const clock = { now: () => new Date() } as Clock
  const senders = createBindSenders({ clock, log }, binds)
  senders.serve(given.map(({ bind }) => bind.credential.id))
  let lastId = 0
  /** Delivers the text of each PDU. */
  async function deliver(
    phone: string,
    texts: string | readonly (string | Buffer)[] = 'x',
    change: Partial<Delivery> = {},
  ) {
    lastId += 1
    const pdus = [texts].flat().map((text) => ({ short_message: text }))
    const row = { id: lastId, table: 'sms_reports', attempts: 1, answered: null, credentialId: 7 }
    return senders.deliver({ phone, pdus, lease, due: epoch, createdAt: epoch, ...row, ...change })
  }
  return {
    senders,
    lines,
    deliver,
    /** Binds that leave are not announced. */
    leave: (...left: readonly TestBind[]) => {
      current = current.filter((one) => !left.includes(one))
    },
    set(...next: readonly TestBind[]) {
      current = next
      for (const listener of listeners) listener()
    },
  }
}

const kindsOf = async (results: readonly Promise<Delivered>[]) => (await Promise.all(results)).map(({ kind }) => kind)

describe('bind senders', () => {
  const credential = credentialWith(7, 2)

  it('have as many places as the windows of the binds, and none without a bind', () => {
    const { senders, set } = open(bindWith(credential), bindWith(credential), bindWith(credentialWith(8, 1_000)))
    assert.deepEqual(Object.fromEntries(senders.places), { 'smpp/7': 4, 'smpp/8': 100 })
    set()
    assert.equal(senders.places.size, 0)
    assert.equal(senders.bindOf(7), null)
  })

  it('use the binds evenly and wait when all windows are full', async () => {
    const [one, other] = [bindWith(credential), bindWith(credential)]
    const { deliver } = open(one, other)
    const results = ['1', '2', '3', '4', '5'].map((phone) => deliver(phone))
    assert.deepEqual([one.count, other.count], [2, 2])
    await one.answer(0)
    assert.deepEqual([one.count, other.count], [2, 2])
    await one.answer(0, 2)
    await other.answer(0, 2)
    assert.deepEqual(await kindsOf(results), Array(5).fill('done'))
  })

  it('send all deliveries of a number over one bind while one of them is outstanding', async () => {
    const [one, other] = [bindWith(credential), bindWith(credential)]
    const { deliver } = open(one, other)
    const results = ['a', 'b', 'c'].map((text) => deliver('1', text))
    assert.deepEqual([one.sent, other.sent], [['a', 'b'], []])
    await one.answer(0, 3)
    assert.deepEqual(one.sent, ['a', 'b', 'c'])
    assert.deepEqual(await kindsOf(results), Array(3).fill('done'))
  })

  const answers = {
    done: [0x00, 0x01, 0x0b, 0x43, 0x65, 0x66, 0xc4],
    refused: [0x08, 0x14, 0x58, 0x64],
  }
  for (const [status, kind] of Object.entries(answers).flatMap(([kind, all]) => all.map((one) => [one, kind] as const)))
    it(`end a delivery as ${kind} for status 0x${status.toString(16)}`, async () => {
      const bind = bindWith(credential)
      const delivered = open(bind).deliver('1')
      await bind.answer(status)
      assert.equal((await delivered).kind, kind)
    })

  it('send the other PDUs of a delivery after a rejected one, and after one that cannot be written', async () => {
    const bind = bindWith(credential)
    const { deliver, lines } = open(bind)
    const delivered = deliver('1', ['a', Buffer.alloc(70_000), 'c', 'd'])
    await bind.answer(0x66)
    await bind.answer(0, 2)
    assert.deepEqual(bind.sent, ['a', 'c', 'd'])
    assert.equal((await delivered).kind, 'done')
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /cannot be written/)
  })

  it('do not send the answered PDUs of an earlier attempt again', async () => {
    const bind = bindWith(credentialWith(7, 1))
    const { deliver } = open(bind)
    const delivered = deliver('1', ['a', 'b', 'c'])
    await bind.answer(0)
    await bind.answer(0x64)
    assert.partialDeepStrictEqual(await delivered, { kind: 'refused', answered: '100' })
    const again = deliver('2', ['a', 'b', 'c'], { answered: '100' })
    await bind.answer(0, 2)
    assert.deepEqual(bind.sent, ['a', 'b', 'b', 'c'])
    assert.equal((await again).kind, 'done')
  })

  it('hold back later deliveries of a number after an error, but only for a few attempts', async () => {
    const bind = bindWith(credentialWith(7, 1))
    const { deliver } = open(bind)
    const results = [deliver('1', 'a', { attempts: 4 }), deliver('1', 'b'), deliver('2', 'c')]
    await bind.answer(0x64)
    await bind.answer(0)
    assert.deepEqual(bind.sent, ['a', 'c'])
    const [first, second] = await Promise.all(results)
    assert(second?.kind === 'held')
    assert.deepEqual(second.until, first && 'until' in first && first.until)
    const due = second.until
    const retried = [deliver('1', 'a', { id: 1, due }), deliver('1', 'b', { id: 2, due })]
    await bind.answer(0, 2)
    assert.deepEqual(await kindsOf(retried), ['done', 'done'])
    const later = [deliver('3', 'd', { attempts: 5 }), deliver('3', 'e')]
    await bind.answer(0x64)
    await bind.answer(0)
    assert.deepEqual(await kindsOf(later), ['refused', 'done'])
  })

  it('hold back later deliveries of a number when the lease of an earlier one is over, until the held ones are due', async () => {
    const bind = bindWith(credentialWith(7, 1))
    const { deliver } = open(bind)
    const over: Lease = { ...lease, isOver: () => true }
    const results = [deliver('1', 'a'), deliver('2', 'b', { lease: over }), deliver('2', 'c'), deliver('3', 'd')]
    await bind.answer(0, 2)
    assert.deepEqual(await kindsOf(results), ['done', 'gone', 'held', 'done'])
    const early = [deliver('2', 'b', { id: 2 }), deliver('2', 'e', { id: 4 })]
    await bind.answer(0, 2)
    const [third, fourth] = await Promise.all([results[2], early[1]])
    assert.deepEqual(await kindsOf(early), ['done', 'held'])
    assert.deepEqual(fourth, third)
    assert(third?.kind === 'held')
    const due = third.until
    const again = [deliver('2', 'c', { id: 3, due }), deliver('2', 'e', { id: 4, due })]
    await bind.answer(0, 2)
    assert.deepEqual(await kindsOf(again), ['done', 'done'])
    assert.deepEqual(bind.sent, ['a', 'd', 'b', 'c', 'e'])
  })

  it('delay deliveries behind those that wait since before this process delivered for the customer', async () => {
    const bind = bindWith(credential)
    const { senders, deliver } = open(bind)
    const until = new Date(Date.now() + 1_000)
    senders.hold(7, [{ table: 'sms_reports', phone: '1', first: { id: 1, createdAt: epoch }, until }])
    const results = [
      deliver('1', 'b', { id: 2 }),
      deliver('2', 'c', { id: 3 }),
      deliver('1', 'd', { table: 'smpp_messages' }),
    ]
    await bind.answer(0, 2)
    assert.deepEqual(await kindsOf(results), ['held', 'done', 'done'])
    senders.hold(7, [])
    const sent = deliver('1', 'b', { id: 2 })
    await bind.answer(0)
    assert.equal((await sent).kind, 'done')
  })

  it('give a bind that does not answer one delivery at a time, and prefer others', async () => {
    const [silent, other] = [bindWith(credential), bindWith(credential)]
    const { senders, deliver } = open(silent, other)
    const first = deliver('1')
    await silent.fail('no_answer')
    assert.equal((await first).kind, 'refused')
    assert.equal(senders.places.get('smpp/7'), 3)
    const results = ['2', '3', '4'].map((phone) => deliver(phone))
    assert.deepEqual([silent.count, other.count], [0, 2])
    await other.answer(0, 3)
    assert.deepEqual(await kindsOf(results), Array(3).fill('done'))
  })

  it('use the whole window again as soon as a failing bind works', async () => {
    const bind = bindWith(credential)
    const { senders, deliver } = open(bind)
    const first = deliver('1')
    await bind.answer(0x64)
    const results = ['2', '3', '4'].map((phone) => deliver(phone))
    assert.deepEqual([bind.count, senders.places.get('smpp/7')], [1, 1])
    await bind.answer(0)
    assert.deepEqual([bind.count, senders.places.get('smpp/7')], [2, 2])
    await bind.answer(0, 2)
    assert.deepEqual(await kindsOf([first, ...results]), ['refused', 'done', 'done', 'done'])
  })

  it('repeat deliveries in order over another bind when their connection ends', async () => {
    const [one, other] = [bindWith(credential), bindWith(credentialWith(7, 9))]
    const { deliver } = open(one, other)
    const results = ['a', 'b', 'c'].map((text) => deliver('1', text))
    await one.fail('ended')
    assert.deepEqual(other.sent, ['a', 'b', 'c'])
    await other.answer(0, 3)
    assert.deepEqual(await kindsOf(results), Array(3).fill('done'))
  })

  it('give up all deliveries when the last bind ends or leaves, and have no place for more', async () => {
    const [bind, leaving] = [bindWith(credential), bindWith(credentialWith(8, 2))]
    const { senders, leave, deliver } = open(bind, leaving)
    const results = ['a', 'b', 'c'].map((text) => deliver('1', text))
    await bind.fail('ended')
    leave(leaving)
    assert.deepEqual(await kindsOf([...results, deliver('2', 'x', { credentialId: 8 })]), Array(4).fill('gone'))
    assert.equal(senders.places.size, 0)
    assert.equal(leaving.count, 0)
  })

  it('give up the deliveries of a credential that another process serves now', async () => {
    const bind = bindWith(credential)
    const { senders, deliver } = open(bind)
    const results = ['1', '2', '3'].map((phone) => deliver(phone))
    senders.serve([])
    assert.deepEqual(await kindsOf([...results, deliver('4')]), Array(4).fill('gone'))
    await bind.answer(0, 2)
    assert.deepEqual([bind.sent.length, senders.places.size], [2, 0])
  })
})
