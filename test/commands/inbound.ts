/** Incoming messages from a shell. */
import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

const phone = '255712000700'

export async function tryInbound(shell: Shell): Promise<void> {
  assert.equal(await shell.text('inbound', 'numbers'), 'No numbers for incoming messages.\n')
  assert.equal(
    await shell.text('inbound', 'number', 'add', '15001', '--account', '1'),
    'Messages to 15001 go to account 1.\n',
  )
  assert.deepEqual(await shell.json('inbound', 'number', 'add', '15002', '--shared'), {
    number: '15002',
    accountId: null,
  })
  assert.equal(
    await shell.text('inbound', 'keyword', 'add', '15002', 'duka', '--account', '1'),
    'Messages to 15002 that begin with DUKA go to account 1.\n',
  )
  // An existing keyword is reassigned.
  assert.deepEqual(await shell.json('inbound', 'keyword', 'add', '15002', 'Duka', '--account', '2'), {
    number: '15002',
    keyword: 'DUKA',
    accountId: 2,
  })
  assert.match(
    await shell.text('inbound', 'numbers'),
    /^NUMBER +ACCOUNT +KEYWORDS +CREATED\n15001 +1 +2\d{3}-.* GMT\n15002 +shared +DUKA \(2\) +2\d{3}-.* GMT\n$/,
  )
  assert.deepEqual(
    (await shell.json('inbound', 'numbers')).data.map(({ number }: { number: string }) => number),
    ['15001', '15002'],
  )

  const nothing = 'No incoming messages of account 1. For another account, use --account ID.\n'
  assert.equal(await shell.text('inbound', 'list', '--from', '255712999999'), nothing)
  assert.equal(await shell.text('inbound', 'list', '--account', '2'), 'No incoming messages.\n')

  const write = (to: string, text: string) => shell.json('inbound', 'simulate', '--from', phone, '--to', to, text)
  assert.equal(
    await shell.text('inbound', 'simulate', '--from', phone, '--to', '15001', 'Hello there'),
    `Message from +${phone} to 15001 received.\n`,
  )
  assert.deepEqual(await write('15002', 'Duka, two bags'), { from: phone, to: '15002' })
  await write('15002', 'who is there')
  assert.match(
    await shell.text('inbound', 'list'),
    new RegExp(`^ID +RECEIVED +FROM +TO +TYPE +TEXT\n\\d+ +2.* GMT +\\+${phone} +15001 +message +Hello there\n$`),
  )
  assert.equal((await shell.json('inbound', 'list', '--account', '2')).data[0].text, 'Duka, two bags')
  assert.match(
    await shell.text('inbound', 'list', '--unowned'),
    new RegExp(`^ID +RECEIVED +CARRIER +FROM +TO +TEXT\n\\d+ +2.* GMT +simulator +\\+${phone} +15002 +who is there\n$`),
  )

  assert.match(
    await shell.text('inbound', 'words'),
    /^Stop: {3}STOP, .*\nStart: {2}START, .*\nHelp: {3}HELP, .*\nReply: {2}Reply STOP to stop receiving messages/,
  )
  const changed = await shell.json('inbound', 'words', '--stop', 'Stop, basi', '--help-words', '', '--reply', '')
  assert.deepEqual(
    [changed.stop, changed.start.includes('START'), changed.help, changed.helpReply],
    [['STOP', 'BASI'], true, [], ''],
  )
  assert.match(
    await shell.text('inbound', 'words', '--start', 'tena'),
    /^Stop: {3}STOP, BASI\nStart: {2}TENA\nHelp: {3}none\nReply: {2}none\n$/,
  )

  assert.deepEqual(await shell.json('inbound', 'keyword', 'remove', '15002', 'duka'), {
    number: '15002',
    keyword: 'duka',
    removed: true,
  })
  // The console tests have the other errors.
  const [number, who] = await Promise.all([
    shell.refused('inbound', 'number', 'add', '+15003', '--shared'),
    shell.refused('inbound', 'simulate', '--from', '0712', '--to', '15001', 'Hello'),
  ])
  assert.match(number, /^Invalid Number \(.* without \+\)$/)
  assert.match(who, /^Invalid Phone Number \(/)
  assert.deepEqual(await shell.json('inbound', 'number', 'remove', '15002'), { number: '15002', removed: true })
  assert.equal(await shell.text('inbound', 'number', 'remove', '15001'), 'Number 15001 removed.\n')
}
