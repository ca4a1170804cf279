import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { classifyAnswer, classifyStatus, reasonOf } from './classify.ts'

import { readSettings } from './settings.ts'

const url = 'https://provider.example/send'
const send = { url, body: { to: '{phone}', text: '{text}' } }
const states = { delivered: ['DELIVRD'], undelivered: ['UNDELIV'], pending: ['ACCEPTD'] }
const status = { url: `${url}/{reference}`, answer: { state: 'status' }, states }
const now = new Date('2030-01-31T08:00:00Z')

describe('classifyAnswer and classifyStatus', () => {
  const objectOf = (statusCode: number, text: string, headers = {}) => ({
    status: statusCode,
    text,
    headers,
    isCut: false,
  })
  const classified = (change: object, ...given: Parameters<typeof objectOf>) =>
    classifyAnswer(readSettings({ send: { ...send, ...change } }).send, objectOf(...given), now)
  const lists = {
    answer: { state: 's', reference: 'id', reason: 'why' },
    states: {
      accepted: ['OK', 0],
      refused: ['NO', 'http:404'],
      busy: ['LATER', 'http:403'],
      slow: ['SLOW', 'http:402'],
    },
  }

  it('reads server errors as unclear where a provider may have the message', () => {
    for (const code of [500, 503, 408])
      assert.deepEqual(
        classifyAnswer(readSettings({ send }).send, objectOf(code, '', { 'retry-after': '20' }), now, null),
        {
          does: 'unclear',
          why: `the response has status ${code}`,
        },
      )
    const { send: mapped } = readSettings({ send: { ...send, states: { busy: ['http:503'] } } })
    assert.equal(classifyAnswer(mapped, objectOf(503, ''), now, null).does, 'retry')
  })

  const table: readonly [change: object, statusCode: number, text: string, verdict: object, headers?: object][] = [
    [{}, 200, 'anything', { does: 'accept', references: 'ours' }],
    [{}, 204, '', { does: 'accept', references: 'ours' }],
    [{}, 301, '', { does: 'unclear', why: 'the response has status 301' }],
    [{}, 403, '', { does: 'refuse', reason: 'http_403' }],
    [{}, 503, '', { does: 'retry', reason: 'http_503' }],
    [{}, 503, '', { does: 'slow', waitMs: 20_000 }, { 'retry-after': '20' }],
    [{}, 502, '', { does: 'unclear', why: 'the response has status 502' }],
    [{}, 504, '', { does: 'unclear', why: 'the response has status 504' }, { 'retry-after': '20' }],
    [{ states: { busy: ['http:502'] } }, 502, '', { does: 'retry', reason: 'http_502' }],
    [{}, 429, '', { does: 'slow', waitMs: null }],
    [{}, 429, '', { does: 'slow', waitMs: 60_000 }, { 'retry-after': 'Thu, 31 Jan 2030 08:01:00 GMT' }],
    [{}, 429, '', { does: 'slow', waitMs: 1_000 }, { 'retry-after': 'Thu, 31 Jan 2030 07:00:00 GMT' }],
    [{}, 429, '', { does: 'slow', waitMs: null }, { 'retry-after': 'soon' }],
    [{}, 401, '', { does: 'away' }],
    [lists, 200, '{"s":"OK","id":12345678901234567890}', { does: 'accept', references: ['12345678901234567890'] }],
    [lists, 200, '{"s":0,"id":"a"}', { does: 'accept', references: ['a'] }],
    [lists, 200, '{"s":"OK"}', { does: 'accept', references: [] }],
    [lists, 200, '{"s":"OK","id":"a\\nb"}', { does: 'accept', references: [] }],
    [lists, 200, '{"s":"?","id":1}', { does: 'unclear', why: 'unknown state "?"' }],
    [lists, 200, '{"s":"http:404","id":1}', { does: 'unclear', why: 'unknown state "http:404"' }],
    [lists, 200, '', { does: 'unclear', why: 'the response has status 200' }],
    [lists, 200, '{"s":"NO","why":"Sender is barred!"}', { does: 'refuse', reason: 'sender_is_barred' }],
    [lists, 200, '{"s":"NO"}', { does: 'refuse', reason: 'no' }],
    [lists, 200, '{"s":"LATER"}', { does: 'retry', reason: 'later' }],
    [lists, 200, '{"s":"SLOW"}', { does: 'slow', waitMs: null }],
    [lists, 400, '{"s":"LATER"}', { does: 'retry', reason: 'later' }],
    [lists, 400, '{"s":"OK","id":1}', { does: 'refuse', reason: 'ok' }],
    [lists, 403, '{"s":"NO"}', { does: 'retry', reason: 'no' }],
    [lists, 402, '', { does: 'slow', waitMs: null }],
    [lists, 500, '{"s":"NO"}', { does: 'retry', reason: 'no' }],
    [lists, 502, '{"s":"NO"}', { does: 'unclear', why: 'the response has status 502' }],
    [lists, 401, '{"s":"NO"}', { does: 'away' }],
    [{ states: { refused: ['http:401'] } }, 401, '', { does: 'refuse', reason: 'http_401' }],
    [
      { answer: { split: '|:', state: '0', reference: '2' }, states: { accepted: ['1701'] } },
      200,
      '1701|255712345678: abc-1\r\n',
      { does: 'accept', references: ['abc-1'] },
    ],
    [
      { answer: { split: '|', state: '0', reference: '1' }, states: { accepted: ['OK'] } },
      200,
      'OK',
      { does: 'accept', references: [] },
    ],
  ]
  for (const [change, statusCode, text, verdict, headers = {}] of table) {
    const title = `${statusCode} ${text} ${Object.values(headers)} ${change === lists ? 'by lists' : JSON.stringify(change)}`
    it(`read ${title.trim()}`, () => assert.deepEqual(classified(change, statusCode, text, headers), verdict))
  }

  it('treat a response that is too long as unclear', () => {
    assert.equal(
      classifyAnswer(readSettings({ send }).send, { ...objectOf(200, ''), isCut: true }, now).does,
      'unclear',
    )
  })

  it('trust a status response only with status 2xx, and tell final from pending', () => {
    const about = readSettings({
      send,
      status: {
        ...status,
        answer: { state: 'status', reason: 'why' },
        states: { ...states, undelivered: ['UNDELIV', 'http:410'] },
      },
    }).status
    assert.ok(about)
    const said = (statusCode: number, text: string) => classifyStatus(about, objectOf(statusCode, text))
    assert.deepEqual(said(200, '{"status":"DELIVRD"}'), { status: 'DELIVERED', reason: null })
    assert.deepEqual(said(200, '{"status":"UNDELIV","why":"Phone off"}'), {
      status: 'UNDELIVERED',
      reason: 'phone_off',
    })
    assert.deepEqual(said(410, ''), { status: 'UNDELIVERED', reason: 'undelivered' })
    assert.equal(said(200, '{"status":"ACCEPTD"}'), null)
    for (const [code, text] of [
      [500, '{"status":"DELIVRD"}'],
      [401, '{"status":"UNDELIV"}'],
      [200, '{}'],
      [200, ''],
    ] as const) {
      assert.equal(said(code, text), 'unclear')
    }
  })
})

describe('reasonOf', () => {
  const table: readonly [said: string | null, reason: string][] = [
    ['AbsentSubscriber', 'absent_subscriber'],
    ['Absent subscriber.', 'absent_subscriber'],
    ['EC_ABSENT', 'ec_absent'],
    ['006', 'code_006'],
    ['Número inválido', 'numero_invalido'],
    ['', 'otherwise'],
    [null, 'otherwise'],
    ['!!!', 'otherwise'],
    ['a'.repeat(100), 'a'.repeat(40)],
  ]
  for (const [said, reason] of table)
    it(`${JSON.stringify(said)?.slice(0, 30)} is ${reason}`, () => assert.equal(reasonOf(said, 'otherwise'), reason))

  it('is short and uses few characters for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (said) =>
        assert.match(reasonOf(said, 'otherwise'), /^[a-z][a-z0-9_]{0,39}$/),
      ),
    )
  })
})
