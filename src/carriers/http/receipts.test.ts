import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readReceipts } from './receipts.ts'
import { readSettings } from './settings.ts'

const url = 'https://provider.example/send'
const send = { url, body: { to: '{phone}', text: '{text}' } }
const states = { delivered: ['DELIVRD'], undelivered: ['UNDELIV'], pending: ['ACCEPTD'] }
const receipts = { reference: 'id', state: 'status', states }
const now = new Date('2030-01-31T08:00:00Z')

describe('readReceipts', () => {
  const read = (change: object, push: { query?: string; body?: string }) => {
    const settings = readSettings({ send, receipts: { ...receipts, reason: 'err', ...change } }).receipts
    assert.ok(settings)
    const reading = readReceipts(settings, { query: '', body: '', ...push }, now)
    return {
      receipts: reading.receipts.map(({ reference, status: to, reason }) => [reference, to, reason]),
      problems: reading.problems,
      answer: reading.answer.status,
    }
  }

  it('reads one receipt or many', () => {
    const body = '[{"id":1,"status":"DELIVRD"},{"id":2,"status":"UNDELIV","err":"006"},{"id":3,"status":"ACCEPTD"}]'
    const many = {
      receipts: [
        ['1', 'DELIVERED', null],
        ['2', 'UNDELIVERED', 'code_006'],
      ],
      problems: [],
      answer: 200,
    }
    assert.deepEqual(read({}, { body }), many)
    assert.deepEqual(read({ list: 'data.results' }, { body: `{"data":{"results":${body}}}` }), many)
    const one = { receipts: [['9', 'DELIVERED', null]], problems: [], answer: 202 }
    const answer = { status: 202 }
    assert.deepEqual(read({ answer }, { body: '{"id":"9","status":"DELIVRD"}' }), one)
    assert.deepEqual(read({ answer, from: 'form' }, { body: 'id=9&status=DELIVRD', query: 'id=8' }), one)
    assert.deepEqual(read({ answer, from: 'query' }, { query: 'id=9&status=DELIVRD', body: 'id=8' }), one)
    assert.deepEqual(
      read({ from: 'query', reference: 'msg.id' }, { query: 'msg.id=a%2Fb+c&status=UNDELIV' }).receipts,
      [['a/b c', 'UNDELIVERED', 'undeliv']],
    )
  })

  it('reads XML by paths, without prefixes and with attributes', () => {
    const xml = { from: 'xml', list: 'Body.receipt', reference: '@id', state: 'state', reason: 'state.@code' }
    const body = `<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><s:Body>
      <receipt id="9007199254740993"><state>DELIVRD</state></receipt>
      <receipt id="2"><state code="006">UNDELIV</state></receipt></s:Body></s:Envelope>`
    assert.deepEqual(read(xml, { body }).receipts, [
      ['9007199254740993', 'DELIVERED', null],
      ['2', 'UNDELIVERED', 'code_006'],
    ])
    const one = '<r><__proto__>1</__proto__><id>7</id><status>DELIVRD</status></r>'
    assert.deepEqual(read({ from: 'xml' }, { body: one }).receipts, [['7', 'DELIVERED', null]])
    for (const bad of [
      '',
      '<r>',
      '<!DOCTYPE r [<!ENTITY e "x">]><r>&e;</r>',
      `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`,
    ])
      assert.equal(read({ from: 'xml' }, { body: bad }).answer, 400, bad)
  })

  it('rejects an unreadable push, and skips an unknown state', () => {
    for (const body of [
      '',
      'x',
      'null',
      '[]',
      '{}',
      '{"id":1}',
      '{"status":"DELIVRD"}',
      '{"id":"a\\u0000b","status":"DELIVRD"}',
      '{"id":{},"status":"DELIVRD"}',
    ]) {
      const reading = read({}, { body })
      assert.deepEqual([reading.receipts, reading.answer], [[], 400], body)
      assert.equal(reading.problems.length, 1)
    }
    assert.equal(read({ list: 'results' }, { body: '{"other":[]}' }).answer, 400)
    assert.deepEqual(read({}, { body: '{"id":1,"status":"NEW STATE"}' }), {
      receipts: [],
      problems: ['unknown state "NEW STATE"'],
      answer: 200,
    })
    assert.deepEqual(read({}, { body: '[{"id":1,"status":"DELIVRD"},{}]' }).receipts, [['1', 'DELIVERED', null]])
  })
})
