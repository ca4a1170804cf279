import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { check, properties } from './checker.ts'
import { emptyHistory, type FaultRecord, type History, type Life, type Push, type Send, type Stock } from './history.ts'
import { limitsFor } from './limits.ts'

const limits = limitsFor(1, { window: 10, binds: 2, price: 10 })

const send = (change: Partial<Send> = {}): Send => ({
  key: 'key',
  lane: 'single',
  phones: ['255710000101'],
  tries: [{ at: 1, seconds: 0.1, status: 200, server: 'api1', text: '' }],
  answeredAt: 1,
  requestId: '1000001',
  ...change,
})

const fault = (change: Partial<FaultRecord> = {}, losesWindows = true): FaultRecord => ({
  fault: { kind: 'kill-worker', target: 'worker1', seconds: 1, strength: 1, losesWindows, quietSeconds: 1 },
  beganAt: 2,
  endedAt: 3,
  recoverySeconds: 5,
  ...change,
})

const life = (change: Partial<Life> = {}): Life => ({
  name: 'api1',
  startedAt: 0,
  servedAt: 1,
  endedAt: null,
  wasKilled: false,
  stopCode: 0,
  frozen: [],
  ...change,
})

const push = (change: Partial<Push> = {}): Push => ({
  phone: '255710000101',
  recipientId: 1,
  eventId: 'evt_1',
  isSigned: true,
  ...change,
})

const stock: Stock = {
  messages: [{ phone: '255710000101', status: 'DELIVERED', price: 10 }],
  stuck: [],
  credited: 100,
  left: 90,
  held: 0,
  ledger: null,
  receiptsWaiting: 0,
  retention: null,
}

/** One message that was accepted, sent, delivered and told, and one fault. */
const sound = (change: Partial<History> = {}): History => ({
  ...emptyHistory(),
  sends: [send()],
  taken: new Map([['255710000101', [1.5]]]),
  reported: new Map([['255710000101', ['DELIVERED']]]),
  lives: [life()],
  health: healthAt([1, 5, 10]),
  ages: [{ name: 'api1', askedAt: 5, answeredAt: 5, seconds: { single: 0, bulk: 0 } }],
  faults: [fault()],
  stock,
  ...change,
})

const healthAt = (times: readonly number[]) => times.map((at) => ({ name: 'api1', at, isOk: true }))
const copies = (...times: number[]) => new Map([['255710000101', times]])
const ofStock = (change: Partial<Stock>) => ({ stock: { ...stock, ...change } })
const message = (status: string) => ofStock({ messages: [{ phone: '255710000101', status, price: 10 }] })

/** Bulk requests that were accepted one after the other, and sent at these times. */
const bulk = (times: readonly number[]): Partial<History> => {
  const phones = times.map((_, index) => `p${index}`)
  return {
    sends: phones.map((phone, index) =>
      send({ lane: 'bulk', phones: [phone], answeredAt: 1 + index / 100, requestId: String(index) }),
    ),
    taken: new Map(phones.map((phone, index) => [phone, [times[index] ?? 0]])),
    reported: new Map(phones.map((phone) => [phone, ['DELIVERED']])),
    stock: {
      ...stock,
      messages: phones.map((phone) => ({ phone, status: 'DELIVERED', price: 10 })),
      credited: 10 * phones.length,
      left: 0,
    },
  }
}
const overtaken = (count: number) => bulk([20, ...Array.from({ length: count }, () => 10)])

/** Ten seconds in which every send was refused. */
const outage = (isReady: boolean): Partial<History> => ({
  sends: [send(), send({ tries: [{ at: 9, seconds: 1, status: 503, server: 'api1', text: '' }], answeredAt: null })],
  faults: [fault({ endedAt: 12 })],
  ready: [{ server: 'api1', at: 8, isReady }],
})

/** A worker that is frozen for 20 s, beside another, and one message at this time. */
const frozen = (at: number, other: string, servedAt = 1): Partial<History> => ({
  sends: [send({ answeredAt: at - 0.5 })],
  taken: copies(at),
  lives: [life(), life({ name: 'worker1' }), life({ name: other, servedAt })],
  faults: [
    {
      ...fault({ endedAt: 22 }),
      fault: { ...fault().fault, kind: 'freeze-worker', target: 'worker1', seconds: 20 },
    },
  ],
})

const lostBefore = 'nothing answered is lost'
const twice = 'copies are at most 1 plus the windows lost'
const events = 'a repeated event keeps its id, and all are signed'
const money = 'money is conserved'
const health = '/health always answers'
const waits = 'the oldest message waits no longer than the limit'
const age = 'the queue age metric tells the truth'

/** A change to a valid history, and the property that it violates. */
const cases: readonly (readonly [string, Partial<History>, string | null])[] = [
  ['a sound history', {}, null],
  ['an accepted message that is not in the database', ofStock({ messages: [], left: 100 }), lostBefore],
  ['an accepted message that was never sent', { taken: new Map() }, lostBefore],
  ['an accepted message that is still pending', { ...message('PENDING'), reported: new Map() }, lostBefore],
  ['a run whose end is unknown', { stock: null }, lostBefore],
  [
    'a message in the database twice',
    ofStock({ messages: [...stock.messages, ...stock.messages], left: 80 }),
    'a repeated send is accepted once',
  ],
  ['a copy after a lost window', { taken: copies(1.5, 4) }, null],
  ['two copies after one lost window', { taken: copies(1.5, 4, 5) }, twice],
  ['a copy after a fault that loses no window', { taken: copies(1.5, 4), faults: [fault({}, false)] }, twice],
  ['a copy of a message that was sent after the recovery', { taken: copies(9, 10) }, twice],
  [
    'more copies than the windows hold',
    { taken: new Map(Array.from({ length: 21 }, (_, index) => [`p${index}`, [1.5, 4]])) },
    twice,
  ],
  [
    'a status other than that of the message centre',
    { ...message('UNDELIVERED') },
    'DELIVRD at the centre means DELIVERED here',
  ],
  ['a final status that nobody was told', { reported: new Map() }, 'every event is delivered at least once'],
  ['an event that is repeated under its id', { pushes: [push(), push()] }, null],
  ['an event that is repeated under another id', { pushes: [push(), push({ eventId: 'evt_2' })] }, events],
  ['an event without a valid signature', { pushes: [push({ isSigned: false })] }, events],
  ['an event with another recipient_id', { pushes: [push({ recipientId: 2 })] }, events],
  ['a ledger that does not add up', ofStock({ ledger: 'account 1: …' }), money],
  ['a charge too much', ofStock({ left: 80 }), money],
  ['credit that stays held', ofStock({ held: 10 }), money],
  ['a row that nobody finishes', ofStock({ stuck: [{ table: 'sms_batches', rows: 1 }] }), 'no row is stuck'],
  ['a receipt that nobody takes', ofStock({ receiptsWaiting: 1 }), 'no row is stuck'],
  ['a message that waits for no reason', { taken: copies(40) }, waits],
  ['a message that waits behind older ones', bulk(Array.from({ length: 100 }, (_, index) => 2 + index)), null],
  [
    'a message that waits for a recovery',
    { taken: copies(50), faults: [fault({ endedAt: 20, recoverySeconds: 30 })] },
    null,
  ],
  ['a gap in sending while a worker is frozen', frozen(16, 'worker2'), 'sending continues while a worker is frozen'],
  [
    'a gap in sending by a worker that starts while another is frozen',
    frozen(3, 'worker2', 5),
    'sending continues while a worker is frozen',
  ],
  ['a short gap while a worker is frozen', frozen(12, 'worker2'), null],
  ['a gap that ends soon after another worker serves', frozen(16, 'worker2', 10), null],
  ['a gap in sending while the only worker is frozen', frozen(16, 'api2'), null],
  ['a request that few overtake', overtaken(100), null],
  ['a request that many overtake', overtaken(101), 'older requests are sent first'],
  [
    'a queue age that is too low',
    { taken: copies(20), ages: [{ name: 'api1', askedAt: 15, answeredAt: 15, seconds: { single: 3 } }] },
    age,
  ],
  [
    'a queue age without messages that wait for a retry',
    {
      taken: copies(20),
      refused: copies(2),
      ages: [{ name: 'api1', askedAt: 15, answeredAt: 15, seconds: { single: 3 } }],
    },
    null,
  ],
  [
    'a queue age of a process that was frozen until the messages were sent',
    { taken: copies(20), ages: [{ name: 'api1', askedAt: 15, answeredAt: 21, seconds: { single: 0 } }] },
    null,
  ],
  [
    'a queue age that is left out',
    { taken: copies(20), ages: [{ name: 'api1', askedAt: 15, answeredAt: 15, seconds: {} }] },
    null,
  ],
  [
    'an answer of 500',
    { sends: [send({ tries: [{ at: 1, seconds: 1, status: 500, server: 'api1', text: 'Internal Error' }] })] },
    'clients get 503 in an outage, never 500',
  ],
  ['a silence', { health: healthAt([1, 12]) }, health],
  [
    'a silence while it is frozen',
    { health: healthAt([1, 20]), lives: [life({ frozen: [{ from: 2, to: 15 }] })] },
    null,
  ],
  ['a silence after its end', { health: healthAt([1, 20]), lives: [life({ endedAt: 5, wasKilled: true })] }, null],
  ['a silence at its end', { health: [...healthAt([1]), { name: 'api1', at: 15, isOk: false }] }, health],
  ['an outage that /ready denies', outage(true), '/ready says when no send is accepted'],
  ['an outage that /ready admits', outage(false), null],
  [
    'a process that does not stop as it should',
    { lives: [life({ endedAt: 5, wasKilled: true, stopCode: 1 })] },
    'no process ends by itself',
  ],
  ['a process that ended by itself', { lives: [life({ endedAt: 5 })] }, 'no process ends by itself'],
  ['a process that ended before it served', { lives: [life(), life({ servedAt: null, endedAt: 5 })] }, null],
  [
    'a kept row that was removed',
    { stock: { ...stock, retention: { old: [], missing: ['49 of 50 rows'] } } },
    'nothing pending, held or within its limit is removed',
  ],
  [
    'an old row that is left',
    { stock: { ...stock, retention: { old: ['1 rows of otp_pins'], missing: [] } } },
    'data past its limit is removed',
  ],
  ['retention that did its work', { stock: { ...stock, retention: { old: [], missing: [] } } }, null],
  ['a slow recovery', { faults: [fault({ recoverySeconds: 31 })] }, 'recovery within the limit'],
  ['no recovery', { faults: [fault({ recoverySeconds: null })] }, 'recovery within the limit'],
]

describe('The checker', () => {
  for (const [title, change, property] of cases)
    it(`${property === null ? 'accepts' : 'reports'} ${title}`, () => {
      const violated = check(sound(change), limits).map((one) => one.property)
      if (property === null) assert.deepEqual(violated, [])
      else assert.ok(violated.includes(property), `only ${violated.join(', ')}`)
    })

  it('has a case for every property', () => {
    const shown = new Set(cases.map(([, , property]) => property))
    assert.deepEqual(
      Object.keys(properties).filter((property) => !shown.has(property)),
      [],
    )
  })
})
