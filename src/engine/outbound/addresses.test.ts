import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isReachable, type Reach } from './addresses.ts'
import { openOutbound } from './index.ts'
import { readTarget } from './target.ts'

const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')

const publicOnes = [
  '1.1.1.1',
  '8.8.8.8',
  '99.255.255.255',
  '100.128.0.0',
  '172.32.0.1',
  '196.41.32.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2c0f:f248::1',
]

const refused = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...[
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
  ],
  ...[
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
  ],
  ...[
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::10.0.0.1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff:fff::1',
  ],
  ...['4000::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
]

describe('isReachable', () => {
  it('classifies addresses by range', () => {
    for (const address of publicOnes) assert.equal(isReachable('public', 'https:', address), true, address)
    for (const address of refused) assert.equal(isReachable('public', 'https:', address), false, address)
    for (const text of ['', 'localhost', '1.1.1', '0x8.8.8.8', '1.1.1.1/32'])
      assert.equal(isReachable('anywhere', 'https:', text), false, text)
  })

  it('treats IPv4-mapped addresses like IPv4', () => {
    assert.equal(isReachable('public', 'https:', '::ffff:8.8.8.8'), true)
    assert.equal(isReachable('public or loopback', 'http:', '::ffff:127.0.0.1'), true)
  })

  it('depends on the protocol', () => {
    const table: readonly (readonly [reach: Reach, loopback: string, publicOne: string, privateOne: string])[] = [
      ['public', '', 'https:', ''],
      ['public or loopback', 'http: https:', 'https:', ''],
      ['loopback', 'http: https:', '', ''],
      ['anywhere', 'http: https:', 'http: https:', 'http: https:'],
    ]
    for (const [reach, ...expected] of table) {
      const seen = ['127.0.0.1', '8.8.8.8', '10.0.0.1'].map((address) =>
        ['http:', 'https:'].filter((protocol) => isReachable(reach, protocol, address)).join(' '),
      )
      assert.deepEqual(seen, expected, reach)
    }
  })
})

/** Notations of one IPv4 address in a URL. */
function spellingsOf(address: number): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted(address).split('.').map(Number)
  const octal = (part: number) => `0${part.toString(8)}`
  const hex = (part: number) => `0x${part.toString(16)}`
  const wide = dotted(address).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
  return [
    String(address),
    hex(address),
    octal(address),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    [a, octal(b), hex(c), d].join('.'),
    `${a}.${address & 0xffffff}`,
    `${a}.${b}.${address & 0xffff}`,
    `${dotted(address)}.`,
    wide,
    wide.replaceAll('.', '。'),
    dotted(address).replace(/\d/, (digit) => `%3${digit}`),
    `[::ffff:${dotted(address)}]`,
    `[::FFFF:${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}]`,
    `[0:0:0:0:0:ffff:${dotted(address)}]`,
  ]
}

describe('a URL with an IP address', () => {
  it('is checked the same in every notation', () => {
    const oneOfThese = fc.constantFrom(...refused.filter((address) => /^[\d.]+$/.test(address)))
    const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    fc.assert(
      fc.property(fc.oneof(fc.nat(0xffffffff), oneOfThese.map(numberOf)), (address) => {
        for (const reach of ['public', 'public or loopback', 'loopback'] as const) {
          const plain = isReachable(reach, 'https:', dotted(address))
          for (const spelling of [dotted(address), ...spellingsOf(address)]) {
            const target = readTarget(`https://${spelling}/hook`, reach)
            assert.equal(target.ok, plain, `${spelling} for ${reach}`)
            assert.ok(!target.ok || target.isAddress, spelling)
          }
        }
      }),
    )
  })

  it('is rejected for non-public addresses, both when saved and when used', async () => {
    const outbound = openOutbound({ reach: 'public', lookup: () => assert.fail('there is nothing to look up') })
    for (const address of refused.filter((one) => !one.includes('%'))) {
      const url = `https://${address.includes(':') ? `[${address}]` : address}:8443/hook`
      assert.deepEqual(await outbound.checkUrl(url), { ok: false, why: 'the URL must point to a public address' }, url)
      await assert.rejects(outbound.send({ url, headers: {} }), { name: 'OutboundProblem', kind: 'refused' }, url)
    }
    for (const address of publicOnes) {
      const url = `https://${address.includes(':') ? `[${address}]` : address}/hook`
      assert.deepEqual(await outbound.checkUrl(url), { ok: true, resolved: true }, url)
    }
    await outbound.close()
  })
})
