/** SMPP credentials from a shell. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

export async function trySmpp(shell: Shell): Promise<void> {
  const account = ['--account', String((await shell.json('account', 'create', 'Binding')).id)]
  assert.equal(await shell.text('smpp', 'list', ...account), 'No SMPP credentials.\n')
  assert.equal(await shell.text('smpp', 'binds'), 'No SMPP binds.\n')
  assert.match(
    await shell.text('smpp', 'create', '--system-id', 'shop', '--rate', '20', '--address', '192.0.2.0/24', ...account),
    /^SMPP credential \d+\n\n {2}System ID {2}shop\n {2}Password {3}\w{8}\n\nSave the password now/,
  )
  const file = join(shell.settings.NGOMA_DATA ?? '', 'smpp-password')
  const kept = ['smpp', 'create', '--system-id', 'kept', ...account, '--password-file', file]
  writeFileSync(file, 'short\n')
  assert.match(await shell.refused(...kept), /password/)
  writeFileSync(file, 'old pw!\n')
  assert.match(
    await shell.text(...kept),
    /^SMPP credential \d+ created\. System ID: kept\. The password is the one you gave\.\n$/,
  )
  const { id, systemId, password } = await shell.json('smpp', 'create', '--inbound', '--private-urls', ...account)
  assert.match(systemId, /^[a-z2-9]{8}$/)
  assert.match(await shell.refused('smpp', 'create', '--system-id', 'shop', ...account), /^System ID Is In Use/)
  const lines = await shell.text('smpp', 'list', ...account)
  assert.match(lines, /^\d+ +shop +active +0 +never +4 binds, window 50, 20\/s, 192\.0\.2\.0\/24$/m)
  assert.match(lines, /4 binds, window 50, 100\/s, inbound, private URLs$/m)

  const set = ['smpp', 'set', String(id), ...account]
  assert.match(
    await shell.text(...set, '--binds', '2', '--rate', '0', '--message-ids', 'hex', '--duplicate-seconds', '60'),
    / changed: 2 binds, window 50, any rate, hex message IDs, inbound, duplicates 60 s, private URLs\.\n$/,
  )
  const changed = await shell.json(...set, '--no-inbound', '--no-private-urls', '--window', '7', '--any-address')
  assert.deepEqual(
    [changed.bindsMax, changed.windowSize, changed.receivesMessages, changed.privateUrls, changed.addresses],
    [2, 7, false, false, null],
  )
  assert.match(await shell.text(...set, '--alphabet', 'gsm7-packed'), /, alphabet gsm7-packed/)
  for (const wrong of [
    [],
    ['--binds', '0'],
    ['--alphabet', 'ebcdic'],
    ['--message-ids', 'octal'],
    ['--inbound', '--no-inbound'],
  ])
    assert.equal((await shell.run(...set, ...wrong)).code, 2, wrong.join(' '))

  const rotated = await shell.json('smpp', 'rotate', String(id), ...account)
  assert.equal(rotated.systemId, systemId)
  assert.notEqual(rotated.password, password)
  assert.ok(rotated.oldPasswordUntil)
  assert.match(await shell.refused('smpp', 'rotate', String(id), ...account), /^SMPP Password Was Rotated/)
  assert.match(
    await shell.text('smpp', 'rotate', String(id), '--overlap-hours', '0', ...account),
    /The old password is no longer valid\.\n$/,
  )
  assert.equal((await shell.json('smpp', 'revoke', String(id), ...account)).revoked, true)
  assert.match(await shell.refused('smpp', 'revoke', String(id), ...account), /^SMPP Credential Not Found/)
  assert.match(await shell.refused('smpp', 'rotate', String(id), ...account), /^SMPP Credential Is Revoked/)
  const [revoked, active] = (await shell.json('smpp', 'list', ...account)).data
  assert.deepEqual([typeof revoked.revokedAt, active.revokedAt], ['string', null])
  assert.deepEqual((await shell.json('smpp', 'binds')).data, [])
}
