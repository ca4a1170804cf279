import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { keyOf, parseSecret, type SignedHeaders, signatureOf, verifySignature } from './signatures.ts'

/** The example of the specification. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

describe('signatures', () => {
  it('match the example of Standard Webhooks', () => {
    const { secret, id, timestamp, body, signature } = known
    assert.equal(signatureOf(keyOf(secret), id, timestamp, body), signature)
    assert.equal(signatureOf(keyOf(secret), id, timestamp, Buffer.from(body)), signature)
    for (const text of ['', '{}', '{"a":"ä€😀"}', 'x'.repeat(100_000)]) {
      const other = `whsec_${randomBytes(32).toString('base64')}`
      const at = new Date(1_900_000_000_000)
      assert.equal(
        signatureOf(keyOf(other), 'evt_1', '1900000000', text),
        new Webhook(other).sign('evt_1', at, text),
        text.slice(0, 20),
      )
    }
  })

  it('are verified like in the standardwebhooks package', () => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const now = new Date()
    const timestamp = String(Math.floor(now.getTime() / 1_000))
    const body = '{"a":"ä"}'
    const signature = signatureOf(keyOf(secret), 'evt_1', timestamp, body)
    const good: SignedHeaders = { id: 'evt_1', timestamp, signatures: signature }
    const at = (seconds: number): SignedHeaders => {
      const moved = String(Number(timestamp) + seconds)
      return { id: 'evt_1', timestamp: moved, signatures: signatureOf(keyOf(secret), 'evt_1', moved, body) }
    }
    const cases: readonly (readonly [title: string, headers: SignedHeaders, body: string, why: RegExp | null])[] = [
      ['a valid signature', good, body, null],
      ['one of several', { ...good, signatures: `v1,AAAA v1a,BBBB ${signature}` }, body, null],
      ['just in time', at(-295), body, null],
      ['a little ahead', at(295), body, null],
      ['too old', at(-310), body, /seconds old/],
      ['too new', at(310), body, /in the future/],
      ['another body', good, `${body} `, /the secret is different, or the body was modified/],
      ['another id', { ...good, id: 'evt_2' }, body, /no signature matches/],
      ['another time', { ...good, timestamp: String(Number(timestamp) + 1) }, body, /no signature matches/],
      ['another version', { ...good, signatures: signature.replace('v1,', 'v2,') }, body, /no signature matches/],
      ['a part of it', { ...good, signatures: signature.slice(0, -1) }, body, /no signature matches/],
      ['no time', { ...good, timestamp: 'now' }, body, /not a number/],
      ['without a header', { ...good, id: undefined }, body, /header is missing/],
      ['with an empty one', { ...good, signatures: '' }, body, /header is missing/],
    ]
    for (const [title, headers, text, why] of cases) {
      const verdict = verifySignature(headers, Buffer.from(text), [keyOf(secret)], now)
      if (why === null) assert.deepEqual(verdict, { isGood: true }, title)
      else assert.match(verdict.isGood ? '' : verdict.why, why, title)
      const theirs = {
        'webhook-id': headers.id ?? '',
        'webhook-timestamp': headers.timestamp ?? '',
        'webhook-signature': headers.signatures ?? '',
      }
      if (why === null) new Webhook(secret).verify(text, theirs)
      else assert.throws(() => new Webhook(secret).verify(text, theirs), title)
    }
    const other = randomBytes(32)
    assert.equal(verifySignature(good, Buffer.from(body), [other], now).isGood, false)
    assert.equal(verifySignature(good, Buffer.from(body), [], now).isGood, false)
    assert.equal(verifySignature(good, Buffer.from(body), [other, keyOf(secret)], now).isGood, true)
  })

  it('need a valid secret', () => {
    assert.deepEqual(parseSecret(known.secret), Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'))
    for (const text of [
      '',
      'whsec_',
      'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'whsec_abc',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La LaSw',
      'whpk_MfKQ9r8GKYqrTwjUPD8I',
    ])
      assert.equal(parseSecret(text), null, text)
  })
})
