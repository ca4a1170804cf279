import assert from 'node:assert/strict'
import type { Shell } from './program.ts'

export async function tryRetention(shell: Shell): Promise<void> {
  assert.equal((await shell.json('retention', 'show')).classes[1].limit, 400)
  const shown = await shell.text('retention', 'show')
  assert.match(shown, /^CLASS +DEFAULT +BUILT-IN .*\ntexts +not set +as the messages +no limit +as the messages/m)
  assert.match(shown, /^messages +400 days +no limit +no limit +400 days/m)
  assert.match(shown, /^SMS messages and requests .*\n[\s\S]*Accounts with their own limits keep .* longer or shorter/m)
  const preview = await shell.text('retention', 'set', '--texts', '500d', '--dry-run')
  assert.match(preview, /^Texts are removed with their messages, after 400 days\.\n\nNo rows to remove\./m)
  assert.equal(await shell.text('retention', 'show'), shown)
  const set = await shell.text(
    'retention',
    'set',
    '--messages',
    '500d',
    '--max-logs',
    '800',
    '--events',
    'off',
    '--yes',
  )
  assert.match(set, /^messages +500 days/m)
  assert.match(set, /^logs +not set +730 days +800 days +730 days/m)
  assert.match(set, /^events +no limit +30 days/m)
  assert.match(set, /^PINs +messages +8 days +0$/m)
  const own = await shell.json('retention', 'set', '--account', '1', '--messages', '90d', '--yes')
  assert.deepEqual([own.classes[1].limit, own.classes[1].days, own.classes[1].next.days], [90, 500, 90])
  assert.match(
    await shell.text('retention', 'show', '--account', '1'),
    /^CLASS +OWN LIMIT +DEFAULT[\s\S]*\nmessages +90 days .* 500 days +90 days from 20/m,
  )
  assert.equal((await shell.json('retention', 'set', '--account', '1', '--messages', 'default')).classes[1].days, 500)
  assert.match(
    await shell.refused('retention', 'set', '--messages', '6d'),
    /must be from 7 to 36500 days; .*off on the/,
  )
  await shell.json('retention', 'set', '--events', 'default', '--messages', '400d', '--max-logs', 'off', '--yes')
}
