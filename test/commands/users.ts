import assert from 'node:assert/strict'
import type { Shell, TestServer } from './program.ts'

export const post = (server: TestServer, path: string, authorization: string, body: unknown) =>
  fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Creates an account, sends with its key, reads the reports, and revokes the key. */
export async function tryUsers(shell: Shell, server: TestServer): Promise<void> {
  const choosePassword = (token: string) =>
    post(server, '/console/v1/auth/reset-password', '', { token, newPassword: 'a good password' })
  const invited = await shell.json('user', 'invite', 'asha@example.com', '--role', 'viewer', '--name', 'Asha')
  assert.deepEqual({ email: invited.user.email, role: invited.role }, { email: 'asha@example.com', role: 'viewer' })
  assert.match(await shell.text('user', 'list'), /^asha@example\.com +Asha +no +no +invited$/m)
  assert.equal((await choosePassword(invited.invitation.token)).status, 200)
  const listed = await shell.json('user', 'list')
  assert.equal(listed.data.find(({ email }: { email: string }) => email === 'asha@example.com').hasPassword, true)
  const reset = await shell.json('user', 'reset', 'Asha@Example.com')
  assert.equal((await choosePassword(reset.token)).status, 200)
  assert.notEqual((await choosePassword(reset.token)).status, 200)
  const both = await shell.text('user', 'reset', 'asha@example.com', '--two-factor')
  assert.match(both, /^Second factor removed\. This link sets a password once\./)
  assert.equal((await choosePassword(/#token=(\S+)$/m.exec(both)?.[1] ?? '')).status, 200)
  assert.deepEqual(await shell.json('user', 'operator', 'Asha@Example.com'), {
    email: 'asha@example.com',
    operator: true,
  })
  assert.match(await shell.text('user', 'list'), /^asha@example\.com +Asha +yes +no +yes$/m)
  assert.equal(
    await shell.text('user', 'operator', 'asha@example.com', '--off'),
    'asha@example.com is no longer an operator.\n',
  )
  assert.match(
    await shell.refused('user', 'operator', 'owner@ngoma.local', '--off'),
    /At Least One Operator Is Required/,
  )
  assert.match(await shell.refused('user', 'operator', 'nobody@example.com'), /^no user has the email address/)
  assert.match(await shell.refused('user', 'reset', 'nobody'), /Invalid Email Address/)
  const shown = await shell.text('user', 'reset', 'asha@example.com')
  const link = /^ {2}(\S+)$/m.exec(shown)?.[1] ?? ''
  assert.match(link.replace(server.address, ''), /^\/reset-password#token=[0-9a-f]{64}$/)
  assert.match(shown, /\n\nSet NGOMA_PUBLIC_URL, /)
  assert.match(await shell.refused('user', 'invite', 'asha@example.com'), /Already A Member/)
  assert.match(await shell.refused('user', 'reset', 'nobody@example.com'), /^no user has the email address/)
}
