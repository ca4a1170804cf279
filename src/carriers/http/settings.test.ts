import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { exampleFiles, readExample } from '../../../test/http-carrier.ts'
import { createClock } from '../../engine/clock.ts'
import { SettingsProblem } from '../carrier.ts'
import { httpCarriers } from './index.ts'
import { judgeAnswer, judgeStatus } from './judge.ts'
import { readPush } from './pushes.ts'
import { reasonOf } from './reason.ts'
import { readSettings } from './settings.ts'

const url = 'https://provider.example/send'
const send = { url, body: { to: '{phone}', text: '{text}' } }
const states = { delivered: ['DELIVRD'], undelivered: ['UNDELIV'], pending: ['ACCEPTD'] }
const receipts = { reference: 'id', state: 'status', states }
const status = { url: `${url}/{reference}`, answer: { state: 'status' }, states }
const now = new Date('2030-01-31T08:00:00Z')

const kindAt = (publicUrl: string | null) =>
  httpCarriers({
    clock: createClock(),
    send: () => assert.fail('nothing is sent'),
    judge: async () => ({ ok: true }),
    publicUrl,
  })

describe('Settings of a carrier over HTTP', () => {
  it('have defaults', () => {
    const read = readSettings({ send })
    assert.deepEqual(
      [read.send.method, read.receipts, read.status, read.timeoutSeconds, read.window, read.ratePerSecond],
      ['POST', null, null, 15, 20, 0],
    )
    assert.deepEqual(read.encodings, { gsm: 'gsm', ucs2: 'ucs2' })
    assert.deepEqual(readSettings({ send, receipts }).receipts?.answer, {
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: 'OK',
    })
    assert.equal(readSettings({ send, status }).status?.afterSeconds, 0)
    assert.equal(readSettings({ send, receipts, status }).status?.afterSeconds, 300)
  })

  const wrong: readonly [settings: unknown, message: RegExp][] = [
    [null, /^the settings are no object$/],
    [{}, /^send is missing$/],
    [{ send, sned: 1 }, /^there is no setting sned$/],
    [{ send: { ...send, urll: '' } }, /^there is no setting send\.urll$/],
    [{ send: { url: 'ftp://provider.example' } }, /^send: its url is no http/],
    [{ send: { url: 'https://{sender}.example' } }, /^send\.url has a place in its host$/],
    [{ send: { ...send, body: '{nothing}' } }, /^send: there is no \{nothing\}/],
    [{ send: { ...send, body: '{secrets.key}' } }, /^send: there is no \{secrets\.key\}/],
    [{ send: { ...send, body: '{receipt_url}' } }, /^send: there is no \{receipt_url\}/],
    [{ send: { ...send, body: '{reference}' } }, /^send: there is no \{reference\}/],
    [{ send: { ...send, states: { accepted: ['OK'] } } }, /^send\.answer\.state is missing/],
    [{ send: { ...send, states: { delivered: [] } } }, /^there is no setting send\.states\.delivered$/],
    [{ send: { ...send, answer: { status: 'a' } } }, /^there is no setting send\.answer\.status$/],
    [{ send: { ...send, answer: { split: 1 } } }, /^send\.answer\.split is/],
    [{ send, status: { ...status, answer: {} } }, /^status\.answer\.state is missing$/],
    [{ send, status: { ...status, url: `${url}/{id}` } }, /^status: there is no \{id\}/],
    [{ send, status: { ...status, states: { delivered: ['1'] } } }, /^status\.states\.undelivered is missing/],
    [{ send, status: { ...status, afterSeconds: -1 } }, /^status\.afterSeconds is a whole number/],
    [{ send, receipts: { ...receipts, from: 'xml' } }, /^receipts\.from is one of json, form, query$/],
    [{ send, receipts: { ...receipts, reference: undefined } }, /^receipts\.reference is missing$/],
    [{ send, receipts: { ...receipts, state: 7 } }, /^receipts\.state is no path/],
    [{ send, receipts: { ...receipts, from: 'form', list: 'results' } }, /^receipts\.list is for JSON alone$/],
    [{ send, receipts: { ...receipts, states: undefined } }, /^receipts\.states\.delivered is missing/],
    [
      { send, receipts: { ...receipts, answer: { status: 500 } } },
      /^receipts\.answer\.status is a whole number from 200 to 299$/,
    ],
    [{ send, receipts: { ...receipts, answer: { type: 'a\r\nb' } } }, /^receipts\.answer\.type/],
    [{ send, encodings: { utf8: 1 } }, /^there is no setting encodings\.utf8$/],
    [{ send, window: 0 }, /^window is a whole number from 1 to 1000$/],
    [{ send, timeoutSeconds: 1.5 }, /^timeoutSeconds is a whole number/],
    [{ send, ratePerSecond: '5' }, /^ratePerSecond is a whole number/],
    [{ send: { ...send, headers: { a: 'x'.repeat(20_000) } } }, /longer than 16384/],
  ]
  for (const [settings, message] of wrong) {
    it(`are refused: ${String(message).slice(1, -1)}`, async () => {
      await assert.rejects(
        async () => kindAt(null).check(settings, []),
        (error) => error instanceof SettingsProblem && message.test(error.message),
      )
    })
  }

  it('may name the receipt URL where it is known how we are reached', async () => {
    const settings = { send: { ...send, body: { callback: '{receipt_url}' } }, receipts }
    await kindAt('https://sms.example').check(settings, ['receipts'])
    await assert.rejects(async () => kindAt('https://sms.example').check(settings, []), SettingsProblem)
  })

  it('are refused where requests may not go', async () => {
    const kind = httpCarriers({
      clock: createClock(),
      send: () => assert.fail(),
      judge: async () => ({ ok: false, why: 'not there' }),
      publicUrl: null,
    })
    await assert.rejects(
      async () => kind.check({ send }, []),
      /^SettingsProblem: https:\/\/provider\.example: not there$/,
    )
  })

  it('stand in the documentation as they are tried out', () => {
    const page = readFileSync(new URL('../../../docs/http-carriers.md', import.meta.url), 'utf8')
    const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, block]) => block)
    for (const [shape, file] of Object.entries(exampleFiles)) {
      assert.ok(
        blocks.includes(readExample(shape as keyof typeof exampleFiles)),
        `docs/http-carriers.md has ${file} as it is`,
      )
      assert.ok(page.includes(`](examples/${file})`), `docs/http-carriers.md leads to ${file}`)
    }
  })
})

describe('An answer to a message', () => {
  const answerOf = (statusCode: number, text: string, headers = {}) => ({
    status: statusCode,
    text,
    headers,
    isCut: false,
  })
  const judged = (change: object, ...given: Parameters<typeof answerOf>) =>
    judgeAnswer(readSettings({ send: { ...send, ...change } }).send, answerOf(...given), now)
  const lists = {
    answer: { state: 's', reference: 'id', reason: 'why' },
    states: {
      accepted: ['OK', 0],
      refused: ['NO', 'http:404'],
      busy: ['LATER', 'http:403'],
      slow: ['SLOW', 'http:402'],
    },
  }

  const table: readonly [change: object, statusCode: number, text: string, verdict: object, headers?: object][] = [
    [{}, 200, 'anything', { does: 'accept', references: 'ours' }],
    [{}, 204, '', { does: 'accept', references: 'ours' }],
    [{}, 301, '', { does: 'unclear', why: 'it was answered with 301' }],
    [{}, 403, '', { does: 'refuse', reason: 'http_403' }],
    [{}, 503, '', { does: 'retry', reason: 'http_503' }],
    [{}, 503, '', { does: 'slow', waitMs: 20_000 }, { 'retry-after': '20' }],
    [{}, 502, '', { does: 'unclear', why: 'it was answered with 502' }],
    [{}, 504, '', { does: 'unclear', why: 'it was answered with 504' }, { 'retry-after': '20' }],
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
    [lists, 200, '{"s":"?","id":1}', { does: 'unclear', why: 'nobody knows what "?" means' }],
    [lists, 200, '{"s":"http:404","id":1}', { does: 'unclear', why: 'nobody knows what "http:404" means' }],
    [lists, 200, '', { does: 'unclear', why: 'it was answered with 200' }],
    [lists, 200, '{"s":"NO","why":"Sender is barred!"}', { does: 'refuse', reason: 'sender_is_barred' }],
    [lists, 200, '{"s":"NO"}', { does: 'refuse', reason: 'no' }],
    [lists, 200, '{"s":"LATER"}', { does: 'retry', reason: 'later' }],
    [lists, 200, '{"s":"SLOW"}', { does: 'slow', waitMs: null }],
    [lists, 400, '{"s":"LATER"}', { does: 'retry', reason: 'later' }],
    [lists, 400, '{"s":"OK","id":1}', { does: 'refuse', reason: 'ok' }],
    [lists, 403, '{"s":"NO"}', { does: 'retry', reason: 'no' }],
    [lists, 402, '', { does: 'slow', waitMs: null }],
    [lists, 500, '{"s":"NO"}', { does: 'retry', reason: 'no' }],
    [lists, 502, '{"s":"NO"}', { does: 'unclear', why: 'it was answered with 502' }],
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
    it(`is read: ${title.trim()}`, () => assert.deepEqual(judged(change, statusCode, text, headers), verdict))
  }

  it('that is too long is none', () => {
    assert.equal(judgeAnswer(readSettings({ send }).send, { ...answerOf(200, ''), isCut: true }, now).does, 'unclear')
  })

  it('to a question is the last word, or none yet, and is only believed when the question was answered', () => {
    const about = readSettings({
      send,
      status: {
        ...status,
        answer: { state: 'status', reason: 'why' },
        states: { ...states, undelivered: ['UNDELIV', 'http:410'] },
      },
    }).status
    assert.ok(about)
    const said = (statusCode: number, text: string) => judgeStatus(about, answerOf(statusCode, text))
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

describe('What a provider pushes', () => {
  const read = (change: object, push: { query?: string; body?: string }) => {
    const settings = readSettings({ send, receipts: { ...receipts, reason: 'err', ...change } }).receipts
    assert.ok(settings)
    const reading = readPush(settings, { query: '', body: '', ...push }, now)
    return {
      receipts: reading.receipts.map(({ reference, status: to, reason }) => [reference, to, reason]),
      problems: reading.problems,
      answer: reading.answer.status,
    }
  }

  it('is one receipt or many', () => {
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

  it('is refused when it can not be read, and passed over when its state is not known', () => {
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
      problems: ['nobody knows what "NEW STATE" means'],
      answer: 200,
    })
    assert.deepEqual(read({}, { body: '[{"id":1,"status":"DELIVRD"},{}]' }).receipts, [['1', 'DELIVERED', null]])
  })
})

describe('A reason', () => {
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

  it('is short and of few signs, whatever is said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (said) =>
        assert.match(reasonOf(said, 'otherwise'), /^[a-z][a-z0-9_]{0,39}$/),
      ),
    )
  })
})
