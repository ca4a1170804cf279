import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Secrets } from '../../engine/secrets/index.ts'
import { createStaticHeaders } from './secrets.ts'
import type { Destination } from './store-attempts.ts'

describe('createStaticHeaders', () => {
  it('decrypts the headers of an endpoint once for each change', () => {
    const opened: string[] = []
    const secrets = {
      read(_use: string, sealed: Buffer, bound: string) {
        opened.push(`${bound} ${sealed.toString('hex')}`)
        return sealed.toString('hex') === 'ff' ? null : `{"x-key":"${sealed.toString('hex')}"}`
      },
    } as unknown as Secrets
    const headersOf = createStaticHeaders(secrets)
    const of = (accountId: number, headers: string | null) => headersOf({ accountId, headers } as Destination)
    assert.deepEqual([of(1, null), of(1, '01'), of(1, '01')], [{}, { 'x-key': '01' }, { 'x-key': '01' }])
    assert.deepEqual([of(1, '02'), of(2, '01')], [{ 'x-key': '02' }, { 'x-key': '01' }])
    assert.deepEqual(opened, ['account 1 01', 'account 1 02', 'account 2 01'])
    assert.deepEqual([of(1, 'ff'), of(1, 'ff')], [null, null])
    assert.equal(opened.length, 5, 'a failed decryption is tried again')
  })
})
