/** Credit from a shell. What it sees is the same beside a server and without one. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

export async function tryCredit(shell: Shell): Promise<void> {
  const { id } = await shell.json('account', 'create', 'Payer')
  const account = ['--account', String(id)]
  const added = await shell.json('credit', 'add', '0.5', ...account, '--product', 'airtime', '--note', 'invoice 7')
  assert.deepEqual([added.product, added.available, added.held], ['AIRTIME', '1000000.5000', '0.0000'])
  assert.equal(await shell.text('credit', 'add', ...account, '--', '-999000'), 'There are 1,000 TZS for SMS now.\n')
  assert.equal((await shell.json('credit', 'take', '1000', ...account)).available, '0.0000')
  assert.match(
    await shell.refused('credit', 'take', '0.0001', ...account),
    /^Insufficient Balance \(at most 0\.0000 can be taken away\)$/,
  )
  for (const words of [['1,5'], ['1', '--product', 'MONEY'], ['1.00001']])
    assert.equal((await shell.run('credit', 'add', ...words, ...account)).code, 2)
  const { data } = await shell.json('credit', 'show', ...account)
  assert.equal(data.length, 9)
  assert.match(
    await shell.text('credit', 'show', ...account),
    /^PRODUCT +AVAILABLE +HELD +CURRENCY +POSTPAID +LEVEL\nAIRTIME +1,000,000\.50 +0 +TZS +no +0\n/,
  )
  assert.match(await shell.refused('credit', 'show', '--account', '999999'), /^Account Not Found \(/)

  assert.notEqual((await shell.json('account', 'suspend', String(id))).suspendedAt, null)
  assert.equal(await shell.text('account', 'suspend', String(id)), `Account ${id} is suspended.\n`)
  assert.match(
    await shell.text('account', 'list', '--limit', '1000'),
    new RegExp(`^${id} +Payer .* suspended since `, 'm'),
  )
  assert.equal((await shell.json('account', 'resume', String(id))).suspendedAt, null)

  const settings = ['--product', 'chat', ...account]
  assert.equal(await shell.text('credit', 'postpaid', ...settings), 'CHAT: the balance may not go below zero.\n')
  assert.match(
    await shell.text('credit', 'postpaid', '--limit', '5000', ...settings),
    /^CHAT: the balance may go down to 5[,.0]*000(\.0000)? TZS below zero\.\n$/,
  )
  assert.equal((await shell.json('credit', 'postpaid', '--off', ...settings)).allowPostpaid, false)
  assert.equal(await shell.text('credit', 'reminder', ...settings), 'CHAT: no reminder.\n')
  const reminded = await shell.json('credit', 'reminder', '--below', '100', '--sms', '255712345678', ...settings)
  assert.deepEqual(
    [reminded.creditLevel, reminded.smsReminder, reminded.emailReminder, reminded.reminderPhone],
    ['100.0000', true, false, '255712345678'],
  )
  assert.match(await shell.text('credit', 'reminder', ...settings), /^CHAT: an SMS to 255712345678 when .* below 100/)
  assert.equal(await shell.text('credit', 'reminder', '--off', ...settings), 'CHAT: no reminder.\n')

  const listed = await shell.json('statement', ...account, '--limit', '2')
  assert.deepEqual(
    listed.data.map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`),
    ['debit 1000.0000', 'debit 999000.0000'],
  )
  assert.match(
    await shell.text('statement', ...account, '--product', 'AIRTIME', '--kind', 'credit'),
    /^ID +TIME.*\n\d+ .* AIRTIME +credit +0\.50 +TZS +top-up +invoice 7 +command line\n/,
  )
  assert.equal(await shell.text('statement', ...account, '--from', '2999-01-01'), 'There are no entries like that.\n')
  assert.match(await shell.refused('statement', ...account, '--to', 'tomorrow'), /^Invalid Parameter: to \(/)
  const file = join(shell.settings.NGOMA_DATA ?? '', 'statement.csv')
  assert.deepEqual(await shell.json('statement', ...account, '--csv', file, '--product', 'SMS'), { file })
  const lines = readFileSync(file, 'utf8').split('\r\n')
  assert.deepEqual([lines.length, lines[0]], [5, 'id,at,product,currency,kind,amount,subject,note,actor'])
  assert.match(await shell.refused('statement', ...account, '--csv', file), /is there already/)
  const printed = await shell.run('statement', ...account, '--csv', '-', '--product', 'SMS')
  assert.deepEqual([printed.code, printed.out], [0, lines.join('\r\n')])

  const state = await shell.json('ledger', 'check')
  assert.deepEqual([state.clean, state.wrong], [true, []])
  assert.match(await shell.text('ledger', 'check'), /^All is well: [\d,]+ balances and [\d,]+ entries\.\n$/)
}
