/** Scheduled messages and sending hours from a shell. */
import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

export async function tryScheduled(shell: Shell): Promise<void> {
  const { id } = await shell.json('account', 'create', 'Planner')
  const account = ['--account', String(id)]
  const send = async (at: string): Promise<string> =>
    String(
      (await shell.json('send', '--to', '255712008881', '--text', 'Later', '--not-before', at, ...account))
        .requestIds[0],
    )
  assert.equal(await shell.text('scheduled', 'list', ...account), 'No scheduled messages.\n')
  const [first, second] = [await send('2090-01-02 08:00'), await send('2090-01-01 08:00')]
  assert.match(
    await shell.text('scheduled', 'list', ...account),
    new RegExp(`^REQUEST .*\\n${second} +2090-01-01 08:00 GMT +scheduled +1 +INFO +Later\\n${first} +2090-01-02`),
  )
  assert.equal((await shell.json('scheduled', 'list', ...account)).data.length, 2)
  assert.equal(
    await shell.text('scheduled', 'move', first, '--at', '2090-02-01 09:00', ...account),
    '1 message rescheduled to 2090-02-01 09:00 GMT.\n',
  )
  assert.equal(await shell.text('scheduled', 'cancel', first, ...account), '1 message cancelled.\n')
  const again = await shell.run('scheduled', 'cancel', first, '--json', ...account)
  assert.deepEqual([again.code, JSON.parse(again.out)], [1, { cancelled: 0, tooLate: 0 }])
  const moved = await shell.run('scheduled', 'move', first, '--at', 'now', ...account)
  assert.match(moved.out, /^0 messages rescheduled to .*\. All messages of this request are already cancelled\.\n$/)
  assert.equal((await shell.json('scheduled', 'cancel', second, ...account)).cancelled, 1)
  const third = await send('2090-01-02 08:00')
  assert.equal((await shell.json('scheduled', 'move', third, '--at', 'now', ...account)).moved, 1)
  assert.match(
    await shell.refused('scheduled', 'move', third, '--at', '2020-01-01 09:00', ...account),
    /^Time Is In The Past/,
  )
  assert.match(await shell.refused('scheduled', 'cancel', '1', ...account), /^Request Not Found \(/)

  assert.equal(await shell.text('account', 'window', ...account), 'Bulk messages are sent at any time.\n')
  assert.deepEqual(await shell.json('account', 'window', '--from', '08:00', '--to', '20:00', ...account), {
    from: '08:00',
    to: '20:00',
  })
  assert.equal(
    await shell.text('account', 'window', ...account),
    'Bulk messages are sent from 08:00 to 20:00, local time of the recipient.\n',
  )
  assert.equal(await shell.json('account', 'window', '--off', ...account), null)
  for (const words of [
    ['scheduled', 'cancel', 'x'],
    ['scheduled', 'move', first],
    ['account', 'window', '--from', '08:00'],
    ['account', 'window', '--from', '8', '--to', '20:00'],
    ['account', 'window', '--off', '--from', '08:00', '--to', '20:00'],
  ])
    assert.equal((await shell.run(...words, ...account)).code, 2, words.join(' '))
}
