/** Requests and their messages from a shell. */
import assert from 'node:assert/strict'
import { until } from '../until.ts'
import type { Shell } from './program.ts'

export async function tryRequests(shell: Shell, account: readonly string[], requestId: string): Promise<void> {
  assert.match(
    await shell.text('request', 'show', requestId, ...account),
    /^Request \d+ from INFO, accepted .*: Hello\n1 message: 1 delivered, 0 undelivered, 0 pending\. Price: 1 TZS\.\n$/,
  )
  assert.match(
    await shell.text('request', 'recipients', requestId, ...account),
    /^MESSAGE +NUMBER +STATUS .*\n\d+ +\+255712345678 +delivered +1 +1 +Hello\n$/,
  )
  const labels = ['--tag', 'june', '--reference', 'order 7', '--campaign', 'Summer']
  const send = ['send', '--to', '0712340003', '--text', 'Code {code}', '--var', 'code=A1', ...labels, ...account]
  const { requestIds, recipients } = await shell.json(...send)
  assert.equal(recipients[0].text, 'Code A1')
  const failed = ['message', 'search', '--tag', 'june', '--reference', 'order 7', '--status', 'undelivered', ...account]
  await until('the phone is switched off', async () => (await shell.json(...failed)).data.length === 1)
  assert.match(await shell.text(...failed), /\+255712340003 +undelivered +1 +Code A1 +The phone is switched off/)
  assert.match(
    await shell.text('request', 'list', '--tag', 'june', ...account),
    new RegExp(`^REQUEST .*\\n${requestIds[0]} .* Summer +june +order 7\\n$`),
  )
  const none = 'No matching requests of account 1. For another account, use --account ID.\n'
  assert.equal(await shell.text('request', 'list', '--tag', 'never'), none)
  const found = await shell.json('request', 'list', '--reference', 'order 7', ...account)
  assert.equal(found.data[0].id, requestIds[0])
  assert.equal((await shell.json('request', 'show', requestId, ...account)).delivered, 1)
  assert.equal((await shell.json('request', 'recipients', requestId, ...account)).data[0].text, 'Hello')
  const again = await shell.text('request', 'resend', String(requestIds[0]), ...account)
  assert.match(again, /^Request \d+: 1 valid.*\n\n.*\n\d+ +\+255712340003 .*Code A1\n$/)
  const one = String(recipients[0].messageId)
  assert.match(await shell.refused('message', 'resend', one, ...account), /^Already Sent Again/)
  assert.equal((await shell.json('message', 'resend', one, '--again', ...account)).valid, 1)
  assert.equal((await shell.json('request', 'resend', String(requestIds[0]), '--again', ...account)).valid, 1)
  const late = await shell.run('message', 'cancel', one, ...account)
  assert.deepEqual([late.code, late.out], [1, 'It is too late to cancel the message.\n'])
  const later = await shell.json(...send, '--not-before', '2090-01-01 08:00')
  const waiting = String(later.recipients[0].messageId)
  assert.equal(await shell.text('message', 'cancel', waiting, ...account), 'The message was cancelled.\n')
  const another = await shell.json(...send, '--not-before', '2090-01-01 08:00')
  const cancelled = await shell.json('message', 'cancel', String(another.recipients[0].messageId), ...account)
  assert.deepEqual(cancelled, { cancelled: 1, tooLate: 0 })
}
