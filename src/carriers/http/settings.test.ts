import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { exampleFiles, readExample } from '../../../test/http-carrier.ts'
import { createClock } from '../../engine/clock.ts'
import { SettingsProblem } from '../carrier.ts'
import { httpCarriers } from './index.ts'
import { readSettings } from './settings.ts'

const url = 'https://provider.example/send'
const send = { url, body: { to: '{phone}', text: '{text}' } }
const states = { delivered: ['DELIVRD'], undelivered: ['UNDELIV'], pending: ['ACCEPTD'] }
const receipts = { reference: 'id', state: 'status', states }
const messages = { id: 'id', phone: 'from', number: 'to', text: 'text' }
const status = { url: `${url}/{reference}`, answer: { state: 'status' }, states }

const now = new Date('2030-01-31T08:00:00Z')

const kindAt = (publicUrl: string | null) =>
  httpCarriers({
    clock: createClock(),
    send: () => assert.fail('nothing is sent'),
    checkUrl: async () => ({ ok: true }),
    publicUrl,
  })

describe('HTTP carrier settings', () => {
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
    [null, /^the settings must be an object$/],
    [{}, /^send is missing$/],
    [{ send, sned: 1 }, /^unknown setting sned$/],
    [{ send: { ...send, urll: '' } }, /^unknown setting send\.urll$/],
    [{ send: { url: 'ftp://provider.example' } }, /^send: the URL must begin with http/],
    [{ send: { url: 'https://{sender}.example' } }, /^send\.url must not have a placeholder in its host$/],
    [{ send: { ...send, body: '{nothing}' } }, /^send: unknown placeholder \{nothing\}/],
    [{ send: { ...send, body: '{secrets.key}' } }, /^send: unknown placeholder \{secrets\.key\}/],
    [{ send: { ...send, body: '{receipt_url}' } }, /^send: unknown placeholder \{receipt_url\}/],
    [{ send: { ...send, body: '{reference}' } }, /^send: unknown placeholder \{reference\}/],
    [{ send: { ...send, states: { accepted: ['OK'] } } }, /^send\.answer\.state is missing/],
    [{ send: { ...send, states: { delivered: [] } } }, /^unknown setting send\.states\.delivered$/],
    [{ send: { ...send, answer: { status: 'a' } } }, /^unknown setting send\.answer\.status$/],
    [{ send: { ...send, answer: { split: 1 } } }, /^send\.answer\.split must be/],
    [{ send, status: { ...status, answer: {} } }, /^status\.answer\.state is missing$/],
    [{ send, status: { ...status, url: `${url}/{id}` } }, /^status: unknown placeholder \{id\}/],
    [{ send, status: { ...status, states: { delivered: ['1'] } } }, /^status\.states\.undelivered is missing/],
    [{ send, status: { ...status, afterSeconds: -1 } }, /^status\.afterSeconds must be a whole number/],
    [{ send, receipts: { ...receipts, from: 'yaml' } }, /^receipts\.from must be one of json, form, query, xml$/],
    [{ send, receipts: { ...receipts, reference: undefined } }, /^receipts\.reference is missing$/],
    [{ send, receipts: { ...receipts, state: 7 } }, /^receipts\.state must be a path/],
    [
      { send, receipts: { ...receipts, from: 'form', list: 'results' } },
      /^receipts\.list works only with receipts\.from json or xml$/,
    ],
    [{ send, receipts: { ...receipts, states: undefined } }, /^receipts\.states is missing$/],
    [
      { send, receipts: { ...receipts, answer: { status: 500 } } },
      /^receipts\.answer\.status must be a whole number from 200 to 299$/,
    ],
    [{ send, receipts: { ...receipts, answer: { type: 'a\r\nb' } } }, /^receipts\.answer\.type/],
    [{ send, messages: { ...messages, text: '' } }, /^messages\.text is missing$/],
    [{ send, messages: { ...messages, from: 'query', list: 'a' } }, /^messages\.list works only with/],
    [{ send, messages: { ...messages, part: { reference: 'r', number: 'n' } } }, /^messages\.part\.total is missing$/],
    [{ send, messages: { ...messages, hex: '8' } }, /^messages\.hex must be a list/],
    [{ send, messages: { ...messages, sender: 'x' } }, /^unknown setting messages\.sender$/],
    [{ send, encodings: { utf8: 1 } }, /^unknown setting encodings\.utf8$/],
    [{ send, window: 0 }, /^window must be a whole number from 1 to 1000$/],
    [{ send, timeoutSeconds: 1.5 }, /^timeoutSeconds must be a whole number/],
    [{ send, ratePerSecond: '5' }, /^ratePerSecond must be a whole number/],
    [{ send: { ...send, headers: { a: 'x'.repeat(20_000) } } }, /at most 16384 characters/],
  ]
  for (const [settings, message] of wrong) {
    it(`are rejected: ${String(message).slice(1, -1)}`, async () => {
      await assert.rejects(
        async () => kindAt(null).check(settings, []),
        (error) => error instanceof SettingsProblem && message.test(error.message),
      )
    })
  }

  it('may use the receipt URL when the public URL is configured', async () => {
    const settings = { send: { ...send, body: { callback: '{receipt_url}' } }, receipts }
    await kindAt('https://sms.example').check(settings, ['receipts'])
    await assert.rejects(async () => kindAt('https://sms.example').check(settings, []), SettingsProblem)
  })

  it('are rejected when their URL is not allowed', async () => {
    const kind = httpCarriers({
      clock: createClock(),
      send: () => assert.fail(),
      checkUrl: async () => ({ ok: false, why: 'not there' }),
      publicUrl: null,
    })
    await assert.rejects(
      async () => kind.check({ send }, []),
      /^SettingsProblem: https:\/\/provider\.example: not there$/,
    )
  })

  it('may describe incoming messages, as in the documentation', async () => {
    const file = new URL('../../../docs/examples/http-carrier-xml.json', import.meta.url)
    const example = readFileSync(file, 'utf8')
    await kindAt(null).check(JSON.parse(example), ['password'])
    const page = readFileSync(new URL('../../../docs/http-carriers.md', import.meta.url), 'utf8')
    assert.ok(page.includes(example))
    const document = /```xml\n(.*?)```/s.exec(page)?.[1] ?? ''
    const reading = kindAt(null).openPushes?.(JSON.parse(example)).messages?.({ query: '', body: document }, now)
    assert.deepEqual(reading?.messages, [
      { id: 'in-88120', from: '255712345678', to: '15015', text: 'DUKA mbili', part: null, at: now },
    ])
  })

  it('match the examples in the documentation', () => {
    const page = readFileSync(new URL('../../../docs/http-carriers.md', import.meta.url), 'utf8')
    const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, block]) => block)
    for (const [shape, file] of Object.entries(exampleFiles)) {
      assert.ok(
        blocks.includes(readExample(shape as keyof typeof exampleFiles)),
        `docs/http-carriers.md quotes ${file} unchanged`,
      )
      assert.ok(page.includes(`](examples/${file})`), `docs/http-carriers.md links to ${file}`)
    }
  })
})
