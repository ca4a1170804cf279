import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SettingsProblem } from '../carrier.ts'
import { readAt } from '../http-template/answer.ts'
import { fillRequest } from '../http-template/fill.ts'
import { readAnswer } from './http.ts'
import { description, readSettings, valuesOf } from './settings.ts'

const states = {
  successful: ['OK', 0],
  failed: ['KO', 'http:422'],
  pending: ['WAIT'],
  unconfirmed: ['NEW'],
  unknown: ['http:404'],
}
const answer = { reference: 'data.id', state: 'data.status', reason: 'error.text' }
const create = { url: 'https://provider.example/transfers', body: { to: '{phone}' } }
const confirm = { method: 'POST', url: 'https://provider.example/transfers/{reference}/confirm' }
const status = { url: 'https://provider.example/transfers/{reference}' }
const two = { create, confirm, status, answer, states }
const one = { create, status: { url: 'https://provider.example/transfers?id={transaction_id}' }, answer, states }

describe('airtime provider settings', () => {
  it('have defaults', () => {
    const read = readSettings(two, [])
    assert.deepEqual(
      [read.create.method, read.status.method, read.products, read.believeUnknownAfterSeconds],
      ['POST', 'GET', null, 300],
    )
    assert.equal(read.status.states.get('0'), 'successful')
    assert.equal(readSettings({ ...one, products: [1, 2] }, []).confirm, null)
    const own = readSettings(
      { ...two, status: { ...status, answer: { state: 'status' }, states: { successful: ['1'], failed: ['2'] } } },
      [],
    )
    assert.deepEqual(
      [own.status.answer.state, own.confirm?.answer.state, [...own.status.states]],
      [
        'status',
        'data.status',
        [
          ['1', 'successful'],
          ['2', 'failed'],
        ],
      ],
    )
  })

  it('are all described, and only with names that the reader knows', () => {
    const { properties, required } = description.settings
    const described = (name: string) => Object.keys(properties[name]?.properties ?? {})
    const all: object = { ...two, products: [1], believeUnknownAfterSeconds: 60 }
    assert.deepEqual(Object.keys(properties).toSorted(), Object.keys(all).toSorted())
    assert.deepEqual(described('states').toSorted(), Object.keys(states).toSorted())
    assert.deepEqual(described('answer').toSorted(), Object.keys(answer).toSorted())
    for (const name of ['create', 'confirm', 'status']) {
      const own = Object.fromEntries(described(name).map((key) => [key, undefined]))
      readSettings({ ...all, [name]: { ...own, url: 'https://provider.example', answer, states } }, [])
    }
    for (const name of required) assert.throws(() => readSettings({ ...all, [name]: undefined }, []), SettingsProblem)
  })

  const wrong: readonly [settings: unknown, message: RegExp][] = [
    [null, /must be an object/],
    [[], /must be an object/],
    [{ ...two, creat: create }, /^unknown setting creat$/],
    [{ ...two, create: undefined }, /^create is missing$/],
    [{ ...two, status: undefined }, /^status is missing$/],
    [{ ...two, create: { ...create, urll: '' } }, /^unknown setting create\.urll$/],
    [{ ...two, create: { body: {} } }, /^create\.url is missing$/],
    [{ ...two, create: { ...create, url: 'ftp://provider.example/' } }, /^create: the URL must begin with http/],
    [{ ...two, create: { ...create, url: 'https://user:pass@provider.example/' } }, /password/],
    [{ ...two, create: { ...create, url: 'https://{secrets.host}/' } }, /placeholder in its host/],
    [{ ...two, create: { ...create, method: 'FETCH' } }, /^create\.method must be one of/],
    [{ ...two, create: { ...create, method: 'GET' } }, /^create\.body cannot be sent with GET$/],
    [{ ...two, create: { ...create, headers: { 'a b': 'c' } } }, /^create\.headers\.a b is not a valid header$/],
    [{ ...two, create: { ...create, headers: { a: 'b\r\nc' } } }, /not a valid header/],
    [{ ...two, create: { ...create, body: { id: '{reference}' } } }, /^create: unknown placeholder \{reference\}/],
    [
      { ...two, create: { ...create, headers: { a: '{secrets.key}' } } },
      /^create: unknown placeholder \{secrets\.key\}/,
    ],
    [{ ...two, answer: { ...answer, reference: undefined } }, /^answer\.reference is missing/],
    [{ ...two, answer: { ...answer, state: 1 } }, /^answer\.state must be a path/],
    [{ ...two, answer: { ...answer, other: 'a' } }, /^unknown setting answer\.other$/],
    [{ ...two, states: { ...states, failed: undefined } }, /^states\.failed is missing/],
    [{ ...two, states: { ...states, failed: ['OK'] } }, /"OK" cannot mean both successful and failed/],
    [{ ...two, states: { ...states, done: [] } }, /^unknown setting states\.done$/],
    [{ ...two, states: { ...states, failed: 'KO' } }, /^states\.failed must be a list/],
    [{ ...one, states: { ...states, unknown: [] } }, /^states\.unknown is missing/],
    [{ ...one, status }, /without confirm it must use \{transaction_id\}/],
    [{ ...two, products: ['1'] }, /^products\.0 must be a positive integer$/],
    [{ ...two, believeUnknownAfterSeconds: -1 }, /whole number/],
    [{ ...two, create: { ...create, body: 'x'.repeat(20_000) } }, /at most 16384 characters/],
  ]
  for (const [settings, message] of wrong) {
    it(`are rejected: ${message.source}`, () => {
      assert.throws(
        () => readSettings(settings, []),
        (error) => error instanceof SettingsProblem && message.test(error.message),
      )
    })
  }
})

describe('request templates', () => {
  const order = { id: 7, phone: '255712345678', amount: '10.50', currency: 'TZS', productId: null }
  const values = valuesOf(order, { key: 'a"b&c<d' }, 'r/1 ?#')
  const filled = (request: Record<string, unknown>) =>
    fillRequest({ method: 'POST', url: 'http://a/', headers: {}, body: undefined, ...request }, values)

  it('escape values for their context', () => {
    assert.equal(
      filled({ url: 'http://a/{reference}?p={phone}&n={product_id}' }).url,
      'http://a/r%2F1%20%3F%23?p=255712345678&n=',
    )
    assert.deepEqual(filled({ headers: { 'X-Key': '{secrets.key}' } }).headers, { 'x-key': 'a"b&c<d' })
    assert.equal(
      filled({ body: { a: ['{secrets.key}', 1, null], '{phone}': true } }).body,
      '{"a":["a\\"b&c<d",1,null],"{phone}":true}',
    )
    assert.equal(
      filled({ body: '{"a":{amount},"b":"{secrets.key}"}', headers: { 'Content-Type': 'application/json' } }).body,
      '{"a":10.50,"b":"a\\"b&c<d"}',
    )
    assert.equal(filled({ body: 'a={secrets.key}&b={transaction_id}' }).body, 'a=a%22b%26c%3Cd&b=7')
    assert.equal(
      filled({ body: '<a>{secrets.key}</a>', headers: { 'content-type': 'text/xml' } }).body,
      '<a>a&#34;b&#38;c&#60;d</a>',
    )
  })

  it('are not filled twice when a value contains a placeholder', () => {
    assert.equal(
      fillRequest(
        { method: 'POST', url: 'http://a/', headers: {}, body: '{secrets.key}' },
        valuesOf(order, { key: '{phone}' }),
      ).body,
      '%7Bphone%7D',
    )
  })

  it('readAt finds the value at a path', () => {
    const json = { data: [{ status: 'OK', code: 0, deep: {} }], toString: 'own' }
    assert.deepEqual(
      ['data.0.status', 'data.0.code', 'data.0.deep', 'data.1.status', 'nothing', 'constructor', 'data.length', ''].map(
        (path) => readAt(json, path),
      ),
      ['OK', '0', null, null, null, null, '1', null],
    )
    assert.equal(readAt(null, 'a'), null)
  })
})

describe('readAnswer', () => {
  const { status: asked } = readSettings(two, [])
  const table: readonly [status: number, text: string, state: string | null][] = [
    [200, '{"data":{"status":"OK"}}', 'successful'],
    [200, '{"data":{"status":0}}', 'successful'],
    [202, '{"data":{"status":"WAIT"}}', 'pending'],
    [200, '{"data":{"status":"NEVER HEARD"}}', null],
    [200, '{"data":{"status":null}}', null],
    [200, 'OK', null],
    [200, '', null],
    [404, '', 'unknown'],
    [422, '{"data":{"status":"OK"}}', 'failed'],
    [401, '{"data":{"status":"KO"}}', null],
    [500, '{"data":{"status":"OK"}}', null],
    [302, '{"data":{"status":"OK"}}', null],
    [200, '{"data":{"status":"http:404"}}', null],
  ]
  for (const [status, text, state] of table) {
    it(`${status} ${text} means ${state ?? 'nothing'}`, () =>
      assert.equal(readAnswer(asked, status, text).state, state))
  }

  it('reads the reference and the reason', () => {
    const read = readAnswer(asked, 200, '{"data":{"status":"KO","id":77},"error":{"text":"barred"}}')
    assert.deepEqual(read, { status: 200, state: 'failed', reference: '77', reason: 'barred' })
    for (const id of ['', 'a\nb', 'x'.repeat(201), '\ud800'])
      assert.equal(readAnswer(asked, 200, JSON.stringify({ data: { id } })).reference, null)
  })
})
