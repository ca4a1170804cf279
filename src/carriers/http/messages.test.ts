import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock } from '../../engine/clock.ts'
import type { Incoming, PushedThing } from '../carrier.ts'
import { httpCarriers } from './index.ts'

const send = { url: 'https://provider.example/send' }
const paths = { id: 'id', phone: 'from', number: 'to', text: 'text' }
const receipts = { reference: 'id', state: 'status', states: { delivered: ['D'], undelivered: ['U'] } }
const now = new Date('2030-01-31T08:00:00Z')
const kind = httpCarriers({
  clock: createClock(),
  send: () => assert.fail('nothing is sent'),
  checkUrl: async () => ({ ok: true }),
  publicUrl: null,
})

function read(messages: object, push: { query?: string; body?: string }, things: PushedThing = 'messages') {
  const readPush = kind.openPushes?.({ send, messages: { ...paths, ...messages }, receipts })[things]
  assert.ok(readPush)
  return readPush({ query: '', body: '', ...push }, now)
}

const form = (fields: object) =>
  new URLSearchParams({ id: '7', from: '255712345678', to: '15015', text: 'Hi', ...fields })
const plain: Incoming = { id: '7', from: '255712345678', to: '15015', text: 'Hi', part: null, at: now }

describe('pushed messages', () => {
  it('are read from JSON, forms, queries and XML', () => {
    const json = '{"id":7,"from":"+255 712-345-678","to":15015,"text":"Hi"}'
    const xml = '<m id="7"><from>00255712345678</from><to>15015</to><text>Hi</text></m>'
    for (const [settings, push] of [
      [{}, { body: json }],
      [{ list: 'data.messages' }, { body: `{"data":{"messages":[${json}]}}` }],
      [{ from: 'form' }, { body: String(form({})) }],
      [{ from: 'query' }, { query: String(form({ from: '+255712345678' })) }],
      [{ from: 'xml', id: '@id' }, { body: xml }],
      [{ from: 'xml', id: '@id', list: 'm' }, { body: `<all>${xml}</all>` }],
    ] as const) {
      const { messages, problems, answer } = read(settings, push)
      assert.deepEqual([messages, problems, answer.status], [[plain], [], 200], JSON.stringify(settings))
    }
  })

  const times: readonly [time: string, at: string][] = [
    ['2030-01-31T07:59:00+00:00', '2030-01-31T07:59:00.000Z'],
    ['2030-01-31T09:59:00+0300', '2030-01-31T06:59:00.000Z'],
    ['2030-01-31 07:59:00', '2030-01-31T07:59:00.000Z'],
    ['1896076740', '2030-01-31T07:59:00.000Z'],
    ['1896076740123', '2030-01-31T07:59:00.123Z'],
    ['2030-01-31T08:00:01Z', now.toISOString()],
    ['2029-01-31T08:00:00Z', now.toISOString()],
    ['yesterday', now.toISOString()],
    ['', now.toISOString()],
  ]
  it('have the time of the provider when it is plausible', () => {
    for (const [time, at] of times) {
      const { messages } = read({ from: 'form', time: 'at' }, { body: String(form({ at: time })) })
      assert.equal(messages[0]?.at.toISOString(), at, time)
    }
  })

  it('decode hexadecimal texts, and keep others', () => {
    const readText = (text: string, dcs: string) =>
      read({ from: 'form', coding: 'dcs', hex: [8] }, { body: String(form({ text, dcs })) })
    assert.equal(readText('00480069D83DDE00', '8').messages[0]?.text, 'Hi😀')
    assert.equal(readText('00480069', '0').messages[0]?.text, '00480069')
    assert.deepEqual(readText('004', '8').problems, ['text is not UCS-2 in hexadecimal'])
  })

  it('may be parts of a long message', () => {
    const part = { reference: 'ref', number: 'n', total: 'of' }
    const readPart = (fields: object) => read({ from: 'form', part }, { body: String(form(fields)) }).messages[0]?.part
    assert.deepEqual(readPart({ ref: '17', n: '2', of: '3' }), { reference: 17, number: 2, total: 3 })
    assert.equal(
      readPart({ ref: 'e2-a', n: '1', of: '2' })?.reference,
      readPart({ ref: 'e2-a', n: '2', of: '2' })?.reference,
    )
    for (const whole of [
      {},
      { ref: '17', n: '1', of: '1' },
      { ref: '17', n: '4', of: '3' },
      { ref: '1', n: '1', of: '999' },
    ])
      assert.equal(readPart(whole), null, JSON.stringify(whole))
  })

  it('keep a sender that is not a number', () => {
    assert.equal(read({ from: 'form' }, { body: String(form({ from: 'M-PESA' })) }).messages[0]?.from, 'M-PESA')
  })

  it('are rejected when unreadable, after the readable ones are stored', () => {
    for (const body of [
      '',
      'x',
      '[]',
      '{}',
      '{"id":1,"from":"2557","to":"1"}',
      '{"id":"","from":"1","to":"1","text":""}',
    ]) {
      const { messages, problems, answer } = read({}, { body })
      assert.deepEqual([messages, problems.length, answer.status], [[], 1, 400], body)
    }
    const { messages, answer } = read({}, { body: `[{},${JSON.stringify(Object.fromEntries(form({})))}]` })
    assert.deepEqual([messages, answer.status], [[plain], 400])
  })

  it('may be pushed to the URL of receipts', () => {
    const body = JSON.stringify(Object.fromEntries(form({ status: 'received' })))
    assert.deepEqual(read({}, { body }, 'receipts').messages, [plain])
    const receipt = read({}, { body: '{"id":1,"status":"D","from":"1","to":"2","text":"x"}' }, 'receipts')
    assert.deepEqual([receipt.messages, receipt.receipts.length], [[], 1])
    assert.deepEqual(read({}, { body: '{}' }, 'receipts').problems, ['id is missing'])
  })
})
