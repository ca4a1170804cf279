/** Credit from a shell, with and without a server. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

export async function tryCredit(shell: Shell): Promise<void> {
  const { id } = await shell.json('account', 'create', 'Payer')
  const account = ['--account', String(id)]
  const added = await shell.json('credit', 'add', '0.5', ...account, '--product', 'airtime', '--note', 'invoice 7')
  assert.deepEqual([added.product, added.available, added.held], ['AIRTIME', '1000000.5000', '0.0000'])
  assert.equal(await shell.text('credit', 'add', ...account, '--', '-999000'), 'Available for SMS: 1,000 TZS.\n')
  assert.equal((await shell.json('credit', 'take', '1000', ...account)).available, '0.0000')
  assert.match(
    await shell.refused('credit', 'take', '0.0001', ...account),
    /^Insufficient Balance \(at most 0\.0000 can be removed\)$/,
  )
  for (const words of [['1,5'], ['1', '--product', 'MONEY'], ['1.00001']])
    assert.equal((await shell.run('credit', 'add', ...words, ...account)).code, 2)
  const { data } = await shell.json('credit', 'show', ...account)
  assert.equal(data.length, 9)
  assert.match(
    await shell.text('credit', 'show', ...account),
    /^PRODUCT +AVAILABLE +HELD +CURRENCY +POSTPAID LIMIT +REMINDER BELOW\nAIRTIME +1,000,000\.50 +0 +TZS +none +none\n/,
  )
  assert.match(await shell.refused('credit', 'show', '--account', '999999'), /^Account Not Found \(/)

  assert.deepEqual(await shell.json('account', 'language', String(id), 'sw'), { language: 'sw' })
  assert.match(await shell.text('account', 'language', String(id), 'default'), /language en/)
  assert.deepEqual(await shell.json('account', 'two-factor', String(id)), { required: true })
  assert.equal(
    await shell.text('account', 'two-factor', String(id), '--off'),
    `Account ${id} no longer requires two-factor authentication.\n`,
  )
  assert.notEqual((await shell.json('account', 'suspend', String(id))).suspendedAt, null)
  assert.equal(await shell.text('account', 'suspend', String(id)), `Account ${id} is suspended.\n`)
  assert.match(
    await shell.text('account', 'list', '--limit', '1000'),
    new RegExp(`^${id} +Payer .* suspended since `, 'm'),
  )
  assert.equal((await shell.json('account', 'resume', String(id))).suspendedAt, null)

  const parent = String((await shell.json('account', 'create', 'Reseller', '--country', 'ke')).id)
  const child = await shell.json('account', 'create', 'Asha', '--parent', parent)
  assert.deepEqual([child.country, child.parentId], ['TZ', Number(parent)])
  assert.match(
    await shell.text('account', 'list', '--limit', '1000'),
    new RegExp(`^${child.id} +Asha +TZ +${parent} +.* active$`, 'm'),
  )
  const family = ['--account', parent]
  const moved = await shell.json('credit', 'transfer', '250000', ...family, '--to', String(child.id), '--note', 'June')
  assert.deepEqual([moved.balance.available, moved.subAccountBalance.available], ['750000.0000', '1250000.0000'])
  assert.match(
    await shell.text('credit', 'transfer', '0.5', ...family, '--from', String(child.id)),
    /^Transfer \d+ completed\. Available for SMS: account \d+ 750,000\.50 TZS, account \d+ 1,249,999\.50 TZS\.\n$/,
  )
  assert.match(await shell.refused('credit', 'transfer', '1', '--to', String(child.id)), /^Sub-Account Not Found \(/)
  for (const words of [['1'], ['1', '--to', '2', '--from', '2'], ['1', '--to', 'x'], ['0', '--to', '2']])
    assert.equal((await shell.run('credit', 'transfer', ...words, ...family)).code, 2)
  const changed = await shell.json('account', 'change', String(child.id), '--country', 'UG', '--parent', 'none')
  assert.deepEqual([changed.name, changed.country, changed.parentId], ['Asha', 'UG', null])
  assert.equal(
    await shell.text('account', 'change', String(child.id), '--country', 'default', '--parent', parent),
    `Account ${child.id}: Asha, country TZ, sub-account of ${parent}.\n`,
  )
  assert.match(
    await shell.refused('account', 'change', parent, '--parent', String(child.id)),
    /^Sub-Accounts Cannot Be Nested \(/,
  )
  for (const words of [
    ['--country', 'Kenya'],
    ['--parent', 'x'],
  ])
    assert.equal((await shell.run('account', 'change', parent, ...words)).code, 2)

  const settings = ['--product', 'chat', ...account]
  assert.equal(
    await shell.text('credit', 'postpaid', ...settings),
    'CHAT: prepaid, the balance cannot go below zero.\n',
  )
  assert.match(
    await shell.text('credit', 'postpaid', '--limit', '5000', ...settings),
    /^CHAT: postpaid limit 5[,.0]*000(\.0000)? TZS\.\n$/,
  )
  assert.equal((await shell.json('credit', 'postpaid', '--off', ...settings)).allowPostpaid, false)
  assert.equal(await shell.text('credit', 'reminder', ...settings), 'CHAT: no reminder.\n')
  const reminded = await shell.json('credit', 'reminder', '--below', '100', '--sms', '0712345678', ...settings)
  assert.deepEqual(
    [reminded.creditLevel, reminded.smsReminder, reminded.emailReminder, reminded.reminderPhone],
    ['100.0000', true, false, '255712345678'],
  )
  assert.match(await shell.text('credit', 'reminder', ...settings), /^CHAT: an SMS to \+255712345678 when .* below 100/)
  assert.equal(await shell.text('credit', 'reminder', '--off', ...settings), 'CHAT: no reminder.\n')

  const listed = await shell.json('statement', ...account, '--limit', '2')
  assert.deepEqual(
    listed.data.map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`),
    ['debit 1000.0000', 'debit 999000.0000'],
  )
  assert.match(
    await shell.text('statement', ...account, '--product', 'AIRTIME', '--kind', 'credit'),
    /^ID +TIME.*\n\d+ .* AIRTIME +credit +0\.50 +TZS +[\d,.]+ +top-up +invoice 7 +command line\n/,
  )
  assert.equal(await shell.text('statement', ...account, '--from', '2999-01-01'), 'No matching entries.\n')
  const file = join(shell.settings.NGOMA_DATA ?? '', 'statement.csv')
  assert.deepEqual(await shell.json('statement', ...account, '--csv', file, '--product', 'SMS'), { file })
  const lines = readFileSync(file, 'utf8').split('\r\n')
  assert.deepEqual([lines.length, lines[0]], [5, 'id,at,product,currency,kind,amount,subject,note,actor'])
  assert.match(await shell.refused('statement', ...account, '--csv', file), /already exists\./)
  const printed = await shell.run('statement', ...account, '--csv', '-', '--product', 'SMS')
  assert.deepEqual([printed.code, printed.out], [0, lines.join('\r\n')])

  const state = await shell.json('ledger', 'check')
  assert.deepEqual([state.clean, state.wrong], [true, []])
  assert.match(await shell.text('ledger', 'check'), /^No errors found in [\d,]+ balances and [\d,]+ entries\.\n$/)
}
