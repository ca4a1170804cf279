import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from '../../src/commands/index.ts'
import { describeVersion } from '../../src/version.ts'
import { oneLine, openResident, run, runAll } from './program.ts'

/** Nothing here gets as far as a database: the directory must not even be made. */
const directory = join(tmpdir(), `ngoma-never-${process.pid}`)
const nowhere = { NGOMA_DATA: directory }

describe('help', () => {
  it('is there for every command, and names all that it takes', async (test) => {
    const ran = await runAll(
      commands.map(({ name }) => [...name.split(' '), '--help']),
      nowhere,
      openResident(test),
    )
    for (const [index, { name, arguments: taken = [], options = {} }] of commands.entries()) {
      const { code, out, err } = ran[index] ?? { code: null, out: '', err: '' }
      assert.deepEqual({ code, err }, { code: 0, err: '' }, name)
      assert.ok(out.includes(`Usage: ngoma ${name}`), name)
      for (const one of taken) assert.match(out, new RegExp(`^  ${one.name} +\\S`, 'm'), name)
      for (const one of [...Object.keys(options), 'json', 'help'])
        assert.match(out, new RegExp(`^  --${one}( [A-Z]+)? +\\S`, 'm'), `${name} --${one}`)
      assert.match(out, /Exit codes: 0 /)
    }
  })

  it('lists the commands, all or those of a kind, however it is asked for', async (test) => {
    const resident = openResident(test)
    const all = [['--help'], ['-h'], ['help'], ['help', 'nothing']]
    for (const { code, out } of [await run([], nowhere), ...(await runAll(all, nowhere, resident))]) {
      assert.equal(code, 0)
      for (const { name, about } of commands)
        assert.match(out, new RegExp(`^  ${name} +${about.replaceAll('.', '\\.')}$`, 'm'))
    }
    const [keys, create, short, which] = await runAll(
      [['key', '--help'], ['help', 'key', 'create'], ['key', 'create', '-h'], ['--version']],
      nowhere,
      resident,
    )
    assert.match(keys?.out ?? '', /key create(.|\n)*key revoke/)
    assert.doesNotMatch(keys?.out ?? '', /account create/)
    for (const { code, out } of await runAll(
      [
        ['airtime', 'provider', '--help'],
        ['help', 'airtime', 'provider'],
      ],
      nowhere,
      resident,
    )) {
      assert.equal(code, 0)
      assert.match(out, /airtime provider set(.|\n)*airtime provider remove/)
      assert.doesNotMatch(out, /airtime list/)
    }
    assert.match(create?.out ?? '', /Usage: ngoma key create NAME/)
    assert.equal(short?.out, create?.out)
    assert.equal(which?.out, `${describeVersion()}\n`)
  })
})

describe('wrong usage', () => {
  const mistakes: readonly (readonly [words: string, message: RegExp])[] = [
    ['frobnicate', /^there is no command "frobnicate": ngoma --help lists them$/],
    ['docter', /did you mean ngoma doctor\?$/],
    ['key creat', /did you mean ngoma key create\?$/],
    ['keys', /^there is no command "keys": did you mean ngoma key list\?$/],
    ['optout', /did you mean ngoma optouts list\?$/],
    ['optout --help', /did you mean ngoma optouts list\?$/],
    ['optout add --help', /did you mean ngoma optouts add\?$/],
    ['frobnicate -h', /^there is no command "frobnicate"/],
    ['key', /there are key create, key change, key rotate, key revoke, key list$/],
    ['account create', /^NAME is missing: ngoma account create NAME \[options\]$/],
    ['account create one two', /^"two" is too much/],
    ['account list --pages 2', /^there is no option --pages/],
    ['account list --page', /^--page needs a value/],
    ['account list --json=yes', /^--json takes no value/],
    ['account list --page 0', /^--page is a number/],
    ['account list --limit 1001', /^--limit is a number from 1 to 1000$/],
    ['key create one --account two', /^--account is a number/],
    ['key create one --expires tomorrow', /^--expires is a time/],
    ['key create one --expires 2020-01-31', /^--expires 2020-01-31 has passed already/],
    ['key create one --product sms --product sm', /^--product is one of sms, dlr, .*chat, not "sm"$/],
    ['token revoke one', /^ID is a number: ngoma token list/],
    ['key revoke one', /^ID is a number/],
    ['key rotate 1 --overlap-hours 721', /^--overlap-hours is a whole number from 0 to 720/],
    ['send --to 255712345678', /^--text is missing$/],
    ['send --text hello', /^--to is missing$/],
    ['send --text hello --to 255712345678 --book Friends', /^--to and --book are both recipients: leave one out$/],
    ['send --text hello --template 1 --book Friends', /^--text and --template are both the message: leave one out$/],
    ['send --template 1 --to 255712345678', /^--template needs --book/],
    ['send --text -x', /--text=-/],
    ['reports', /^--request or --to is missing$/],
    ['reports --request abc', /^--request is a number/],
    ['reports --to +255712345678', /^--to is a number in international format without \+, such as 255712345678$/],
    ['reports --to 0712345678', /international format/],
    ['credit add 0', /^AMOUNT is zero/],
    ['credit take 0.0', /^AMOUNT is zero/],
    ['credit add abc', /^AMOUNT is a number/],
    ['credit postpaid --product SMSS', /^--product is one of/],
    ['credit postpaid --limit=-5', /^--limit is an amount/],
    ['credit postpaid --limit 5 --off', /opposites/],
    ['credit reminder --sms 0712345678', /^--sms is a number in international format/],
    ['credit reminder --sms 255712345678 --off', /opposites/],
    ['credit reminder --email', /^--below is missing$/],
    ['credit reminder --below 5000', /^--sms or --email is missing$/],
    ['template create Hello', /^--text is missing$/],
    ['template update 1', /^--title or --text is missing$/],
    ['template update one --text Hello', /^ID is a number: ngoma template list/],
    ['template remove one', /^ID is a number/],
    ['sender approve', /^SENDER is missing/],
    ['sender reject SHOP', /^--reason is missing$/],
    ['sender reject SHOP --reason=', /^--reason is empty$/],
    ['sender list --status new', /^--status is one of pending, active, rejected, inactive$/],
    ['sender list --all --account 1', /^--all is of all accounts/],
    ['sender', /there are sender list, sender request, sender approve, sender reject, sender deactivate$/],
    ['carrier add north --host 127.0.0.1', /^--password-file is missing/],
    ['carrier add north --port x --password-file x', /^--port is a number, or default$/],
    [
      'carrier add north --settings - --password-file -',
      /^--settings and --password-file can not both be standard input$/,
    ],
    ['carrier add north --number 5', /^--number is two numbers, such as 5,0, or default$/],
    ['carrier add north --tls --no-tls', /opposites/],
    ['carrier change north', /^nothing is to be changed/],
    ['carrier change north --failover-seconds soon', /^--failover-seconds is a number of seconds$/],
    [
      'carrier change north --errors-above 70',
      /^--errors-above is a share from 0 to 1, such as 0\.7, or never, or default$/,
    ],
    ['carrier change north --trial-messages 0', /^--trial-messages is a number from 1 on, or default$/],
    ['sandbox back', /^"back" is too much/],
    ['sandbox forward 2', /^TIME is a number with s, m, h or d/],
    ['sandbox chaos', /^nothing is to be changed/],
    ['sandbox chaos --refusals 10', /^--refusals is a share from 0 to 1/],
    ['route add', /^--carrier is missing$/],
    ['route add --carrier north --prefix +255', /^--prefix is what numbers begin with/],
    ['route add --carrier north --place 0', /^--place is a number from 1 on$/],
    ['route remove one', /^ID is a number: ngoma route list/],
    ['route try 255712345678 --account x', /^--account is a number from 1 on$/],
    ['inbound list --unowned --account 1', /^--unowned is what belongs to no account/],
    ['inbound number add 15001', /^--account or --shared is missing$/],
    ['inbound number add 15001 --shared --account 1', /opposites/],
    ['inbound number add 15001 --account one', /^--account is a number/],
    ['inbound keyword add 15001 duka', /^--account is missing$/],
    ['inbound simulate Hello --to 15001', /^--from is missing$/],
    ['inbound simulate Hello --from 255712345678', /^--to is missing$/],
    [
      'webhooks add --event sms --url https://example.com/',
      /^--event is one of airtime, checkout, delivery-report, inbound-sms, chat, not "sms"$/,
    ],
    ['webhooks add --event chat', /^--url is missing$/],
    ['webhooks add --url https://example.com/', /^--event is missing: it is one of airtime/],
    ['webhooks show one', /^ID is a number: ngoma webhooks list/],
    [
      'webhooks change 1',
      /^--url, --headers, --remove-header, --no-headers, --flat-args or --no-flat-args is missing$/,
    ],
    ['webhooks change 1 --flat-args --no-flat-args', /opposites/],
    ['webhooks events 1 --state new', /^--state is one of waiting, delivered, failed, kept$/],
    ['webhooks attempts 1 --event x', /^--event is a number/],
    ['webhooks repeat 1', /^--event or --since is missing$/],
    ['webhooks repeat 1 --event 1 --since 2030-01-31', /leave one out$/],
    ['webhooks repeat 1 --event 1 --failed', /^--failed needs --since$/],
    ['webhooks listen --port 70000', /^--port is a number from 0 to 65535$/],
    ['webhooks listen --answer 99', /^--answer is a status from 200 to 599$/],
    ['webhooks listen --secret hunter2', /^--secret is what ngoma webhooks add shows, whsec_…$/],
    ['user invite asha@example.com --role boss', /^--role is one of owner, member, viewer$/],
    ['serve --role master', /^--role is one of all, api, worker$/],
    ['serve --role api', /^--role api needs PostgreSQL: set DATABASE_URL$/],
    ['serve --role worker', /^--role worker needs PostgreSQL/],
    ['doctor now', /^"now" is too much/],
  ]

  it('is said in one line, with exit code 2, before anything is touched', async (test) => {
    const all = mistakes.map(([words]) => words.split(' '))
    // Those with processes of their own show that the exit code gets out of the program.
    const alone = 3
    const ran = [
      ...(await runAll(all.slice(0, alone), nowhere)),
      ...(await runAll(all.slice(alone), nowhere, openResident(test))),
    ]
    for (const [index, [words, message]] of mistakes.entries()) {
      const { code, out, err } = ran[index] ?? { code: null, out: '', err: '' }
      assert.deepEqual({ code, out }, { code: 2, out: '' }, words)
      assert.match(oneLine(err), message)
    }
    assert.equal(existsSync(directory), false)
  })
})

describe('an empty argument', () => {
  it('is wrong usage for every command that takes arguments', async (test) => {
    const all = commands.flatMap(({ name, arguments: taken = [] }) =>
      taken.map((argument, index) => ({
        argument,
        words: [...name.split(' '), ...taken.map((_, place) => (place === index ? ' ' : '1'))],
      })),
    )
    const ran = await runAll(
      all.map(({ words }) => words),
      nowhere,
      openResident(test),
    )
    for (const [index, { words, argument }] of all.entries()) {
      assert.equal(ran[index]?.code, 2, words.join(' '))
      assert.match(oneLine(ran[index]?.err ?? ''), new RegExp(`^${argument.name} is empty: ngoma `), words.join(' '))
    }
    assert.equal(existsSync(directory), false)
  })
})

describe('a database that can not be reached', () => {
  const settings = { ...nowhere, DATABASE_URL: 'postgres://ngoma:hunter2@127.0.0.1:1/ngoma', NGOMA_STAGING: 'true' }

  it('is not even looked for by what only makes sense beside a server', async () => {
    const { code, out, err } = await run(['webhooks', 'listen', '--event', 'chat', '--port', '0'], settings)
    assert.deepEqual({ code, out }, { code: 3, out: '' })
    assert.match(oneLine(err), /^no server runs on this machine with its data in \S+: start one first$/)
    assert.equal(existsSync(directory), false)
  })

  it('is exit code 3 and one line for a command, and a problem for the doctor', async () => {
    const [list, migrate] = await runAll([['account', 'list', '--json'], ['migrate']], settings)
    for (const ran of [list, migrate]) {
      assert.deepEqual({ code: ran?.code, out: ran?.out }, { code: 3, out: '' })
      assert.match(oneLine(ran?.err ?? ''), /ECONNREFUSED .*DATABASE_URL/)
    }
    const doctor = await run(['doctor'], settings)
    assert.deepEqual({ code: doctor.code, err: doctor.err }, { code: 1, err: '' })
    assert.match(doctor.out, /^problem {2}database +connect ECONNREFUSED 127\.0\.0\.1:1\n +-> Nobody listens .*\?\n/m)
    assert.match(doctor.out, /\n\n1 problem, 0 warnings in \d+ checks\.\n$/)
    assert.ok(!doctor.out.includes('hunter2') && !doctor.out.includes('\u001b'))
    assert.equal(existsSync(directory), false)
  })
})
