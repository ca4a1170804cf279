/** Providers of all products from a shell. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { status } from '../../src/engine/smpp/pdu.ts'
import { someSettings } from '../airtime.ts'
import { exampleSettings } from '../http-carrier.ts'
import { startScriptedSmsc } from '../scripted-smsc.ts'
import type { Shell } from './program.ts'

const writeIn = (shell: Shell) => (name: string, text: string) => {
  const file = join(shell.settings.NGOMA_DATA ?? '', name)
  writeFileSync(file, text)
  return file
}

export async function tryProviders(shell: Shell): Promise<void> {
  const write = writeIn(shell)
  const settings = write('shop.json', JSON.stringify(someSettings))
  const secret = write('key', 'hush-hush\n')
  assert.equal(await shell.text('provider', 'list'), 'No providers found.\n')
  assert.match(await shell.text('provider', 'kinds', '--product', 'airtime'), /^airtime +http +HTTP +create, status/m)
  assert.deepEqual(
    (await shell.json('provider', 'kinds', '--product', 'sms')).data.map(({ kind }: { kind: string }) => kind),
    ['smpp', 'http'],
  )

  const set = ['provider', 'set', 'shop']
  assert.match(await shell.refused(...set, '--product', 'airtime', '--file', settings), /unknown placeholder/)
  assert.equal(
    await shell.text(...set, '--product', 'airtime', '--file', settings, '--secret', `key=${secret}`),
    'Provider shop saved. Available.\n',
  )
  const changed = await shell.json(...set, '--priority', '5', '--account', '1', '--secret', `more=${secret}`)
  assert.deepEqual(
    [changed.settings, changed.secrets, changed.priority, changed.accountId],
    [someSettings, ['key', 'more'], 5, 1],
  )
  assert.deepEqual((await shell.json(...set, '--account', 'all', '--secret', 'more=')).secrets, ['key'])
  assert.match(await shell.text('provider', 'list'), /^airtime +shop +http +all +5 +0 +Available\.$/m)
  assert.deepEqual((await shell.json('provider', 'list', '--product', 'sms')).data, [])
  const shown = await shell.text('provider', 'show', 'shop')
  assert.match(shown, /^Name +shop\nProduct +airtime\nKind +http\nState +up\n(.*\n)*Secrets +key\n/)
  assert.ok(!shown.includes('hush'))

  assert.match(await shell.text('provider', 'pause', 'shop'), /^Provider shop paused\./)
  assert.match(await shell.text('provider', 'list'), /Paused: it gets no new work\.$/m)
  assert.match(await shell.text('provider', 'resume', 'shop'), /^Provider shop resumed\.\n/)
  assert.equal((await shell.json('provider', 'pause', 'shop')).paused, true)
  assert.equal((await shell.json('provider', 'resume', 'shop')).paused, false)
  assert.equal((await shell.json('provider', 'show', 'shop')).state, 'up')

  const chat = { services: ['telegram'], send: { url: 'http://127.0.0.1:9/send', body: { to: '{phone}' } } }
  const pushes = { messages: { id: 'id', phone: 'from', number: 'to', text: 'text' } }
  const channel = write('chat.json', JSON.stringify({ ...chat, ...pushes }))
  assert.match(
    await shell.text('provider', 'set', 'talk', '--product', 'chat', '--file', channel),
    /\n\nNGOMA_PUBLIC_URL is not set, so the provider cannot report results\. /,
  )
  assert.match(
    await shell.text('provider', 'show', 'talk'),
    /^Message URL +\/providers\/talk\/callbacks\/\S+\/messages$/m,
  )

  // Carriers are the providers of SMS.
  const carrier = write(
    'carrier.json',
    JSON.stringify({ send: { url: 'http://127.0.0.1:9/send', body: { to: '{phone}' } } }),
  )
  assert.equal(
    (await shell.json('provider', 'set', 'east', '--product', 'sms', '--kind', 'http', '--file', carrier)).product,
    'sms',
  )
  assert.match(await shell.refused('provider', 'set', 'east', '--priority', '2'), /^Carriers have no account/)
  assert.match(
    await shell.refused('provider', 'set', 'shop', '--product', 'sms', '--kind', 'http', '--file', carrier),
    /^Another provider has this name/,
  )
  assert.match(await shell.text('provider', 'list'), /^sms +east +http +all +0 +Connected\.$/m)

  for (const name of ['shop', 'east', 'talk'])
    assert.deepEqual(await shell.json('provider', 'remove', name), { id: name, removed: true })
  assert.match(await shell.refused('provider', 'remove', 'shop'), /^The provider does not exist/)
}

const number = '255712345678'

/** Carriers and routes, with a server that connects to them. */
export async function tryCarriers(shell: Shell, test: TestContext): Promise<void> {
  const smsc = await startScriptedSmsc(test)
  const write = writeIn(shell)
  const password = ['--secret', `password=${write('password', 'hush\n')}`]
  const options = (...settings: readonly string[]) => settings.flatMap((one) => ['--setting', one])
  const sms = ['--product', 'sms', ...password, ...options('host=127.0.0.1', 'systemId=ngoma')]

  assert.equal(await shell.text('provider', 'list', '--product', 'sms'), 'No providers found.\n')
  assert.equal(await shell.text('route', 'list'), 'No routes found.\n')
  assert.equal((await shell.json('route', 'try', '--number', number)).carrier, 'simulator')

  const north = ['provider', 'set', 'north', ...sms, ...options(`port=${smsc.port}`)]
  assert.equal(
    await shell.text(...north),
    'Provider north saved. Connected.\n\nNo route leads to it yet. To route all numbers to it: ngoma route create --carrier north\n',
  )
  assert.equal(await shell.text(...north, '--if-missing'), 'Provider north exists already.\n')
  smsc.onBind = () => status.invalidPassword
  const file = write(
    'settings.json',
    JSON.stringify({ port: smsc.port, window: 50, addresses: { number: { ton: 2, npi: 1 } } }),
  )
  const changes = options('window=5', 'addresses.shortCode.ton=6', 'addresses.shortCode.npi=1', 'failoverSeconds=0')
  const south = await shell.json('provider', 'set', 'south', '--file', file, ...sms, ...changes)
  assert.deepEqual(south.settings, {
    port: smsc.port,
    window: 5,
    addresses: { number: { ton: 2, npi: 1 }, shortCode: { ton: 6, npi: 1 } },
    host: '127.0.0.1',
    systemId: 'ngoma',
    failoverSeconds: 0,
  })
  assert.match(south.problem, /^the password is wrong/)
  const listed = await shell.text('provider', 'list', '--product', 'sms')
  assert.match(listed, /^PRODUCT +NAME +KIND +ACCOUNT ID +OPEN +STATUS\nsms +north +smpp +all +0 +Connected\.\n/)
  assert.match(listed, /^sms +south .*Disconnected since .* GMT: the password is wrong \(status 0x0E\)\.$/m)

  const errors = () => shell.text('provider', 'list-errors', 'north')
  assert.match(
    await errors(),
    /^ *0x45 +retry +submit_failed +no +the carrier could not accept the message and gave no reason/m,
  )
  const ruled = (rule: string) => shell.text('provider', 'set', 'north', ...options(`receiptErrors.006=${rule}`))
  await ruled('retry absent_subscriber')
  assert.match(await errors(), /^ *6 +retry +absent_subscriber +yes +The phone is switched off or out of coverage\.$/m)
  await assert.rejects(ruled('sometimes later'), /receiptErrors\.006 must be fail, retry, a reason, or both/)
  await ruled('')
  assert.ok(!(await errors()).includes('absent_subscriber +yes'))

  for (const [carrier, place] of [
    ['south', '1'],
    ['north', '2'],
  ] as const) {
    const route = await shell.text('route', 'create', '--carrier', carrier, '--prefix', '255', '--place', place)
    assert.match(route, new RegExp(`^Route \\d+ to ${carrier}: prefix 255, account all, .*, priority ${place}\\.\\n$`))
  }
  assert.equal(
    await shell.refused('route', 'create', '--carrier', 'south', '--prefix', '255'),
    'The carrier already has this route (this carrier already has a route with the same account, prefix, sender ID and lane)',
  )
  const own = await shell.json('route', 'create', '--carrier', 'north', '--account', '1')
  assert.deepEqual([own.accountId, own.prefix, own.place], [1, '', 1])
  assert.match(
    await shell.text('route', 'list'),
    /^ID +CARRIER +PREFIX +ACCOUNT ID +SENDER +LANE +PLACE +STOP\n\d+ +north +all +1 +all +all +1 +no\n\d+ +south +255 +all +all +all +1 +no\n\d+ +north +255 +all +all +all +2 +no\n$/,
  )
  assert.match(
    await shell.text('route', 'try', '--number', number),
    /^A message to \+255712345678 for account 1 goes to north\.\n\n {2}1\. Route \d+ \(all numbers, account 1, priority 1\): north is up: chosen\.\n {2}2\. /,
  )
  const stopping = await shell.json('route', 'change', String(own.id), '--stop')
  assert.deepEqual([stopping.id, stopping.accountId, stopping.carrier], [own.id, 1, 'north'])
  assert.deepEqual(await shell.json('route', 'remove', String(own.id)), { id: own.id, removed: true })
  assert.match(await shell.refused('route', 'remove', String(own.id)), /^The route does not exist \(/)
  assert.equal((await shell.json('route', 'try', '--number', number)).carrier, 'north')
  assert.equal(
    await shell.text('provider', 'pause', 'north'),
    'Provider north paused.\n\nTo resume it: ngoma provider resume north\n',
  )
  assert.equal((await shell.json('route', 'try', '--number', number)).carrier, 'south')
  assert.match(await shell.text('provider', 'list'), /^sms +north .* Paused: it gets no messages\. It stays connected/m)
  assert.equal(
    await shell.text('provider', 'resume', 'north'),
    'Provider north resumed.\n\nTo check its state: ngoma provider show north\n',
  )

  smsc.onBind = () => status.ok
  const rules = options('window=', 'binds=2', 'health.errorsAbove=0.5', 'unmarkedReceipts=yes')
  assert.equal(await shell.text('provider', 'set', 'south', ...rules), 'Provider south saved. Connected.\n')
  const changed = await shell.json('provider', 'set', 'south', ...options('addresses.number='), ...password)
  assert.deepEqual(
    [changed.settings.window, changed.settings.binds, changed.settings.health, changed.settings.addresses],
    [undefined, 2, { errorsAbove: 0.5 }, { shortCode: { ton: 6, npi: 1 } }],
  )
  assert.deepEqual([changed.settings.unmarkedReceipts, changed.carrier.failoverSeconds], [true, 0])
  const shown = await shell.text('provider', 'show', 'north')
  assert.match(shown, /^Name +north\nProduct +sms\nKind +smpp\nState +up\nStatus +Connected\.\n/)
  assert.match(shown, /^Secrets +password$/m)
  assert.ok(!shown.includes('hush') && !listed.includes('hush'))

  const settings = write('provider.json', JSON.stringify(exampleSettings('json', { address: 'http://127.0.0.1:1' })))
  await shell.text('provider', 'set', 'web', '--product', 'sms', '--kind', 'http', '--file', settings, ...password)
  assert.match(
    await shell.text('provider', 'show', 'web'),
    /^Secrets +password, receipts\n(.*\n)*Callback URL +\/carriers\/web\/receipts\/[\w-]{32}$/m,
  )
  await shell.text('provider', 'remove', 'web')

  const refusals: readonly (readonly [words: readonly string[], message: RegExp])[] = [
    [
      ['set', 'south', ...options('port=0')],
      /^The settings are invalid: port must be a whole number from 1 to 65535 \(/,
    ],
    [
      ['set', 'south', ...options('port=x')],
      /^The settings are invalid: port must be a whole number from 1 to 65535 \(/,
    ],
    [['set', 'south', ...options('ports=1')], /^The settings are invalid: unknown setting ports \(/],
    [['set', 'West', ...sms], /^The name is invalid \(/],
    [
      ['set', 'west', '--secret', `password=${join(shell.settings.NGOMA_DATA ?? '', 'none')}`],
      /none: the file does not exist$/,
    ],
    [['set', 'west', ...sms, '--file', write('list.json', '[]')], /list\.json must contain a JSON object$/],
    [['show', 'nobody'], /^The provider does not exist \(/],
  ]
  await Promise.all(
    refusals.map(async ([words, message]) => assert.match(await shell.refused('provider', ...words), message)),
  )
  const [none, ofNorth] = await Promise.all([
    shell.text('provider', 'list-receipts'),
    shell.json('provider', 'list-receipts', '--carrier', 'north'),
  ])
  assert.deepEqual([none, ofNorth.data], ['No delivery receipts without a message found.\n', []])
  const removed = await Promise.all(['north', 'south'].map((name) => shell.json('provider', 'remove', name)))
  assert.deepEqual(removed, [
    { id: 'north', removed: true },
    { id: 'south', removed: true },
  ])
  assert.deepEqual((await shell.json('route', 'list')).data, [])
}
