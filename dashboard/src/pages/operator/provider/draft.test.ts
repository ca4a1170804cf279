import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { description as airtime, readSettings as readAirtime } from '../../../../../src/carriers/airtime/settings.ts'
import {
  readSettings as readWhatsApp,
  description as whatsapp,
} from '../../../../../src/carriers/chat/whatsapp/settings.ts'
import { description as http, readSettings as readHttp } from '../../../../../src/carriers/http/settings.ts'
import { readSettings as readSmpp, description as smpp } from '../../../../../src/carriers/smpp/settings.ts'
import { draftOf, fieldNamedIn, readDraft, readWhole, secretsNamedIn } from './draft.ts'

const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../docs/examples/${name}`, import.meta.url), 'utf8'))

describe('carrier form', () => {
  it('returns equivalent settings after a round trip', () => {
    const own = {
      host: 'smsc.example',
      port: 2776,
      systemId: 'ngoma',
      tls: { serverName: 'carrier.example', verify: false },
      dataCoding: 8,
      unmarkedReceipts: true,
      addresses: { shortCode: { ton: 6 } },
    }
    for (const settings of [own, { ...own, tls: true }, { host: 'a', systemId: 'b', tls: null, binds: 1 }]) {
      const { settings: read, problems } = readDraft(
        smpp.settings.properties,
        draftOf(smpp.settings.properties, settings),
      )
      assert.deepEqual(problems, {})
      assert.deepEqual(readSmpp(read, ['password']), readSmpp(settings, ['password']))
    }
    for (const name of ['http-carrier-json.json', 'http-carrier-polled.json']) {
      const { settings, problems } = readDraft(
        http.settings.properties,
        draftOf(http.settings.properties, example(name)),
      )
      assert.deepEqual(problems, {})
      assert.deepEqual(readHttp(settings), readHttp(example(name)))
    }
  })

  it('returns equivalent settings of an airtime provider', () => {
    const request = { url: 'https://provider.example/{transaction_id}' }
    const settings = {
      products: [1, 2],
      create: { ...request, body: { to: '{phone}' }, states: { failed: ['http:422'] } },
      status: request,
      answer: { state: 'data.state' },
      states: { successful: ['OK', 0], failed: ['KO'], unknown: ['http:404'] },
    }
    const { properties } = airtime.settings
    const { settings: read, problems } = readDraft(properties, draftOf(properties, settings))
    assert.deepEqual([problems, readAirtime(read, [])], [{}, readAirtime(settings, [])])
  })

  it('returns lists of objects, and shows one as JSON', () => {
    const settings = { wabaId: '102290129340398', numbers: [{ id: '106540352242922', number: '255700000001' }] }
    const { properties } = whatsapp.settings
    const draft = draftOf(properties, settings)
    assert.deepEqual(JSON.parse(String(draft.numbers)), settings.numbers)
    const { settings: read, problems } = readDraft(properties, draft)
    assert.deepEqual([problems, readWhatsApp(read)], [{}, readWhatsApp(settings)])
    assert.equal(fieldNamedIn('numbers.id must be a phone number ID, digits', draft), 'numbers')
  })

  it('omits settings that have their default', () => {
    assert.deepEqual(readDraft(smpp.settings.properties, draftOf(smpp.settings.properties, {})), {
      settings: {},
      problems: {},
    })
    const typed = {
      ...draftOf(smpp.settings.properties, { host: 'a', tls: { ca: 'PEM' } }),
      tls: false,
      port: '',
      window: '99999',
      binds: 'x',
    }
    assert.deepEqual(readDraft(smpp.settings.properties, typed).settings, { host: 'a', window: 99_999, binds: 'x' })
  })

  it('reports invalid headers and JSON', () => {
    const draft = {
      ...draftOf(http.settings.properties, {}),
      'send.url': 'http://a',
      'send.headers': 'Authorization: Bearer x\nnothing',
      'send.body': '{"a"',
    }
    const { problems } = readDraft(http.settings.properties, draft)
    assert.deepEqual(Object.keys(problems), ['send.headers', 'send.body'])
    assert.match(problems['send.headers'] ?? '', /“nothing”/)
    assert.match(readWhole('[1]').problem ?? '', /object/)
    assert.deepEqual(readWhole('{"host":"a"}'), { settings: { host: 'a' }, problem: null })
  })

  it('finds the field that an error of the server names', () => {
    const draft = draftOf(smpp.settings.properties, {})
    assert.equal(fieldNamedIn('port must be a whole number from 1 to 65535', draft), 'port')
    assert.equal(
      fieldNamedIn('addresses.shortCode.ton must be a whole number from 0 to 255', draft),
      'addresses.shortCode.ton',
    )
    assert.equal(fieldNamedIn('the secret password is missing', draft), null)
  })

  it('lists the secrets that a text refers to', () => {
    assert.deepEqual(secretsNamedIn('Bearer {secrets.token} {secrets.token} {phone} {secrets.password}'), [
      'token',
      'password',
    ])
  })
})
