import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUnbound } from './unbound.ts'

describe('connections without a bind', () => {
  it('are limited for each network', () => {
    const unbound = createUnbound({ all: 10, network: 2 })
    let names = 0
    const add = (address: string) => unbound.add(`${++names}`, address, () => {})
    assert.deepEqual(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(add), [true, true, false])
    assert.deepEqual(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(add), [true, true, false, true])
    assert.equal(unbound.size, 5)
  })

  it('make room at the cost of the network with the most of them', () => {
    const unbound = createUnbound({ all: 3, network: 2 })
    const closed: string[] = []
    const names = ['192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map((address, index) => {
      const name = `${address} ${index}`
      assert.ok(unbound.add(name, address, () => closed.push(name)))
      return name
    })
    assert.deepEqual(closed, ['192.0.2.2 1', '192.0.2.1 0'])
    assert.equal(unbound.size, 3)
    for (const name of names) unbound.delete(name)
    assert.equal(unbound.size, 0)
  })
})
