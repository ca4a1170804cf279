import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { convert } from './convert.ts'
import { readConfig } from './read-config.ts'

describe('a converted kannel.conf', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-kannel-'))
  after(() => rmSync(directory, { recursive: true }))

  function scriptOf(text: string, accountId: string | null = null): string {
    const file = join(directory, 'kannel.conf')
    writeFileSync(file, text)
    return convert(readConfig(file), { file: 'kannel.conf', accountId })
  }
  const commandsIn = (script: string) =>
    script.split('\n').filter((line) => /npx ngoma/.test(line) && !line.startsWith('#'))

  it('makes a transceiver of transceiver-mode, whatever the receive-port is', () => {
    const group = (more: string) => `group = smsc\nsmsc = smpp\nsmsc-id = a\nhost = x\nport = 2775\n${more}\n`
    const isPair = (more: string) => scriptOf(group(more)).includes('mode=pair')
    for (const more of ['', 'receive-port = 0', 'transceiver-mode = true\nreceive-port = 0'])
      assert.equal(isPair(more), false, more)
    assert.equal(isPair('transceiver-mode = yes\nreceive-port = 2776'), false)
    for (const more of ['transceiver-mode = false', 'receive-port = 2776', 'receive-port = 2775'])
      assert.equal(isPair(more), true, more)
    const text = `${group('transceiver-mode = true\nreceive-port = 0')}\n${group('transceiver-mode = true')}`
    assert.deepEqual(
      commandsIn(scriptOf(text)).map((line) =>
        line.replace(/.*(provider set a|route create) .*?(binds=\d|mode=\w+|--if).*/, '$1 $2'),
      ),
      ['provider set a binds=2', 'route create --if'],
    )
  })

  it('joins a transmitter and a receiver, which are two groups in Kannel', () => {
    const group = (more: string, user = 'u') =>
      `group = smsc\nsmsc = smpp\nsmsc-id = a\nhost = x\nsmsc-username = ${user}\n${more}\n\n`
    const short = (text: string) =>
      commandsIn(scriptOf(text)).map((line) =>
        line
          .replace(/.*ngoma ((?:provider set|route create) .*?) --(?:secret|if).*/, '$1')
          .replaceAll(' --setting', ''),
      )
    const pair = ['provider set a --product sms host=x port=2775 systemId=u mode=pair', 'route create --carrier a']
    assert.deepEqual(short(group('port = 2775') + group('receive-port = 2775')), pair)
    assert.deepEqual(short(group('receive-port = 2775') + group('port = 2775\ntransceiver-mode = false')), pair)
    assert.match(
      scriptOf(group('port = 2775') + group('receive-port = 2776')),
      /^# receive-port = 2776: a pair uses one port.*(?:.*\n)*# The receiver of a: see its mode=pair\.$/m,
    )
    // A receiver of its own gets messages, and no route leads to it.
    const others = group('port = 2775\ntransceiver-mode = true', 'other')
    const alone = group('receive-port = 2776')
    assert.deepEqual(short(others + alone), [
      'provider set a --product sms host=x port=2775 systemId=other',
      'route create --carrier a',
      'provider set a-2 --product sms host=x systemId=u port=2776 mode=pair',
    ])
    assert.match(scriptOf(alone), /^# No route is added\. receive-port without a port: Kannel only receives/m)
  })

  it('adds no route for a list of permitted numbers or a limit of a user', () => {
    const carrier = 'group = smsc\nsmsc = smpp\nsmsc-id = a\nhost = x\n\n'
    const routes = (text: string) => commandsIn(scriptOf(text, '7')).filter((line) => line.includes('route create'))
    const user = (more: string) => `group = sendsms-user\nusername = u\nforced-smsc = a\n${more}\n`
    assert.deepEqual(routes(`group = core\nwhite-list = http://h/list\n\n${carrier}${user('')}`), [])
    assert.equal(routes(carrier + user('')).length, 2)
    for (const limit of ['allowed-prefix = 255', 'denied-prefix = 254', 'white-list = http://h/list'])
      assert.equal(routes(carrier + user(limit)).length, 1, limit)
    assert.equal(routes(`group = sms-service\nkeyword = A\nwhite-list = 255\n\n${carrier}${user('')}`).length, 2)
  })

  it('adds a route of an account with several users only if all are limited to it in the same way', () => {
    const carriers =
      'group = smsc\nsmsc = smpp\nsmsc-id = voda\nhost = x\n\n' +
      'group = smsc\nsmsc = smpp\nsmsc-id = airtelke\nallowed-smsc-id = "airtelke;ke"\nhost = y\n\n'
    const user = (more: string) => `group = sendsms-user\nusername = u${more.length}\n${more}\n\n`
    const scriptFor = (...users: readonly string[]) => scriptOf(carriers + users.map(user).join(''), '7')
    const hasRoute = (script: string) => commandsIn(script).some((line) => line.includes('--account 7 --stop'))
    const forced = 'forced-smsc = ke'
    assert.equal(hasRoute(scriptFor(forced)), true)
    assert.equal(hasRoute(scriptFor(forced, `${forced}\nname = Other`)), true)
    for (const other of ['', 'default-smsc = ke', 'forced-smsc = voda', `${forced}\nallowed-prefix = 254`])
      assert.equal(hasRoute(scriptFor(forced, other)), false, other)
    assert.match(
      scriptFor(forced, ''),
      /^# No route is added\. several users share this account, and not all have this smsc:\n# .*route create --carrier airtelke --account 7 --stop --if-missing$/m,
    )
  })
})
