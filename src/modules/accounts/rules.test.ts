import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findObstacle, needsCredential, parseAuthorization, productsOf } from './rules.ts'
import type { Credential } from './store.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const key = (apiKey: string, secret: string) => ({ kind: 'key', apiKey, secret })
const token = (text: string) => ({ kind: 'token', token: text })

describe('parseAuthorization', () => {
  const readings: readonly [title: string, header: string, presented: unknown][] = [
    ['a key and a secret', basic('key:secret'), key('key', 'secret')],
    ['a secret with colons', basic('key:se:cr:et'), key('key', 'se:cr:et')],
    ['non-ASCII characters', basic('clé:sécret'), key('clé', 'sécret')],
    ['white space around the key and the secret', basic(' key\n:\tsecret '), key('key', 'secret')],
    [
      'white space around the encoded text',
      `  Basic \t ${Buffer.from('key:secret').toString('base64')}  `,
      key('key', 'secret'),
    ],
    ['a scheme in another case', basic('key:secret').replace('Basic', 'bASIC'), key('key', 'secret')],
    [
      'base64 without padding',
      `Basic ${Buffer.from('key:secret').toString('base64').replaceAll('=', '')}`,
      key('key', 'secret'),
    ],
    ['a token', 'a1b2c3', token('a1b2c3')],
    ['white space around a token', ' \ta1b2c3 ', token('a1b2c3')],
    ['a token that starts like the scheme', 'basically', token('basically')],
    ['nothing', '', null],
    ['only white space', '  ', null],
    ['a token with a Bearer prefix', 'Bearer a1b2c3', null],
    ['two tokens', 'a1b2c3 d4e5f6', null],
    ['another scheme', 'Digest username="key"', null],
    ['only the scheme', 'Basic', null],
    ['malformed base64', 'Basic key:secret', null],
    ['base64 with a space inside', 'Basic a2V5 OnNlY3JldA==', null],
    ['the URL-safe base64 alphabet', `Basic ${Buffer.from('key:??>>').toString('base64url')}`, null],
    ['no colon', basic('keysecret'), null],
    ['an empty key', basic(':secret'), null],
    ['an empty secret', basic('key: '), null],
    ['a NUL character', basic('k\0ey:secret'), null],
  ]
  for (const [title, header, presented] of readings) {
    it(`${presented === null ? 'rejects' : 'accepts'} ${title}`, () =>
      assert.deepEqual(parseAuthorization(header), presented))
  }

  it('never throws, and never returns empty values or white space', () => {
    const header = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }).map(basic),
      fc.string().map((text) => `Basic ${text}`),
    )
    fc.assert(
      fc.property(header, (text) => {
        const presented = parseAuthorization(text)
        for (const part of presented === null
          ? []
          : presented.kind === 'key'
            ? [presented.apiKey, presented.secret]
            : [presented.token]) {
          assert.equal(part, part.trim())
          assert.notEqual(part, '')
        }
      }),
    )
  })
})

describe('path of a request', () => {
  const paths: readonly [path: string, needs: boolean, ...products: string[]][] = [
    ['/v1/send', true, 'sms'],
    ['/v1/send/', true, 'sms'],
    ['/v1/sender', true],
    ['/public/v1/sms-templates/5', true, 'sms'],
    ['/public/v1/contacts', true, 'contact'],
    ['/public/v1/address-books/5', true, 'contact'],
    ['/public/v1/vendors/balance', true, 'topup', 'sms'],
    ['/v1/chatapi/active-users', true, 'chat'],
    ['/v1', true],
    ['/v1/', true],
    ['/public/v1', true],
    ['/public/v1/nothing', true],
    ['/v10/send', false],
    ['/public', false],
    ['/public/v2/contacts', false],
    ['/health', false],
    ['/', false],
  ]
  for (const [path, needs, ...products] of paths) {
    it(`${path} ${needs ? 'needs' : 'needs no'} credential and belongs to ${products.join(' and ') || 'no product'}`, () => {
      assert.equal(needsCredential(path), needs)
      assert.deepEqual(productsOf(path), products)
    })
  }
})

describe('findObstacle', () => {
  const now = new Date('2030-01-01T00:00:00Z')
  const free: Credential = {
    id: 1,
    accountId: 1,
    kind: 'key',
    secretHash: Buffer.alloc(32),
    products: null,
    addresses: null,
    lenient: false,
    operator: false,
    privateUrls: false,
    scopes: [],
    expiresAt: null,
    revokedAt: null,
    suspendedAt: null,
    requestsPerSecond: null,
    messagesPerDay: null,
  }
  const obstacles: readonly [title: string, limits: Partial<Credential>, obstacle: string | null][] = [
    ['a credential without limits', {}, null],
    ['a revoked credential', { revokedAt: new Date(0) }, 'was revoked'],
    ['a credential revoked by a clock that is ahead', { revokedAt: new Date('2031-01-01T00:00:00Z') }, 'was revoked'],
    ['a credential that expires in a millisecond', { expiresAt: new Date(now.getTime() + 1) }, null],
    ['a credential that expires now', { expiresAt: now }, 'has expired'],
    ['a credential for this and other products', { products: ['otp', 'sms'] }, null],
    ['a credential for other products', { products: ['otp', 'dlr'] }, 'is not for sms'],
    ['a credential for no product', { products: [] }, 'is not for sms'],
    ['a credential for no address', { addresses: [] }, 'may not be used from 10.1.2.3'],
  ]
  for (const [title, limits, obstacle] of obstacles) {
    it(`${obstacle === null ? 'allows' : 'rejects'} ${title}`, () =>
      assert.equal(findObstacle({ ...free, ...limits }, ['sms'], '10.1.2.3', now), obstacle))
  }

  it('allows any credential on an unknown path, so that its owner sees the 404', () => {
    assert.equal(findObstacle({ ...free, products: ['otp'] }, [], '10.1.2.3', now), null)
  })

  it('allows a credential for one of the products that share a path', () => {
    const limited = (product: string) => ({ ...free, products: [product] })
    assert.equal(findObstacle(limited('sms'), ['topup', 'sms'], '10.1.2.3', now), null)
    assert.equal(findObstacle(limited('topup'), ['topup', 'sms'], '10.1.2.3', now), null)
    assert.equal(findObstacle(limited('otp'), ['topup', 'sms'], '10.1.2.3', now), 'is not for topup or sms')
  })

  const addresses: readonly [allowed: string, address: string, isWithin: boolean][] = [
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['10.1.2.3', '::ffff:10.1.2.4', false],
    ['::ffff:10.1.2.3', '10.1.2.3', true],
    ['::ffff:10.1.2.3', '::ffff:a01:203', true],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.9.9.9', true],
    ['::ffff:10.0.0.0/104', '10.255.0.1', true],
    ['::ffff:10.0.0.0/104', '11.0.0.1', false],
    ['::ffff:10.1.2.3/128', '::ffff:10.1.2.3', true],
    ['10.1.2.3/8', '10.200.0.1', true],
    ['0.0.0.0/0', '192.0.2.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::1', '2001:db8::1', true],
    ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::/0', '2001:db8::1', true],
    ['::1', '127.0.0.1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['10.0.0.0/8', 'unknown', false],
    ['10.0.0.0/8', '', false],
  ]
  for (const [allowed, address, isWithin] of addresses) {
    it(`${isWithin ? 'allows' : 'rejects'} the address ${address || '(empty)'} for ${allowed}`, () => {
      assert.equal(
        findObstacle({ ...free, addresses: ['192.0.2.77', allowed] }, ['sms'], address, now) === null,
        isWithin,
      )
    })
  }
})
