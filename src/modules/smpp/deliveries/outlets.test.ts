import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { LinkProblem } from '../../../engine/smpp/link-problem.ts'
import { decodePdu, encodePdu } from '../../../engine/smpp/pdu.ts'
import type { Lease } from '../../../engine/work/index.ts'
import type { Bind, Binds, SmppCredential } from '../model.ts'
import { createOutlets } from './outlets.ts'

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
  const bind: Bind = {
    credential,
    mode: 'receiver',
    get unanswered() {
      return waiting.length
    },
    deliver() {
      const one = Promise.withResolvers<ReturnType<typeof decodePdu>>()
      waiting.push(one)
      return one.promise
    },
  }
  return {
    bind,
    get count() {
      return waiting.length
    },
    answer: (status: number) => waiting.shift()?.resolve(decodePdu(encodePdu('deliver_sm_resp', 1, {}, status))),
    fail: (kind: LinkProblem['kind']) => waiting.shift()?.reject(new LinkProblem(kind, 'in a test')),
  }
}

function open(...given: readonly ReturnType<typeof bindWith>[]) {
  let current = given
  const listeners: (() => void)[] = []
  const binds: Binds = {
    owner: 'test',
    receiversOf: (id) => current.map(({ bind }) => bind).filter(({ credential }) => credential.id === id),
    receivingCredentials: () => new Set(current.map(({ bind }) => bind.credential.id)),
    onReceiver: (listener) => void listeners.push(listener),
  }
  const outlets = createOutlets(binds)
  const set = (...next: readonly ReturnType<typeof bindWith>[]) => {
    current = next
    for (const listener of listeners) listener()
  }
  set(...given)
  return { outlets, set, deliver: (id = 7) => outlets.deliver(id, [{ short_message: 'x' }], lease) }
}

describe('outlets', () => {
  const credential = credentialWith(7, 2)

  it('have as many places as the windows of the binds, and none without a bind', () => {
    const { outlets, set } = open(bindWith(credential), bindWith(credential), bindWith(credentialWith(8, 1_000)))
    assert.deepEqual(Object.fromEntries(outlets.places), { 'smpp/7': 4, 'smpp/8': 100 })
    set()
    assert.equal(outlets.places.size, 0)
    assert.equal(outlets.bindOf(7), null)
  })

  it('use the binds evenly and wait when all windows are full', async () => {
    const [one, other] = [bindWith(credential), bindWith(credential)]
    const { deliver } = open(one, other)
    const results = Array.from({ length: 5 }, () => deliver())
    await turn()
    assert.deepEqual([one.count, other.count], [2, 2])
    one.answer(0)
    await turn()
    assert.deepEqual([one.count, other.count], [2, 2])
    for (const bind of [one, one, other, other]) bind.answer(0)
    assert.deepEqual(await Promise.all(results), Array(5).fill('taken'))
  })

  const answers = [
    [0x00, 'taken'],
    [0x08, 'refused'],
    [0x14, 'refused'],
    [0x64, 'refused'],
    [0x65, 'rejected'],
    [0x66, 'rejected'],
  ] as const
  for (const [status, result] of answers) {
    it(`end with ${result} for status 0x${status.toString(16)}`, async () => {
      const bind = bindWith(credential)
      const delivered = open(bind).deliver()
      await turn()
      bind.answer(status)
      assert.equal(await delivered, result)
    })
  }

  it('give a bind that does not answer one delivery at a time, and prefer others', async () => {
    const [silent, other] = [bindWith(credential), bindWith(credential)]
    const { outlets, deliver } = open(silent, other)
    const first = deliver()
    await turn()
    silent.fail('no_answer')
    assert.equal(await first, 'refused')
    assert.equal(outlets.places.get('smpp/7'), 3)
    const results = [deliver(), deliver(), deliver()]
    await turn()
    assert.deepEqual([silent.count, other.count], [1, 2])
    silent.answer(0)
    await results[2]
    assert.equal(outlets.places.get('smpp/7'), 4)
    other.answer(0)
    other.answer(0)
    await Promise.all(results)
  })

  it('repeat a delivery over another bind when its connection ends', async () => {
    const [one, other] = [bindWith(credential), bindWith(credential)]
    const { deliver } = open(one, other)
    const delivered = deliver()
    await turn()
    one.fail('ended')
    await turn()
    assert.equal(other.count, 1)
    other.answer(0)
    assert.equal(await delivered, 'taken')
  })

  it('give up deliveries that wait when the last bind ends', async () => {
    const bind = bindWith(credential)
    const { set, deliver } = open(bind)
    const results = [deliver(), deliver(), deliver()]
    await turn()
    set()
    bind.fail('ended')
    bind.fail('ended')
    assert.deepEqual(await Promise.all(results), ['gone', 'gone', 'gone'])
  })
})
