import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Failure } from '../command.ts'
import { convert } from './convert.ts'
import { listSmscs, rateOf } from './list-smscs.ts'
import { readConfig } from './read-config.ts'
import { readAccess } from './secrets.ts'

const fixtures = fileURLToPath(new URL('../../../test/fixtures/kannel/', import.meta.url))

describe('kannel.conf', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-kannel-'))
  after(() => rmSync(directory, { recursive: true }))

  function write(text: string, name = 'kannel.conf'): string {
    const file = join(directory, name)
    writeFileSync(file, text)
    return file
  }
  const settingsIn = (text: string) => readConfig(write(text)).map(({ settings }) => Object.fromEntries(settings))
  const scriptOf = (text: string, accountId: string | null = null) =>
    convert(readConfig(write(text)), { file: 'kannel.conf', accountId })
  const commandsIn = (script: string) =>
    script.split('\n').filter((line) => /npx ngoma/.test(line) && !line.startsWith('#'))

  it('becomes a script without its passwords', () => {
    const script = convert(readConfig(join(fixtures, 'kannel.conf')), { file: 'kannel.conf', accountId: null })
    assert.equal(script, readFileSync(join(fixtures, 'migrate.sh'), 'utf8'))
    for (const password of ['n0rth', 's3cond', 'webpw', 'genericpw', 'shoppw', 'reportspw', 'mysqlpw', '"bar"'])
      assert.equal(script.includes(password), false, password)
  })

  it('keeps secrets inside values out of the script, and reads them from the file', () => {
    const comments = scriptOf(
      'group = core\nblack-list = "http://me:hush1@127.0.0.1/list?x=1&api_key=hush2"\n\n' +
        'group = sendsms-user\nusername = shop\ndlr-url = "http://u:hush3@h@ost/?PWD=hush4&id=%I"\n\n' +
        'group = sms-service\nkeyword = A\nget-url = "http://me:hush5@127.0.0.1/?token=hush6"\n',
    )
    assert.equal(comments.includes('hush'), false, comments)
    assert.ok(comments.includes('black-list = http://…@127.0.0.1/list?x=1&api_key=…: import'))
    assert.ok(comments.includes('dlr-url = http://…@ost/?PWD=…&id=%I: send'))

    const access = (url: string, more = '') => {
      const text = `group = smsc\nsmsc = http\nsystem-type = generic\nsend-url = "${url}"\n${more}`
      const [group] = readConfig(write(text))
      assert.equal(scriptOf(text).includes('hush'), false, url)
      const { url: replaced, headers, password, others } = readAccess(group ?? assert.fail('no group'))
      return [replaced, headers.Authorization ?? null, password, others]
    }
    const hidden = '{secrets.password}'
    const basic = Buffer.from('me:hush 1').toString('base64')
    assert.deepEqual(access('http://h/?user=me&pass=hush%261&to=%p'), [
      `http://h/?user=me&pass=${hidden}&to=%p`,
      null,
      'hush&1',
      [],
    ])
    assert.deepEqual(access('http://me:hush%201@h/?to=%p'), ['http://h/?to=%p', `Basic ${hidden}`, basic, []])
    assert.deepEqual(access('http://h/hush1/?a=hush1&key=hush2', 'smsc-password = hush1\n'), [
      `http://h/${hidden}/?a=${hidden}&key=…`,
      null,
      'hush1',
      ['key'],
    ])
    assert.deepEqual(access('http://h/?password=%P', 'smsc-password = hush1\n'), [
      'http://h/?password=%P',
      null,
      'hush1',
      [],
    ])
  })

  it('is read with quotes, comments, empty values and Windows line ends', () => {
    assert.deepEqual(
      settingsIn(
        'group = a\r\nx = "a \\"b\\" \\\\ \\n"\r\n# y = 1\r\ny =\r\n  z=1=2  \r\nz = "open\r\n\r\ngroup = b\r\n',
      ),
      [{ x: 'a "b" \\ \\n', y: '', z: '"open' }, {}],
    )
  })

  it('is read with the files and directories that it includes', () => {
    write('group = included\nfrom = file', 'one.inc')
    assert.deepEqual(
      readConfig(write('group = first\nx = 1\ninclude = "one.inc"\ngroup = last\n')).map(({ kind, line }) => [
        kind,
        line,
      ]),
      [
        ['first', 1],
        ['included', 1],
        ['last', 4],
      ],
    )
    write('port = 2775\n', 'two.inc')
    assert.deepEqual(settingsIn('group = a\ninclude = two.inc\nhost = x\n'), [{ port: '2775', host: 'x' }])
  })

  it('is refused with the place of the mistake', () => {
    const refused = (text: string, why: RegExp) =>
      assert.throws(
        () => readConfig(write(text)),
        (error) => error instanceof Failure && why.test(error.message),
      )
    refused('group = a\nnonsense\n', /kannel\.conf, line 2: "nonsense" has no equals sign/)
    refused('\n\nx = 1\n', /kannel\.conf, line 3: the group has no "group = …" line/)
    refused('include = kannel.conf', /includes itself/)
    refused('include = missing.conf', /cannot read .*missing\.conf/)
  })

  it('gives carriers different names, and joins equal groups', () => {
    const group = (id: string, host: string, more = '') =>
      `group = smsc\nsmsc = smpp\nsmsc-id = ${id}\nhost = ${host}\n${more}\n\n`
    const text = [
      group('A b', 'x'),
      group('A b', 'x', 'instances = 3\nlog-file = b.log'),
      group('A b', 'x', 'use-ssl = true'),
      group('A b', 'y'),
      group('a-B', 'x'),
      group('', 'smpp.example.com'),
      group('ÄÖ', ''),
      group('n'.repeat(40), 'x'),
    ].join('')
    assert.deepEqual(
      listSmscs(readConfig(write(text))).map(({ name, binds }) => [name, binds]),
      [
        ['a-b', 4],
        ['a-b-2', 1],
        ['a-b-3', 1],
        ['a-b-4', 1],
        ['smpp-example-com', 1],
        ['carrier', 1],
        ['n'.repeat(32), 1],
      ],
    )
  })

  it('has a throughput for each bind that the carrier does not exceed', () => {
    const rates = [
      ['30.5', 1, 30],
      ['30.5', 2, 61],
      ['0.5', 1, 1],
      ['0.2', 3, 1],
      ['0', 2, 0],
      ['fast', 2, 0],
    ] as const
    for (const [throughput, instances, expected] of rates) {
      const group = `group = smsc\nsmsc = smpp\nthroughput = ${throughput}\ninstances = ${instances}\n`
      assert.deepEqual(listSmscs(readConfig(write(group))).map(rateOf), [expected], `${instances} of ${throughput}`)
    }
  })

  it('never runs a value as a command', () => {
    const evil = `'; touch x; $(touch y) \`touch z\` `
    const script = scriptOf(
      `group = smsc\nsmsc = smpp\nsmsc-id = a\nhost = ${evil}\nsystem-type = ${evil}\nother = ${evil}\n\ngroup = sendsms-user\nusername = ${evil}\nfaked-sender = $(x)\n`,
    )
    const [carrier = ''] = commandsIn(script)
    assert.ok(carrier.includes(`--setting 'host='\\''; touch x; $(touch y) \`touch z\`'`))
    assert.ok(script.includes("sender request --sender '$(x)'"))
  })

  it('becomes a script that goes on without a refused carrier, and ends without an account', () => {
    const home = join(directory, 'home')
    const commands = join(home, 'commands')
    mkdirSync(home)
    copyFileSync(join(fixtures, 'migrate.sh'), join(home, 'migrate.sh'))
    // Prints an account or a password, and notes its arguments and the password that it gets.
    const npx = [
      '#!/bin/sh',
      // Commands of a pipe start together: the second one waits for the first.
      'case "$*" in *"--password-file -"*|*"password=-"*) password=$(cat) ;; esac',
      `echo "$*" >> "${commands}"`,
      '[ -z "$FAILS" ] || case "$*" in *"$FAILS"*) exit 1 ;; esac',
      'case "$*" in',
      '  *"account create"*) echo \'{"id":7,"name":"x"}\' ;;',
      '  *"kannel password"*) echo secret ;;',
      `  *"--password-file -"*|*"password=-"*) echo "$password" >> "${commands}" ;;`,
      'esac',
    ]
    writeFileSync(join(home, 'npx'), `${npx.join('\n')}\n`, { mode: 0o755 })
    const run = (fails: string) => {
      rmSync(commands, { force: true })
      const env = { PATH: `${home}:${process.env.PATH}`, FAILS: fails }
      const { status, stderr } = spawnSync('/bin/sh', ['migrate.sh'], { cwd: home, env, encoding: 'utf8' })
      return { status, stderr, lines: readFileSync(commands, 'utf8').trim().split('\n') }
    }
    const { status, stderr, lines } = run('')
    assert.deepEqual([status, stderr], [0, ''])
    assert.deepEqual(
      lines.slice(-8).map((line) => line.replace('ngoma ', '')),
      [
        'kannel password kannel.conf --user duka-shop',
        'smpp-credential create --account 7 --system-id duka-shop --address 127.0.0.1 --address 10.1.0.0/16 --password-file - --if-missing',
        'secret',
        'sender request --sender DUKA --account 7 --if-missing',
        'sender approve DUKA --account 7',
        'route create --carrier north-tel-2 --account 7 --stop --if-missing',
        'route create --carrier north-tel --account 7 --prefix 255 --if-missing',
        'route create --carrier north-tel --account 7 --prefix 254 --if-missing',
      ],
    )
    assert.equal(JSON.parse(readFileSync(join(home, 'web.json'), 'utf8')).ratePerSecond, 5)
    const refused = run('provider set web')
    assert.deepEqual([refused.status, refused.lines.slice(-8)], [1, lines.slice(-8)])
    const failed = run('account create')
    assert.notEqual(failed.status, 0)
    assert.equal(failed.lines.at(-1), "ngoma account create --name Report's --json --if-missing")
  })

  it('adds no carrier whose failures would count as accepted, and no route to it', () => {
    const carrier = 'group = smsc\nsmsc = http\nsystem-type = generic\nsmsc-id = g\nsend-url = http://h/?to=%p\n\n'
    const script = scriptOf(`${carrier}group = sendsms-user\nusername = a\nforced-smsc = g\n`, '7')
    assert.deepEqual(commandsIn(script), ['npx ngoma smpp-credential create --account 7 --system-id a --if-missing'])
    assert.match(
      script,
      /^# npx ngoma provider set g --product sms --kind http --file g\.json --if-missing\n# npx ngoma route create/m,
    )
    assert.match(script, /^# npx ngoma route create --carrier g --account 7/m)
  })

  it('keeps the passwords of users that are long enough', () => {
    const notes = (password: string) =>
      scriptOf(`group = sendsms-user\nusername = a\npassword = "${password}"\n`, '7').split('\n')
    assert.match(notes('12345')[7] ?? '', /^# The password has fewer than 6 characters/)
    assert.match(notes('123456')[7] ?? '', /^# The customer keeps the password\./)
    assert.match(notes('123456789')[7] ?? '', /send only 8 characters/)
    assert.equal(notes('mañana123')[8], 'npx ngoma smpp-credential create --account 7 --system-id a --if-missing')
    assert.equal(
      notes('123456')[8],
      'npx ngoma kannel password kannel.conf --user a | npx ngoma smpp-credential create --account 7 --system-id a --password-file - --if-missing',
    )
  })

  it('allows private URLs to users whose dlr-url needs it', () => {
    const isAllowed = (url: string) =>
      scriptOf(`group = sendsms-user\nusername = a\ndlr-url = "${url}"\n`, '7').includes('a --private-urls')
    for (const url of [
      'http://example.com/',
      'https://10.0.0.1/?id=%I',
      'https://me@172.20.0.1/',
      'https://reports:8443/',
    ])
      assert.equal(isAllowed(url), true, url)
    for (const url of ['https://example.com/?id=%I', 'https://100.20.0.1/', ''])
      assert.equal(isAllowed(url), false, url)
  })

  it('has a comment for each setting of a service', () => {
    const lines = scriptOf(
      'group = sms-service\nkeyword = duka\naliases = shop;store\nget-url = "http://10.0.0.1/in?from=%p&token=x"\n' +
        'accepted-smsc = north\nfaked-sender = 15015\n\ngroup = sms-service\nkeyword-regex = "^a+"\n',
    )
    for (const expected of [
      'inbound-number set-keyword NUMBER duka --account ID',
      'inbound-number set-keyword NUMBER shop --account ID',
      'inbound-number set-keyword NUMBER store --account ID',
      'This URL is refused',
      '?from=%p&token=…: the webhook',
      'accepted-smsc = north: ',
      'faked-sender = 15015: ',
      'inbound-number set NUMBER --account ID',
      'keyword-regex = ^a+: ',
    ])
      assert.ok(lines.includes(expected), expected)
  })

  it('requests the senders of a user that Ngoma accepts', () => {
    const user = 'group = sendsms-user\nusername = a\nfaked-sender = +255712345678\ndefault-sender = "TWELVE CHARS"\n'
    assert.deepEqual(commandsIn(scriptOf(user, '7')).slice(1), [
      'npx ngoma sender request --sender +255712345678 --account 7 --if-missing',
      'npx ngoma sender approve +255712345678 --account 7',
    ])
  })

  it('can give all users to one account', () => {
    assert.deepEqual(commandsIn(scriptOf('group = sendsms-user\nusername = a\npassword = b\n', '7')), [
      'npx ngoma smpp-credential create --account 7 --system-id a --if-missing',
    ])
  })
})
