/** The history of a number from a shell. */
import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

const phone = '255713004713'

export async function tryNumbers(shell: Shell): Promise<void> {
  await shell.json('contact', 'create', '--first-name', 'Neema', '--account', '1', '--phone', phone)
  await shell.json('consent', 'create', '--source', 'shop', '--at', '2020-01-31', '--account', '1', '--phone', phone)
  await shell.json('optout', 'create', '--account', '1', '--phone', phone)
  assert.match(
    await shell.text('number', 'show', '0713004713', '--account', '1'),
    /^\+255713004713 \(TZ\)\nContact: Neema\nOpted out on .*\nConsent given on .*\n\nTIME +KIND .*\n.* opt_out .*\n.* consent +given \(shop\)/,
  )
  const one = await shell.json('number', 'show', phone, '--limit', '1')
  assert.deepEqual([one.phone, one.timeline.data.length], [phone, 1])
  const rest = await shell.json('number', 'show', phone, '--cursor', one.timeline.next)
  assert.deepEqual(
    rest.timeline.data.map(({ kind }: { kind: string }) => kind),
    ['consent'],
  )
  assert.match(await shell.text('number', 'show', phone, '--kind', 'airtime'), /\n\nNo events\.\n$/)
  assert.match(await shell.refused('number', 'show', phone, '--kind', 'fax'), /kind/)
  assert.match(
    await shell.refused('number', 'show', 'Neema'),
    /^A phone number is not valid for the country of the account/,
  )
}
