/** Airtime from a shell, with and without a server. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

const provider = {
  name: 'shop',
  active: false,
  secrets: { key: 'hush-hush' },
  create: {
    url: 'http://127.0.0.1:9/transfers',
    headers: { Authorization: 'Bearer {secrets.key}' },
    body: { to: '{phone}', amount: '{amount}' },
  },
  confirm: { method: 'POST', url: 'http://127.0.0.1:9/transfers/{reference}/confirm' },
  status: { url: 'http://127.0.0.1:9/transfers/{reference}' },
  answer: { reference: 'id', state: 'status' },
  states: { successful: ['OK'], failed: ['KO'] },
}

export async function tryAirtime(shell: Shell): Promise<void> {
  const file = join(shell.settings.NGOMA_DATA ?? '', 'provider.json')
  const write = (change: Record<string, unknown>) => writeFileSync(file, JSON.stringify({ ...provider, ...change }))
  assert.equal(await shell.text('airtime', 'provider', 'show'), 'No airtime provider is set up.\n')
  write({})
  assert.equal(
    await shell.text('airtime', 'provider', 'set', '--file', file),
    'Provider shop saved. It is inactive and receives no new transfers.\n',
  )
  write({ secrets: undefined, products: [1] })
  const changed = await shell.json('airtime', 'provider', 'set', '--file', file)
  assert.deepEqual([changed.active, changed.secrets, changed.settings.products], [false, ['key'], [1]])
  const shown = await shell.text('airtime', 'provider', 'show')
  assert.match(shown, /^shop, changed .* GMT\nsecrets: key\n\{\n/)
  const { data } = await shell.json('airtime', 'provider', 'show')
  assert.ok(!JSON.stringify(data).includes('hush') && !shown.includes('hush'))
  write({ status: undefined })
  assert.match(
    await shell.refused('airtime', 'provider', 'set', '--file', file),
    /^Invalid Settings: status is missing \(/,
  )
  write({ create: { url: 'https://192.0.2.1/' } })
  assert.match(await shell.refused('airtime', 'provider', 'set', '--file', file), /must point to this machine \(/)
  writeFileSync(file, '{')
  assert.match(await shell.refused('airtime', 'provider', 'set', '--file', file), /provider\.json is not valid JSON/)
  assert.deepEqual(await shell.json('airtime', 'provider', 'remove', 'shop'), { name: 'shop', removed: true })
  assert.match(await shell.refused('airtime', 'provider', 'remove', 'shop'), /^Provider Not Found \(/)
  write({ name: 'spare' })
  await shell.text('airtime', 'provider', 'set', '--file', file)
  write({ active: true })
  await shell.text('airtime', 'provider', 'set', '--file', file)
  assert.equal(
    await shell.text('airtime', 'provider', 'remove', 'spare'),
    'Provider spare removed. New transfers go to shop.\n',
  )
  const last = await shell.text('airtime', 'provider', 'remove', 'shop')
  assert.equal(
    last,
    'Provider shop removed. No other provider is active: new transfers go to the simulated provider (staging only).\n',
  )

  assert.deepEqual((await shell.json('airtime', 'list')).data, [])
  assert.equal(await shell.text('airtime', 'list'), 'No airtime transfers.\n')
  assert.equal(await shell.text('airtime', 'list', '--overdue'), 'No overdue airtime transfers.\n')
  assert.match(await shell.refused('airtime', 'end', '1', '--as', 'failed', '--reason', 'no'), /^Transfer Not Found \(/)
  // A transfer is overdue only after a day: the tests of the module and of the console cover `airtime end`.
  shell.tried.add('airtime end')
  for (const words of [
    ['end', 'x'],
    ['end', '1', '--as', 'paid'],
    ['end', '1', '--as', 'failed'],
    ['provider', 'set'],
    ['list', '--overdue', '--account', '1'],
  ])
    assert.equal((await shell.run('airtime', ...words)).code, 2, words.join(' '))
}
