/** The shared inbox from a shell. */
import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

const phone = '255712000701'

export async function tryInbox(shell: Shell): Promise<void> {
  await shell.text('inbound', 'number', 'add', '15009', '--account', '1')
  await shell.text('inbound', 'simulate', '--from', phone, '--to', '15009', 'Are you open?')
  assert.match(
    await shell.text('inbox', 'list', '--search', '0712000701'),
    /^ID +CHANNEL +NUMBER +NAME +STATUS +ASSIGNEE +LAST MESSAGE +FROM +TEXT\n\d+ +sms +\+255712000701 +open +2.* GMT +contact +Are you open\?\n$/,
  )
  const [{ id: number }] = (await shell.json('inbox', 'list', '--search', phone)).data
  const id = String(number)
  assert.match(
    await shell.text('inbox', 'reply', id, 'Yes', '--replies', '0', '--from', 'INFO'),
    /^Reply 1 to \+255712000701.* is queued\.\n$/,
  )
  assert.match(
    await shell.refused('inbox', 'reply', id, 'Yes!', '--replies', '0', '--from', 'INFO'),
    /^Already Replied \(command line replied at /,
  )
  assert.equal(await shell.text('inbox', 'note', id, 'Wants bags.'), `Note added to conversation ${id}.\n`)
  assert.equal((await shell.json('inbox', 'note', id, 'Or boxes.')).text, 'Or boxes.')
  assert.match(await shell.refused('inbox', 'assign', id, 'Nobody'), /^No member who can answer is called "Nobody"/)
  assert.equal(await shell.text('inbox', 'assign', id, 'none'), `Conversation ${id} is assigned to nobody.\n`)
  assert.equal((await shell.json('inbox', 'assign', id, 'none')).assignee, null)
  assert.equal(await shell.text('inbox', 'close', id), `Conversation ${id} is closed.\n`)
  assert.equal((await shell.json('inbox', 'reopen', id)).status, 'open')
  assert.equal((await shell.json('inbox', 'close', id)).status, 'closed')
  assert.match(
    await shell.text('inbox', 'show', id),
    /^\+255712000701.*, by sms: closed\n\nTIME +FROM +STATUS +TEXT\n.* contact +Are you open\?\n.* command line +\w+ +Yes\n.* command line +\[note\] Wants bags\.\n.*Or boxes\.\n.*\[closed\]\n.*\[reopened\]\n.*\[closed\]\n$/,
  )
  assert.match(
    await shell.text('inbox', 'start', '0712000701', 'Again', '--from', 'INFO'),
    new RegExp(`^Message to .* is queued in conversation ${id}\\.\n$`),
  )
  assert.equal((await shell.json('inbox', 'start', '0712000701', 'Hello', '--from', 'INFO')).replies, 3)
  assert.equal((await shell.json('inbox', 'reply', id, 'Bye', '--from', 'INFO')).replies, 4)
  assert.equal((await shell.json('inbox', 'show', id, '--limit', '1')).entries.data[0].text, 'Bye')
  assert.match(await shell.refused('inbox', 'show', '999999'), /^Conversation Not Found \(/)
  for (const words of [
    ['show', 'x'],
    ['show', id, '--limit', '101'],
    ['list', '--status', 'new'],
    ['reply', id, ' '],
    ['reply', id, 'Yes', '--replies', 'x'],
  ])
    assert.equal((await shell.run('inbox', ...words)).code, 2, words.join(' '))
}
