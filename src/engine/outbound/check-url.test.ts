import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openOutbound, type Reach, type UrlCheck } from './index.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'hooks.example': ['196.41.32.1', '2c0f:f248::1'],
  'inside.example': ['10.0.0.1'],
  'mixed.example': ['196.41.32.1', '10.0.0.1'],
  'mapped.example': ['::ffff:169.254.169.254'],
  'odd.example': ['not an address'],
  localhost: ['127.0.0.1', '::1'],
  'half.example': ['127.0.0.1', '196.41.32.1'],
  'empty.example': [],
}

const lookup = async (name: string) => names[name] ?? assert.fail('no such name')
const checkUrl = async (reach: Reach, url: string): Promise<UrlCheck> => {
  const outbound = openOutbound({ reach, lookup })
  try {
    return await outbound.checkUrl(url)
  } finally {
    await outbound.close()
  }
}

const taken = { ok: true, resolved: true } as const
const unresolved = { ok: true, resolved: false } as const
const not = (why: string) => ({ ok: false, why }) as const
const notPublic = not('the URL must point to a public address')
const notBoth = not('the URL must point to a public address or to this machine')
const httpAbroad = not('the URL must begin with https://, unless it points to this machine')

const table: readonly (readonly [reach: Reach, url: string, checked: UrlCheck])[] = [
  ['public', 'https://hooks.example/a?b=c#d', taken],
  ['public', 'https://hooks.example:8443', taken],
  ['public', 'HTTPS://HOOKS.example', taken],
  ['public', 'https://unknown.example/', unresolved],
  ['public', 'https://empty.example/', unresolved],
  ['public', 'http://hooks.example/', not('the URL must begin with https://')],
  ['public', 'ftp://hooks.example/', not('the URL must begin with https://')],
  ['public', 'file:///etc/passwd', not('this is not a valid URL')],
  ['public', 'javascript:alert(1)', not('this is not a valid URL')],
  ['public', 'hooks.example/a', not('this is not a valid URL')],
  ['public', '', not('this is not a valid URL')],
  ['public', 'https://', not('this is not a valid URL')],
  ['public', 'https:///hooks.example', not('this is not a valid URL')],
  ['public', 'https:/hooks.example', not('this is not a valid URL')],
  ['public', 'https:hooks.example', not('this is not a valid URL')],
  ['public', 'https:\\\\hooks.example', not('this is not a valid URL')],
  ['public', `https://hooks.example/${'é'.repeat(500)}`, not('the URL must not be longer than 2048 characters')],
  ['public', 'https://1.2.3.4.5/', not('this is not a valid URL')],
  ['public', 'https://hooks.example:65536/', not('this is not a valid URL')],
  ['public', 'https://[fe80::1%25eth0]/', not('this is not a valid URL')],
  ['public', ' https://hooks.example/', not('this is not a valid URL')],
  ['public', 'https://hooks.\nexample/', not('this is not a valid URL')],
  ['public', 'https://hooks.example/\0', not('this is not a valid URL')],
  ['public', 'https://hooks.example:0/', not('the URL must not use port 0')],
  ['public', 'https://user@hooks.example/', not('the URL must not contain a user name or password')],
  ['public', 'https://:hunter2@hooks.example/', not('the URL must not contain a user name or password')],
  ['public', 'https://hooks.example@10.0.0.1/', not('the URL must not contain a user name or password')],
  ['public', `https://hooks.example/${'a'.repeat(2_026)}`, taken],
  ['public', `https://hooks.example/${'a'.repeat(2_027)}`, not('the URL must not be longer than 2048 characters')],
  ['public', 'https://inside.example/', notPublic],
  ['public', 'https://mixed.example/', notPublic],
  ['public', 'https://mapped.example/', notPublic],
  ['public', 'https://odd.example/', notPublic],
  ['public', 'https://10.0.0.1/', notPublic],
  ['public', 'https://0xa9fea9fe/', notPublic],
  ['public', 'https://[::ffff:169.254.169.254]/', notPublic],
  ['public', 'https://localhost/', notPublic],
  ['public or loopback', 'https://hooks.example/', taken],
  ['public or loopback', 'https://half.example/', taken],
  ['public or loopback', 'https://inside.example/', notBoth],
  ['public or loopback', 'http://localhost:3000/', taken],
  ['public or loopback', 'http://127.0.0.1:3000/', taken],
  ['public or loopback', 'http://[::1]:3000/', taken],
  ['public or loopback', 'http://0.0.0.0:3000/', httpAbroad],
  ['public or loopback', 'http://half.example/', httpAbroad],
  ['public or loopback', 'http://hooks.example/', httpAbroad],
  ['public or loopback', 'http://8.8.8.8/', httpAbroad],
  ['public or loopback', 'https://unknown.example/', unresolved],
  ['public or loopback', 'http://unknown.example/', httpAbroad],
  ['loopback', 'http://unknown.example/', not('the URL must point to this machine')],
  ['anywhere', 'http://unknown.example/', unresolved],
  ['public or loopback', 'ftp://localhost/', not('the URL must begin with https:// or http://')],
  ['loopback', 'http://localhost/', taken],
  ['loopback', 'https://hooks.example/', not('the URL must point to this machine')],
  ['anywhere', 'http://inside.example/', taken],
  ['anywhere', 'http://169.254.169.254/', taken],
]

describe('checkUrl', () => {
  for (const [reach, url, checked] of table) {
    const shown = url.length > 80 ? `${url.slice(0, 40)}… of ${url.length} characters` : JSON.stringify(url)
    it(`${checked.ok ? 'accepts' : 'rejects'} ${shown} with reach ${reach}`, async () => {
      assert.deepEqual(await checkUrl(reach, url), checked)
    })
  }

  it('accepts a URL after five seconds when the name servers do not respond', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const outbound = openOutbound({ reach: 'public', lookup: () => new Promise(() => {}) })
    const checked = outbound.checkUrl('https://slow.example/')
    t.mock.timers.tick(4_999)
    assert.equal(await Promise.race([checked, Promise.resolve('waits')]), 'waits')
    t.mock.timers.tick(1)
    assert.deepEqual(await checked, unresolved)
  })

  it('rejects localhost without a lookup', async () => {
    const outbound = openOutbound({ reach: 'public' })
    for (const host of ['localhost', 'LOCALHOST.', 'any.localhost'])
      assert.deepEqual(await outbound.checkUrl(`https://${host}/`), notPublic, host)
    await outbound.close()
  })
})
