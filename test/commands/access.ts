/** Accounts, keys and tokens from a shell, with a running server. */
import assert from 'node:assert/strict'
import { basic, sendBody, until } from '../world.ts'
import type { Shell, TestServer } from './program.ts'
import { tryRequests } from './requests.ts'
import { post } from './users.ts'

const phone = '255712345678'

const status = async (server: TestServer, authorization: string, path = '/public/v1/delivery-reports?request_id=1') => {
  const response = await fetch(`${server.address}${path}`, { headers: { authorization } })
  await response.arrayBuffer()
  return response.status
}

export async function accountsAndKeys(shell: Shell, server: TestServer): Promise<void> {
  const { id } = await shell.json('account', 'create', 'Second')
  const again = ['account', 'create', 'Second', '--if-missing']
  assert.equal(await shell.text(...again), `Account ${id} exists already.\n`)
  assert.equal(
    await shell.text(...again, '--sender', 'SECOND'),
    `Account ${id} exists already; its sender IDs were not changed: ngoma sender request NAME --account ${id}\n`,
  )
  assert.deepEqual((await shell.json('account', 'list')).data.map(({ name }: { name: string }) => name).sort(), [
    'First account',
    'Second',
  ])
  assert.match(
    await shell.text('account', 'list', '--limit', '1'),
    /^ID +NAME +COUNTRY +PARENT +CREATED +STATUS\n\d[^\n]+\n\nPage 1 of 2, 2 in total\.\n$/,
  )

  assert.equal((await shell.json('account', 'smart-encoding', String(id))).smartEncoding, true)
  assert.equal((await shell.json('account', 'smart-encoding', String(id), '--off')).smartEncoding, false)

  const account = ['--account', String(id)]
  const limits = { requestsPerSecond: null, messagesPerDay: 10_000 }
  assert.deepEqual(await shell.json('account', 'limits', ...account, '--messages', '10000'), limits)
  assert.deepEqual(await shell.json('account', 'limits', ...account), limits)
  const key = await shell.json('key', 'create', 'shop', ...account)
  const authorization = basic(key.apiKey, key.secret)
  const sent = await post(server, '/v1/send', authorization, sendBody())
  assert.equal(sent.status, 200)
  const { request_id: requestId } = (await sent.json()) as { request_id: string }
  await until('it is delivered', async () => {
    const response = await fetch(`${server.address}/public/v1/delivery-reports?request_id=${requestId}`, {
      headers: { authorization },
    })
    return (await response.text()).includes('DELIVERED')
  })
  assert.match(
    await shell.text('message', 'search', '--to', '0712345678', '--status', 'delivered', ...account),
    new RegExp(
      `^MESSAGE +ACCEPTED +REQUEST +NUMBER .*\n\\d+ +[-\\d]+ [:\\d]+ GMT +${requestId} +\\+${phone} +delivered +1 +Hello\n$`,
    ),
  )
  await tryRequests(shell, account, requestId)
  const [message] = await shell.json('message', 'list', '--request', requestId)
  const shown = await shell.text('message', 'show', String(message.id))
  for (const line of [/^Account +\d+ \(Second\)$/m, /^Price +1 TZS$/m, /^Status +DELIVERED, delivered$/m])
    assert.match(shown, line)
  assert.equal((await shell.json('message', 'show', String(message.id))).price, '1.0000')
  assert.match(await shell.text('queue'), /^No pending messages\.\n/)
  assert.deepEqual((await shell.json('queue')).queues, [])
  assert.match(
    await shell.text('message', 'search', '--to', phone),
    new RegExp(`^ACCOUNT +NAME +MESSAGE .*\n(.*\n)*\\d+ +Second +\\d+ .* ${requestId} +\\+${phone} +delivered`),
  )
  assert.equal(
    await shell.text('message', 'search', '--account', '1', '--request', requestId),
    'No matching messages.\n',
  )

  assert.match(await shell.text('key', 'list', ...account), new RegExp(`${key.id} +key +shop +${key.apiKey} +active`))
  assert.match(await shell.text('key', 'show', String(key.id), ...account), /^Name {7}shop$(.|\n)*^Scopes {5}all$/m)
  assert.match(
    await shell.text(
      'key',
      'change',
      String(key.id),
      '--scope',
      'messages:send',
      '--scope',
      'inbound:read',
      '--product',
      'sms',
      ...account,
    ),
    /^Credential \d+ now has the scopes messages:send, inbound:read\.\n$/,
  )
  assert.match(await shell.text('key', 'list', ...account), /messages:send inbound:read +sms$/m)
  assert.deepEqual((await shell.json('token', 'change', String(key.id), '--no-scopes', ...account)).scopes, [])
  assert.deepEqual((await shell.json('key', 'change', String(key.id), '--all-scopes', ...account)).scopes, ['*'])
  assert.equal((await shell.run('key', 'change', String(key.id), '--scope', 'messages', ...account)).code, 2)
  assert.equal((await shell.run('key', 'change', String(key.id), '--product', 'sms', ...account)).code, 2)
  const wide = await shell.json('key', 'create', 'wide', ...account)
  assert.match(
    await shell.text('key', 'change', String(wide.id), '--scope', 'contacts:read', ...account),
    /^Credential \d+ now has the scopes contacts:read\. It has no access to \/v1 and \/public\/v1\.\n$/,
  )
  const limited = await shell.json('token', 'create', 'search', '--scope', 'search:read', ...account)
  assert.deepEqual((await shell.json('token', 'show', String(limited.id), ...account)).scopes, ['search:read'])
  assert.match(await shell.refused('key', 'show', '999999', ...account), /has no credential 999999/)
  const next = await shell.json('key', 'rotate', String(key.id), '--overlap-hours', '1', ...account)
  assert.equal((await post(server, '/v1/send', basic(next.apiKey, next.secret), sendBody())).status, 200)
  assert.match(await shell.refused('key', 'rotate', String(key.id), ...account), new RegExp(`key rotate ${next.id}`))
  const replaced = await shell.text('key', 'rotate', String(next.id), ...account)
  assert.match(
    replaced,
    new RegExp(`API secret(.|\\n)*The old credential, ${next.id}, is valid until 2\\d{3}-.* GMT\\.`),
  )
  assert.match(await shell.refused('key', 'revoke', String(key.id)), /Credential Not Found/)
  assert.deepEqual(await shell.json('key', 'revoke', String(key.id), ...account), { id: key.id, revoked: true })
  await until('the key is refused', async () => (await status(server, authorization)) === 401)
  const listed = await shell.json('key', 'list', ...account)
  assert.ok(listed.data.find((one: { id: number }) => one.id === key.id).revokedAt)
  assert.match(await shell.refused('key', 'list', '--account', '999'), /Account Not Found/)
}

export async function tokens(shell: Shell, server: TestServer): Promise<void> {
  const limits = ['--product', 'dlr', '--address', '127.0.0.0/8', '--address', '::1', '--expires', '2099-12-31']
  const { id, token } = await shell.json('token', 'create', 'reports only', ...limits)
  assert.equal(await status(server, token), 200)
  assert.equal((await post(server, '/v1/send', token, sendBody())).status, 401)
  assert.deepEqual((await shell.json('key', 'show', String(id))).products, ['dlr'])
  const elsewhereOnly = await shell.json('token', 'create', 'far away', '--address', '192.0.2.0/24')
  assert.equal(await status(server, elsewhereOnly.token), 401)
  assert.match(
    await shell.text('key', 'list'),
    /token +reports only +until 2099-12-31 00:00 GMT +(never|2\d{3}-[\d :-]+ GMT) +all +dlr 127\.0\.0\.0\/8 ::1$/m,
  )
  assert.match(
    await shell.refused('token', 'create', 'nonsense', '--address', 'somewhere'),
    /^somewhere is not an IP address or a network such as/,
  )
  // Only IDs: the last use of a credential may be written between the two calls.
  const idsOf = async (...list: string[]) => (await shell.json(...list)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await idsOf('token', 'list'), await idsOf('key', 'list'))
  const next = await shell.json('token', 'rotate', String(id), '--overlap-hours', '1')
  assert.deepEqual([await status(server, token), await status(server, next.token)], [200, 200])
  for (const one of [id, next.id])
    assert.deepEqual(await shell.json('token', 'revoke', String(one)), { id: one, revoked: true })
  await until(
    'both are refused',
    async () => (await status(server, token)) === 401 && (await status(server, next.token)) === 401,
  )
}
