import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { keyOf } from '../../engine/signatures.ts'
import { isAbout, isGone, isSuccess, retryAfterMs } from './rules.ts'
import { makeSecret, signatureHeaders, webhookId } from './secrets.ts'

describe('webhook rules', () => {
  const now = new Date('2030-01-31T08:00:00.500Z')
  const day = 86_400_000
  const headers: readonly (readonly [header: string | undefined, waitMs: number | null])[] = [
    [undefined, null],
    ['', null],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['NaN', null],
    ['86400', day],
    ['86401', day],
    ['9999999999', day],
    ['99999999999', null],
    ['Thu, 31 Jan 2030 08:10:00 GMT', 599_500],
    ['Thu, 31 Jan 2030 08:00:00 GMT', null],
    ['Wed, 30 Jan 2030 08:00:00 GMT', null],
    ['Fri, 31 Jan 2031 08:00:00 GMT', day],
  ]
  for (const [header, waitMs] of headers) {
    it(`parse Retry-After ${JSON.stringify(header)} as ${waitMs === null ? 'no wait' : `${waitMs / 1_000} seconds`}`, () => {
      assert.equal(retryAfterMs(header, now), waitMs)
    })
  }

  it('accept only a 2xx status as success', () => {
    for (const status of [200, 201, 204, 299]) assert.equal(isSuccess(status), true, `${status}`)
    for (const status of [null, 100, 199, 300, 301, 304, 400, 404, 410, 429, 500, 503])
      assert.equal(isSuccess(status), false, `${status}`)
    assert.deepEqual([isGone(410), isGone(404), isGone(null)], [true, false, false])
  })

  it('sign with every key so that receivers can verify it', () => {
    const secrets = [makeSecret(), makeSecret()]
    const signed = signatureHeaders(webhookId(7), '{"a":1}', secrets.map(keyOf), new Date())
    assert.equal(signed['webhook-id'], 'evt_7')
    for (const secret of secrets) assert.deepEqual(new Webhook(secret).verify('{"a":1}', signed), { a: 1 })
    assert.throws(() => new Webhook(makeSecret()).verify('{"a":1}', signed))
  })
})

describe('the person whom an event is about', () => {
  const phone = '255712345678'
  const bodies: readonly (readonly [body: string, wanted: boolean])[] = [
    [`{"dest_addr":"${phone}"}`, true],
    [`{"args":{"dest_addr":"${phone}"}}`, true],
    [`{"from":"+${phone}","to":"15001"}`, true],
    [`{"msisdn":${phone}}`, true],
    [`{"from":"255713000001","message":{"text":"${phone}"}}`, false],
    [`{"reference_id":"${phone}","args":null}`, false],
    [`from ${phone}`, false],
    ['null', false],
  ]
  for (const [body, wanted] of bodies)
    it(`${wanted ? 'is' : 'is not'} the number in ${body}`, () => assert.equal(isAbout(body, phone), wanted))
})
