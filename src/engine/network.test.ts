import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isNetwork, isSmallNetwork, neighbourhoodOf, plainAddress } from './network.ts'

it('isNetwork accepts addresses and networks of both families', () => {
  for (const text of [
    '10.0.0.1',
    '10.0.0.0/8',
    '0.0.0.0/0',
    '255.255.255.255/32',
    '::1',
    '2001:db8::/32',
    '::/0',
    '::ffff:10.0.0.1',
    '::ffff:10.0.0.0/104',
    '::1/128',
  ]) {
    assert.equal(isNetwork(text), true, text)
  }
})

it('isNetwork rejects everything else, including ambiguous notations', () => {
  const texts = [
    '',
    'localhost',
    '10.1',
    '10',
    '010.0.0.1',
    '0x0a.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    ' 10.0.0.1',
    '::1/129',
    'fe80::1%eth0',
    ':::1',
  ]
  for (const text of texts) assert.equal(isNetwork(text), false, text)
})

it('plainAddress removes the IPv6 prefix of IPv4 addresses only', () => {
  const addresses = ['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '192.0.2.1', '::1', '::ffff:c000:201', '']
  const plain = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '::1', '::ffff:c000:201', '']
  assert.deepEqual(addresses.map(plainAddress), plain)
})

it('neighbourhoodOf groups IPv6 addresses by /64 and keeps IPv4 addresses apart', () => {
  const table: readonly [address: string, neighbourhood: string][] = [
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::6', '2001:db8:1:2'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ]
  for (const [address, neighbourhood] of table) assert.equal(neighbourhoodOf(address), neighbourhood, address)
})

it('isSmallNetwork accepts up to 256 neighbourhoods', () => {
  const small = ['192.0.2.1', '192.0.2.0/24', '2001:db8::1', '2001:db8::/56', '::ffff:192.0.2.0/120']
  const large = ['192.0.2.0/23', '0.0.0.0/0', '2001:db8::/55', '::/0', '::ffff:10.0.0.0/104']
  for (const network of small) assert.equal(isSmallNetwork(network), true, network)
  for (const network of large) assert.equal(isSmallNetwork(network), false, network)
})
