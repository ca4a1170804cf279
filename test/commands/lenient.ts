/** Lenient keys and rejected requests from a shell, with a running server. */
import assert from 'node:assert/strict'
import { basic, sendBody, until } from '../world.ts'
import type { Shell, TestServer } from './program.ts'

export async function tryLenient(shell: Shell, server: TestServer): Promise<void> {
  const account = ['--account', String((await shell.json('account', 'create', 'Older')).id)]
  assert.equal(await shell.text('refused', ...account), 'No rejected requests in the last 30 days.\n')
  const { id, apiKey, secret } = await shell.json('key', 'create', '--lenient', 'register', ...account)
  const send = async () => {
    const headers = { authorization: basic(apiKey, secret), 'content-type': 'application/json' }
    const response = await fetch(`${server.address}/v1/send`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...sendBody(), encoding: undefined }),
    })
    return ((await response.json()) as { code: number }).code
  }
  assert.equal(await send(), 100)
  assert.match(await shell.text('key', 'list', ...account), /register .* lenient$/m)
  assert.match(
    await shell.text('key', 'change', String(id), '--strict', ...account),
    /^Credential \d+ is now strict: it accepts only requests that follow the API reference\.\n$/,
  )
  await until('the send is rejected', async () => (await send()) === 118)
  await until(
    'the rejection is listed',
    async () =>
      (await shell.json('refused', '--credential', String(id), '--search', 'encoding', ...account)).data.length === 1,
  )
  const [, row = '', hint = ''] = (await shell.text('refused', ...account)).split('\n')
  assert.match(
    row,
    new RegExp(`^2\\d{3}-[\\d: -]+GMT +\\d+ +${id} register +POST /v1/send +400 +118 +Missing Or Invalid Encoding$`),
  )
  assert.match(hint, /^ {2}encoding must be 0 \(plain text\)/)
  for (const word of ['key', 'token'])
    assert.equal((await shell.json(word, 'change', String(id), '--lenient', ...account)).lenient, true)
  await until('the send is accepted again', async () => (await send()) === 100)
  for (const wrong of [[], ['--lenient', '--strict']])
    assert.equal((await shell.run('key', 'change', String(id), ...wrong, ...account)).code, 2)
  assert.equal((await shell.run('refused', '--credential', 'x')).code, 2)
  await shell.json('key', 'revoke', String(id), ...account)
  assert.match(
    await shell.refused('key', 'change', String(id), '--strict', ...account),
    /^Credential Is Expired Or Revoked/,
  )
}
