/** Commands of the contract from a shell, with a running server. */
import assert from 'node:assert/strict'
import { basic, sendBody, until } from '../world.ts'
import type { Shell, TestServer } from './program.ts'

const phone = '255712345678'

const post = (server: TestServer, authorization: string) =>
  fetch(`${server.address}/v1/send`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(sendBody()),
  })

export async function tryAccess(shell: Shell, server: TestServer): Promise<void> {
  const { id } = await shell.json('account', 'create', '--name', 'Second')
  const again = ['account', 'create', '--name', 'second', '--if-missing']
  assert.equal((await shell.json(...again)).id, id)
  const account = ['--account', String(id)]
  assert.match(
    await shell.text('account', 'list', '--limit', '1'),
    /^ID +NAME +COUNTRY +CREATED\n\d[^\n]+\n\n2 in total\. Next page: --cursor [\w-]+\n$/,
  )
  assert.match(await shell.refused('account', 'show', 'Nobody'), /^unknown account "Nobody"\. Run "ngoma account list"/)

  const changed = await shell.json('account', 'change', String(id), '--messages-per-day', '10000', '--smart-encoding')
  assert.deepEqual([changed.messagesPerDay, changed.smartEncoding], [10_000, true])
  assert.match(await shell.text('account', 'show', String(id)), /^Smart encoding +yes$/m)
  const key = await shell.json('key', 'create', '--name', 'shop', ...account)
  const sent = await post(server, basic(key.apiKey, key.secret))
  assert.equal(sent.status, 200)
  const { request_id: request } = (await sent.json()) as { request_id: string }
  await until('it is delivered', async () => (await shell.json('request', 'show', request, ...account)).delivered === 1)
  const row = new RegExp(
    `^ID +CREATED +REQUEST ID +PHONE .*\n\\d+ +[-\\d]+ [:\\d]+ GMT +${request} +\\+${phone} +delivered `,
  )
  const found = await shell.text('message', 'list', '--number', '0712345678', '--status', 'delivered', ...account)
  assert.match(found, row)
  const [message] = (await shell.json('message', 'list', '--all', '--number', phone)).data
  assert.deepEqual([message.accountId, message.accountName], [id, 'Second'])
  const shown = await shell.text('message', 'show', String(message.id))
  for (const line of [/^Account +\d+ \(Second\)$/m, /^Price +1 TZS$/m, /^Status +DELIVERED, delivered$/m])
    assert.match(shown, line)
  assert.match(await shell.text('request', 'recipients', request, ...account), /delivered/)

  const limited = [
    'token',
    'create',
    '--name',
    'reports',
    '--product',
    'dlr',
    '--address',
    '::1',
    '--expires-at',
    '2099-12-31',
  ]
  assert.match(
    await shell.text(...limited, ...account),
    /^Token \d+ created\.\n\nID +\d+\nToken +\S+\n\nSave the secret now: it is not shown again\.\n$/,
  )
  assert.match(await shell.text('credential', 'list', ...account), /token +reports .* 2099-12-31 00:00 GMT .* dlr +::1/)
  const next = await shell.json('credential', 'rotate', String(key.id), '--overlap-hours', '1', ...account)
  assert.equal((await post(server, basic(next.apiKey, next.secret))).status, 200)
  assert.match(await shell.refused('credential', 'revoke', String(key.id)), /The credential does not exist/)
  assert.deepEqual(await shell.json('credential', 'revoke', String(key.id), ...account), { id: key.id, revoked: true })
  await until('the key is refused', async () => (await post(server, basic(key.apiKey, key.secret))).status === 401)
}

/** Names in place of IDs, files, and the messages for empty lists. */
export async function tryNames(shell: Shell, directory: string): Promise<void> {
  assert.equal(
    await shell.text('book', 'list', '--search', 'qwertz'),
    'No address books found of account 1. For another account, use --account ID.\n',
  )
  const book = await shell.json('book', 'create', '--name', 'Friends')
  assert.match(
    await shell.text('book', 'change', 'friends', '--description', 'Of the shop'),
    /^Book friends changed: description Of the shop\.\n$/,
  )
  const contact = await shell.json(
    'contact',
    'create',
    '--phone',
    '0714000001',
    '--first-name',
    'Asha',
    '--book',
    'Friends',
  )
  assert.deepEqual(contact.bookIds, [book.id])
  assert.match(await shell.text('contact', 'list', '--book', 'Friends'), /\+255714000001 +Asha/)
  assert.deepEqual(await shell.json('contact', 'remove', '0714000001'), { id: '0714000001', removed: true })
  assert.deepEqual(await shell.json('book', 'remove', 'Friends'), { id: 'Friends', removed: true })

  const sender = await shell.json('sender', 'request', '--sender', 'DUKA')
  assert.equal((await shell.json('sender', 'approve', 'DUKA')).status, 'active')
  assert.match(
    await shell.text('sender', 'list', '--all', '--status', 'active'),
    new RegExp(`${sender.id} +DUKA +active`),
  )
  assert.match(await shell.refused('sender', 'reject', 'DUKA', '--reason', 'x'), /./)

  const file = `${directory}/numbers.csv`
  await shell.json('optout', 'create', '--phone', '0714000002')
  assert.deepEqual(await shell.json('optout', 'list', '--csv', file), { file, rows: 1 })
  const [imported] = [await shell.json('do-not-disturb', 'import', file)]
  assert.equal(imported.added, 1)
  assert.deepEqual(await shell.json('do-not-disturb', 'remove', '--phone', '255714000002'), { removed: true })
  assert.equal((await shell.json('credit', 'add', '--amount', '10')).product, 'SMS')
}
