/** PIN applications and requested PINs from a shell. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell, TestServer } from './program.ts'

export async function tryOtp(shell: Shell, server: TestServer): Promise<void> {
  const { id } = await shell.json('account', 'create', 'Signer')
  const account = ['--account', String(id)]
  assert.match(
    await shell.text('otp', 'apps', ...account),
    /^APP +NAME +STATUS .*\n1 +Default +active +INFO +6 +300 +3 +off +Your PIN is \{pin\}\n$/,
  )
  assert.equal((await shell.json('otp', 'apps', ...account)).data.length, 1)
  assert.equal((await shell.json('otp', 'requests', ...account)).data.length, 0)
  assert.equal(await shell.text('otp', 'requests', ...account), 'No PINs were requested.\n')
  const added = await shell.json(
    'otp',
    'add',
    'Bank',
    '--text',
    'Code {pin}',
    '--length',
    '4',
    '--guard',
    'block',
    '--country',
    'tz',
    ...account,
  )
  assert.deepEqual(
    [added.number, added.name, added.text, added.pinLength, added.guard, added.countries, added.active],
    [2, 'Bank', 'Code {pin}', 4, 'block', ['TZ'], true],
  )
  assert.equal((await shell.json('otp', 'change', '2', '--name', 'Bank', '--attempts', '3', ...account)).attemptsMax, 3)
  assert.equal(
    await shell.text('otp', 'change', '2', '--inactive', '--life', '60', '--all-countries', ...account),
    'Application 2 (Bank, inactive): 4 digits, 60 seconds, 3 attempts, sender ID INFO, fraud guard block, all countries.\n',
  )
  const channels = join(shell.settings.NGOMA_DATA ?? '', 'channels.json')
  writeFileSync(channels, '[{"channel":"sms"},{"channel":"voice","afterSeconds":20}]')
  assert.match(
    await shell.text(
      'otp',
      'change',
      '2',
      '--channels',
      channels,
      '--text-in',
      'sw=Namba {pin}',
      '--resend',
      ...account,
    ),
    /all countries, channels sms, then voice, resend\.\n$/,
  )
  assert.match(await shell.refused('otp', 'change', '2', '--life', '20', ...account), /^Invalid Channels \(/)
  assert.match(await shell.refused('otp', 'change', '2', '--text', 'no place', ...account), /^Placeholder not found \(/)
  assert.match(await shell.refused('otp', 'change', '2', '--country', 'ZZ', ...account), /^Unknown Country \(ZZ /)
  assert.match(await shell.refused('otp', 'change', '3', '--active', ...account), /^Application Not Found \(/)
  assert.equal(await shell.text('otp', 'allow', ...account), 'Own country: TZ. Other countries: none. Ranges: none.\n')
  assert.deepEqual(await shell.json('otp', 'allow', '--country', 'ke', '--range', '25671', ...account), {
    country: 'TZ',
    countries: ['KE'],
    ranges: ['25671'],
  })
  assert.deepEqual((await shell.json('otp', 'allow', '--none', ...account)).countries, [])
  for (const words of [
    ['allow', '--none', '--country', 'KE'],
    ['change', '2'],
    ['change', '2', '--guard', 'perhaps'],
    ['change', '2', '--active', '--inactive'],
    ['change', 'x', '--active'],
    ['add', 'One', '--length', 'six'],
    ['change', '2', '--text-in', 'x'],
    ['change', '2', '--resend', '--no-resend'],
  ])
    assert.equal((await shell.run('otp', ...words, ...account)).code, 2, words.join(' '))

  const { token } = await shell.json('token', 'create', 'pins', ...account)
  const ask = (body: unknown) =>
    fetch(`${server.address}/v1/request`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  assert.equal((await ask({ appId: 2, msisdn: '255712009999' })).status, 400)
  assert.equal((await ask({ appId: 1, msisdn: '255712009999' })).status, 200)
  assert.match(
    await shell.text('otp', 'requests', ...account),
    /^CREATED +APP +NUMBER +STATUS +CHANNELS +ATTEMPTS +PIN ID\n.* 1 +\+255712009999 +sent +sms +0 +[0-9a-f-]{36}\n$/,
  )
}
