/** Carriers and routes from a shell, with a server that connects to them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { status } from '../../src/engine/smpp/pdu.ts'
import { exampleSettings } from '../http-carrier.ts'
import { startScriptedSmsc } from '../scripted-smsc.ts'
import { until } from '../world.ts'
import type { Shell } from './program.ts'

const number = '255712345678'

export async function tryCarriers(shell: Shell, test: TestContext): Promise<void> {
  const smsc = await startScriptedSmsc(test)
  const directory = shell.settings.NGOMA_DATA ?? ''
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }
  const password = ['--password-file', write('password', 'hush\n')]
  const there = ['--host', '127.0.0.1', '--system-id', 'ngoma']

  assert.equal(await shell.text('carrier', 'list'), 'No carriers are set up.\n')
  assert.equal(await shell.text('route', 'list'), 'No routes.\n')
  assert.match(
    await shell.text('route', 'try', number),
    /^No route to \+255712345678 for account 1: messages use the simulated network \(staging only\)\.\n$/,
  )

  const added = await shell.text('carrier', 'add', 'north', ...there, '--port', String(smsc.port), ...password)
  assert.equal(
    added,
    'Carrier north added. Status: up.\n\nNo route leads to it yet. To route all numbers to it: ngoma route add --carrier north\n',
  )
  assert.equal(
    await shell.refused('carrier', 'add', 'north', ...there, ...password),
    'carrier north already exists. To change it, use "ngoma carrier change north".',
  )
  smsc.onBind = () => status.invalidPassword
  const file = write(
    'settings.json',
    JSON.stringify({ port: smsc.port, window: 50, addresses: { number: { ton: 2, npi: 1 } } }),
  )
  const south = await shell.json(
    'carrier',
    'add',
    'south',
    ...there,
    ...password,
    '--settings',
    file,
    '--window',
    '5',
    '--short-code',
    '6,1',
    '--failover-seconds',
    '0',
  )
  assert.deepEqual(south.settings, {
    host: '127.0.0.1',
    systemId: 'ngoma',
    port: smsc.port,
    window: 5,
    addresses: { number: { ton: 2, npi: 1 }, shortCode: { ton: 6, npi: 1 } },
  })
  assert.match(south.connections[0].problem, /^the password is wrong/)
  const listed = await shell.text('carrier', 'list')
  assert.match(
    listed,
    /^NAME +TYPE +BINDS UP +ROUTES +STATUS\nnorth +smpp +1 of 1 +none +up\nsouth +smpp +0 of 1 +none +down since .* GMT: the password is wrong \(status 0x0E\)\n$/,
  )

  const errors = await shell.text('carrier', 'errors', 'north')
  assert.match(
    errors,
    /^0x45 +retry +submit_failed +default +the carrier could not accept the message and gave no reason$/m,
  )
  const ruled = ['carrier', 'errors', 'north', '--receipt', '006', '--rule']
  assert.match(
    await shell.text(...ruled, 'retry absent_subscriber'),
    /^CODE.*\n6 +retry +absent_subscriber +set +The phone is switched off or out of coverage\.\n$/,
  )
  const otherForm = ['carrier', 'errors', 'north', '--receipt', '0x06', '--rule']
  assert.match(await shell.text(...otherForm, 'fail barred'), /^6 +fail +barred +set/m)
  assert.match(
    await shell.refused(...ruled, 'sometimes later'),
    /receiptErrors\.006 must be fail, retry, a reason, or both/,
  )
  assert.equal(await shell.text(...ruled, 'default'), '006 has no rule of its own any more.\n')
  const misspelt = ['carrier', 'errors', 'north', '--receipt', 'wat', '--rule']
  assert.match(await shell.text(...misspelt, 'fail'), /\nWarning: wat is not a state, .* States: expired, deleted, /)
  await shell.text(...misspelt, 'default')
  assert.match(await shell.refused(...ruled, 'default'), /^006 has no rule of its own/)
  assert.equal((await shell.json('carrier', 'errors', 'north')).statuses[0].code, '0x01')

  for (const [carrier, place] of [
    ['south', '1'],
    ['north', '2'],
  ] as const) {
    const route = await shell.text('route', 'add', '--carrier', carrier, '--prefix', '255', '--place', place)
    assert.match(route, new RegExp(`^Route \\d+ to ${carrier}: 255…, all accounts, priority ${place}\\.\\n$`))
  }
  assert.equal(
    await shell.refused('route', 'add', '--carrier', 'south', '--prefix', '255'),
    'Route Exists (this carrier already has a route with the same account, prefix, sender ID and lane)',
  )
  const own = await shell.json('route', 'add', '--carrier', 'north', '--account', '1')
  assert.deepEqual([own.accountId, own.prefix, own.place], [1, '', 1])
  assert.match(
    await shell.text('route', 'list'),
    /^ID +ACCOUNT +PREFIX +SENDER +TYPE +PRIORITY +CARRIER +FALLBACK +CREATED\n\d+ +1 +all +all +all +1 +north .*\n\d+ +all +255 +all +all +1 +south .*\n\d+ +all +255 +all +all +2 +north .*\n$/,
  )
  assert.deepEqual(
    (await shell.json('carrier', 'list')).data.map(({ routes }: { routes: unknown[] }) => routes.length),
    [2, 1],
  )
  assert.match(
    await shell.text('route', 'try', number),
    /^A message to \+255712345678 for account 1 goes to north\.\n\n {2}1\. Route \d+ \(all numbers, account 1, priority 1\): north is up: chosen\.\n {2}2\. /,
  )
  const stopping = await shell.json('route', 'change', String(own.id), '--stop')
  assert.deepEqual([stopping.id, stopping.accountId, stopping.carrier], [own.id, 1, 'north'])
  assert.deepEqual(await shell.json('route', 'remove', String(own.id)), { id: own.id, removed: true })
  assert.match(await shell.refused('route', 'remove', String(own.id)), /^Route Not Found \(/)
  const failedOver = await shell.text('route', 'try', number, '--account', '1')
  assert.match(
    failedOver,
    /goes to north\.\n\n {2}1\. .*: south has been down since .*, longer than its failover time of 0 s: skipped\.\n {2}2\. .*: north is up: chosen\.\n$/,
  )
  assert.equal((await shell.json('route', 'try', number)).carrier, 'north')
  assert.match(
    await shell.text('carrier', 'pause', 'north'),
    /^Carrier north paused\. To resume it: ngoma carrier resume north\n$/,
  )
  assert.match(
    await shell.text('route', 'try', number),
    /goes to south\.\n\n.*: chosen, because no carrier is available; the message waits\.\n.*: north is paused: not needed\.\n$/,
  )
  assert.match(await shell.text('carrier', 'list'), /^north .* paused; up$/m)
  assert.equal((await shell.json('carrier', 'pause', 'south')).paused, true)
  assert.equal(await shell.text('carrier', 'resume', 'north'), 'Carrier north resumed. Status: up.\n')
  assert.equal((await shell.json('carrier', 'resume', 'south')).paused, false)

  smsc.onBind = () => status.ok
  assert.equal(
    await shell.text('carrier', 'change', 'south', '--window', 'default', '--binds', '2', '--number', '1,1'),
    'Carrier south changed. To check the connection: ngoma carrier show south\n',
  )
  await until('it has connected', async () => (await shell.json('carrier', 'show', 'south')).awaySince === null)
  const judged = await shell.json(
    'carrier',
    'change',
    'south',
    '--errors-above',
    '0.5',
    '--missing-above',
    'never',
    '--out-seconds',
    '120',
  )
  assert.deepEqual(judged.healthSettings, { errorsAbove: 0.5, missingAbove: null, outSeconds: 120 })
  assert.match(
    await shell.text('carrier', 'show', 'south'),
    /\n {2}Health +errors-above 0\.5, missing-above never, out-seconds 120\n/,
  )
  assert.deepEqual((await shell.json('carrier', 'change', 'south', '--out-seconds', 'default')).healthSettings, {
    errorsAbove: 0.5,
    missingAbove: null,
  })
  const changed = await shell.json(
    'carrier',
    'change',
    'south',
    '--number',
    'default',
    '--unmarked-receipts',
    'yes',
    ...password,
  )
  assert.deepEqual(changed.healthSettings, { errorsAbove: 0.5, missingAbove: null }, 'other settings do not change')
  assert.deepEqual(
    [
      changed.settings.window,
      changed.settings.binds,
      changed.settings.addresses,
      changed.settings.unmarkedReceipts,
      changed.failoverSeconds,
    ],
    [undefined, 2, { shortCode: { ton: 6, npi: 1 } }, true, 0],
  )
  const shown = await shell.text('carrier', 'show', 'north')
  assert.match(
    shown,
    /^Carrier north\n\n {2}Status +up\n {2}Type +smpp\n {2}Routes +255…, all accounts, priority 2\n {2}Failover +after 30 s\n {2}Secrets +password\n {2}Health +default thresholds\n/,
  )
  assert.match(shown, /\n\nBinds, 1 of 1 up:\n\n {2}1\. host .+, process \d+: up\n/)
  assert.ok(!shown.includes('hush') && !listed.includes('hush'))

  const provider = write('provider.json', JSON.stringify(exampleSettings('json', { address: 'http://127.0.0.1:1' })))
  assert.match(
    await shell.text('carrier', 'add', 'web', '--kind', 'http', '--settings', provider, ...password),
    /^Carrier web added\. Status: up\.\n/,
  )
  assert.match(
    await shell.text('carrier', 'show', 'web'),
    /\n {2}Secrets +password, receipts\n {2}Receipts +pushed to \/carriers\/web\/receipts\/[\w-]{32}\n/,
  )
  await shell.text('carrier', 'remove', 'web')

  const refusals: readonly (readonly [words: readonly string[], message: RegExp])[] = [
    [['change', 'south', '--port', '0'], /^Invalid Settings: port must be a whole number from 1 to 65535 \(/],
    [
      ['add', 'West', ...there, ...password],
      /^Invalid Name: use up to 32 lowercase letters, digits and dashes; "simulator" is reserved \(/,
    ],
    [['add', 'west', ...there, '--password-file', '-'], /^standard input must contain the password on a single line$/],
    [['add', 'west', ...there, '--password-file', join(directory, 'none')], /none: the file does not exist$/],
    [['add', 'west', ...password, '--settings', write('list.json', '[]')], /list\.json must contain a JSON object$/],
    [['show', 'nobody'], /^Carrier Not Found \(/],
  ]
  await Promise.all(
    refusals.map(async ([words, message]) => assert.match(await shell.refused('carrier', ...words), message)),
  )
  const [none, ofNorth] = await Promise.all([
    shell.text('carrier', 'receipts'),
    shell.json('carrier', 'receipts', '--carrier', 'north'),
  ])
  assert.deepEqual([none, ofNorth.data], ['No unmatched delivery receipts.\n', []])
  const removed = await Promise.all(['north', 'south'].map((name) => shell.json('carrier', 'remove', name)))
  assert.deepEqual(removed, [
    { name: 'north', removed: true },
    { name: 'south', removed: true },
  ])
  assert.deepEqual((await shell.json('route', 'list')).data, [])
}
