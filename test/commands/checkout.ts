/** Checkout sessions from a shell, with a running server. */
import assert from 'node:assert/strict'
import { checkoutPath, freshTransaction } from '../checkout.ts'
import { basic } from '../world.ts'
import type { Shell, TestServer } from './program.ts'

export async function tryCheckout(shell: Shell, server: TestServer): Promise<void> {
  const account = ['--account', String((await shell.json('account', 'create', 'Paid')).id)]
  assert.equal(await shell.text('checkout', 'list', ...account), 'No matching checkout sessions.\n')
  const { apiKey, secret } = await shell.json('key', 'create', 'shop', ...account)
  const transactionId = freshTransaction()
  const headers = { authorization: basic(apiKey, secret), 'service-secure-token': 'not shown' }
  const opened = await fetch(
    `${server.address}${checkoutPath({ transaction_id: transactionId, mobile: '255712345678' })}`,
    { headers, redirect: 'manual' },
  )
  assert.equal(opened.status, 302)
  const { data } = await shell.json('checkout', 'list', ...account)
  const { id, createdAt, expiresAt, ...rest } = data[0]
  assert.deepEqual(rest, {
    transactionId,
    referenceNumber: 'order 7',
    amount: '1500.50',
    currency: 'TZS',
    phone: '255712345678',
    status: 'open',
    provider: 'simulator',
    tries: 0,
    hasSecureToken: true,
    startedAt: null,
    endedAt: null,
  })
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 30 * 60_000)
  assert.match(
    await shell.text('checkout', 'list', ...account, '--status', 'open'),
    new RegExp(`^ID +TRANSACTION +.*\n${id} +${transactionId} +order 7 +1,500\\.50 +TZS +\\+255712345678 +open +`),
  )
  assert.deepEqual((await shell.json('checkout', 'list', ...account, '--status', 'paid')).data, [])
  assert.equal((await shell.run('checkout', 'list', ...account, '--status', 'gone')).code, 2)
  assert.match(await shell.refused('checkout', 'list', '--account', '999999'), /^Account Not Found \(/)
}
