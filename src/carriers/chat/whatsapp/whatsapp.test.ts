import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import type { ChatContent } from '../channel.ts'
import type { Verdict } from '../flow.ts'
import { classifyAnswer } from './answer.ts'
import { isSigned, readChallenge } from './index.ts'
import { orderBody } from './message.ts'
import { readSettings } from './settings.ts'
import { readWebhook } from './webhook.ts'

const now = new Date('2030-01-31T08:00:00Z')

describe('WhatsApp', () => {
  const bodies: readonly [content: ChatContent, fields: object][] = [
    [
      { type: 'text', text: 'Hi' },
      { type: 'text', text: { body: 'Hi' } },
    ],
    [
      { type: 'audio', url: 'https://e.com/a', caption: 'x', filename: 'a' },
      { type: 'audio', audio: { link: 'https://e.com/a' } },
    ],
    [
      { type: 'document', url: 'https://e.com/a', caption: 'x', filename: 'a' },
      { type: 'document', document: { link: 'https://e.com/a', caption: 'x', filename: 'a' } },
    ],
    [
      { type: 'location', latitude: 1, longitude: 2, address: 'Street' },
      { type: 'location', location: { latitude: 1, longitude: 2, name: 'Street' } },
    ],
    [
      { type: 'template', name: 't', language: 'sw' },
      { type: 'template', template: { name: 't', language: { code: 'sw' } } },
    ],
    [
      { type: 'interactive', interactive: { type: 'button' } },
      { type: 'interactive', interactive: { type: 'button' } },
    ],
  ]
  for (const [content, fields] of bodies)
    it(`builds the body of ${content.type}`, () =>
      assert.deepEqual(JSON.parse(JSON.stringify(orderBody({ id: 7, phone: '255712345678', content }))), {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '255712345678',
        ...fields,
        biz_opaque_callback_data: 'ngoma-7',
      }))

  const error = (code: number, more: object = {}) => JSON.stringify({ error: { message: 'x', code, ...more } })
  const verdicts: readonly [status: number, text: string, does: Verdict['does'], reason?: string][] = [
    [200, '{"messages":[{"id":"wamid.1"}]}', 'accept'],
    [200, '{"messages":[]}', 'unclear'],
    [200, 'garbage', 'unclear'],
    [400, error(131026), 'refuse', 'undeliverable'],
    [400, error(131047), 'refuse', 'template_needed'],
    [404, error(132001), 'refuse', 'template_missing'],
    [400, error(100), 'refuse', 'whatsapp_100'],
    [400, error(100, { error_subcode: 33 }), 'away'],
    [401, error(190), 'away'],
    [403, error(200), 'away'],
    [403, error(131031), 'away'],
    [429, error(130429), 'slow'],
    [400, error(80007), 'slow'],
    [429, error(131056), 'retry', 'too_many_to_person'],
    [500, error(131000), 'retry', 'whatsapp_131000'],
    [500, error(2), 'retry', 'whatsapp_2'],
    [429, '', 'slow'],
    [403, '<html>', 'away'],
    [502, '<html>', 'unclear'],
    [500, '{"error":"no code"}', 'unclear'],
    [302, '', 'unclear'],
  ]
  for (const [status, text, does, reason] of verdicts)
    it(`reads ${status} ${text.slice(0, 60)} as ${does}`, () => {
      const verdict = classifyAnswer({ status, text, headers: {}, isCut: false }, now)
      assert.equal(verdict.does, does)
      if (reason !== undefined) assert.equal('reason' in verdict && verdict.reason, reason)
    })

  it('checks signatures and verify tokens', () => {
    const body = Buffer.from('{"a":"\u00e9"}')
    const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`
    assert.ok(isSigned(signature, body, 'secret'))
    for (const bad of [undefined, '', 'sha256=', signature.slice(0, -1), signature.replace('sha256', 'sha1')])
      assert.ok(!isSigned(bad, body, 'secret'), bad)
    assert.ok(!isSigned(signature, Buffer.from('{}'), 'secret'))
    assert.ok(!isSigned(signature, body, 'other'))
    const query = (change: object = {}) =>
      new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': 'v',
        'hub.challenge': '12',
        ...change,
      }).toString()
    assert.equal(readChallenge(query(), 'v'), '12')
    for (const change of [{ 'hub.verify_token': 'w' }, { 'hub.mode': 'x' }, { 'hub.challenge': '<script>' }])
      assert.equal(readChallenge(query(change), 'v'), null)
    assert.equal(readChallenge('', 'v'), null)
  })

  const numbers = [{ id: '1', number: '255700000001' }]
  const webhook = (value: object) =>
    Buffer.from(
      JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ field: 'messages', value }] }] }),
    )
  it('reads webhooks, and leaves out unreadable parts', () => {
    const deep = `{"object":"whatsapp_business_account","entry":${'['.repeat(40)}${']'.repeat(40)}}`
    for (const bad of ['', '[]', '{}', '{"object":"page"}', 'null', deep])
      assert.equal(readWebhook(Buffer.from(bad), numbers, now), null, bad)
    const metadata = { phone_number_id: '1' }
    const reading = readWebhook(
      webhook({
        metadata,
        contacts: [{ profile: { name: 'A\ud800\0' } }],
        messages: [
          { id: 'm', from: '255712345678', type: 'text', text: { body: 'Hi' }, timestamp: '1896076790' },
          { id: 'n', from: 'x', type: 'text' },
          { id: 'o', from: '255712345678', type: 'order', order: {} },
          null,
        ],
        statuses: [
          { id: 's', status: 'failed', biz_opaque_callback_data: 'ngoma-9', errors: [{ code: 131026 }] },
          { id: 't', status: 'played' },
          { id: 'u', status: 'read', biz_opaque_callback_data: 'other-9' },
        ],
      }),
      numbers,
      now,
    )
    assert.deepEqual(
      reading?.messages.map(({ id, content, at }) => [id, content.type, at.toISOString()]),
      [
        ['m', 'text', '2030-01-31T07:59:50.000Z'],
        ['o', 'unsupported', now.toISOString()],
      ],
    )
    assert.deepEqual(
      reading?.statuses.map(({ id, state, reason }) => [id, state, reason]),
      [
        [9, 'failed', 'undeliverable'],
        [null, 'read', null],
      ],
    )
    assert.deepEqual(reading?.problems, ['a message without id, sender or type'])
    const foreign = readWebhook(webhook({ metadata: { phone_number_id: '2' }, messages: [{ id: 'm' }] }), numbers, now)
    assert.deepEqual([foreign?.messages, foreign?.problems.length], [[], 1])
  })

  const invalid: readonly [change: object, problem: RegExp][] = [
    [{ wabaId: 'x' }, /wabaId/],
    [{ numbers: [] }, /numbers/],
    [{ numbers: [{ id: '1', number: '+255' }] }, /numbers\.0\.number/],
    [{ numbers: [...numbers, ...numbers] }, /listed twice/],
    [{ version: '23' }, /version/],
    [{ baseUrl: 'ftp://x' }, /baseUrl/],
    [{ other: 1 }, /unknown setting other/],
    [{ mediaMegabytesMax: 101 }, /mediaMegabytesMax/],
  ]
  for (const [change, problem] of invalid)
    it(`rejects the settings ${JSON.stringify(change)}`, () =>
      assert.throws(() => readSettings({ wabaId: '1', numbers, ...change }), problem))
})
