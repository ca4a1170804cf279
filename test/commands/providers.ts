/** Providers of all products from a shell. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someSettings } from '../airtime.ts'
import type { Shell } from './program.ts'

export async function tryProviders(shell: Shell): Promise<void> {
  const write = (name: string, text: string) => {
    const file = join(shell.settings.NGOMA_DATA ?? '', name)
    writeFileSync(file, text)
    return file
  }
  const settings = write('shop.json', JSON.stringify(someSettings))
  const secret = write('key', 'hush-hush\n')
  assert.equal(await shell.text('provider', 'list'), 'No providers are set up.\n')
  assert.match(await shell.text('provider', 'kinds', '--product', 'airtime'), /^airtime +http +HTTP +create, status/m)
  assert.deepEqual(
    (await shell.json('provider', 'kinds', '--product', 'sms')).data.map(({ kind }: { kind: string }) => kind),
    ['smpp', 'http'],
  )

  const set = ['provider', 'set', 'shop']
  assert.match(await shell.refused(...set, '--product', 'airtime', '--file', settings), /unknown placeholder/)
  assert.equal(
    await shell.text(...set, '--product', 'airtime', '--file', settings, '--secret', `key=${secret}`),
    'Provider shop saved. Status: up.\n',
  )
  const changed = await shell.json(...set, '--priority', '5', '--account', '1', '--secret', `more=${secret}`)
  assert.deepEqual(
    [changed.settings, changed.secrets, changed.priority, changed.accountId],
    [someSettings, ['key', 'more'], 5, 1],
  )
  assert.deepEqual((await shell.json(...set, '--account', 'all', '--secret', 'more=')).secrets, ['key'])
  assert.match(await shell.text('provider', 'list'), /^airtime +shop +http +all +5 +0 +up$/m)
  assert.deepEqual((await shell.json('provider', 'list', '--product', 'sms')).data, [])
  const shown = await shell.text('provider', 'show', 'shop')
  assert.match(shown, /^Provider shop\n\n {2}Status {5}up\n(.|\n)* {2}Secrets {4}key\n/)
  assert.ok(!shown.includes('hush'))

  assert.match(await shell.text('provider', 'pause', 'shop'), /^Provider shop paused\./)
  assert.match(await shell.text('provider', 'list'), /paused; up$/m)
  assert.equal(await shell.text('provider', 'resume', 'shop'), 'Provider shop resumed. Status: up.\n')
  assert.equal((await shell.json('provider', 'pause', 'shop')).paused, true)
  assert.equal((await shell.json('provider', 'resume', 'shop')).paused, false)
  assert.equal((await shell.json('provider', 'show', 'shop')).health.state, 'up')

  const chat = { services: ['telegram'], send: { url: 'http://127.0.0.1:9/send', body: { to: '{phone}' } } }
  const pushes = { messages: { id: 'id', phone: 'from', number: 'to', text: 'text' } }
  const channel = write('chat.json', JSON.stringify({ ...chat, ...pushes }))
  assert.match(
    await shell.text('provider', 'set', 'talk', '--product', 'chat', '--file', channel),
    /\n\nNGOMA_PUBLIC_URL is not set, so the provider cannot report results\. /,
  )
  assert.match(
    await shell.text('provider', 'show', 'talk'),
    /^ {2}Messages {3}\/providers\/talk\/callbacks\/\S+\/messages \(set NGOMA_PUBLIC_URL/m,
  )

  // Carriers are the providers of SMS.
  const carrier = write(
    'carrier.json',
    JSON.stringify({ send: { url: 'http://127.0.0.1:9/send', body: { to: '{phone}' } } }),
  )
  assert.equal((await shell.json('provider', 'set', 'east', '--product', 'sms', '--file', carrier)).product, 'sms')
  assert.match(await shell.refused('provider', 'set', 'east', '--priority', '2'), /^Carriers Have No Account/)
  assert.match(await shell.refused('provider', 'set', 'shop', '--product', 'sms', '--file', carrier), /^Name Is Taken/)
  assert.match(await shell.text('provider', 'list'), /^sms +east +http +by route +0 +up$/m)
  assert.match(await shell.text('carrier', 'list'), /^east/m)

  for (const name of ['shop', 'east', 'talk'])
    assert.deepEqual(await shell.json('provider', 'remove', name), { name, removed: true })
  assert.match(await shell.refused('provider', 'remove', 'shop'), /^provider shop does not exist/)
}
