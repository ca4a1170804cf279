import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from '../../src/commands/index.ts'
import { describeVersion } from '../../src/version.ts'
import { oneLine, run, runAll, runInResident } from './program.ts'

/** No test here may open a database, so this directory is never created. */
const directory = join(tmpdir(), `ngoma-never-${process.pid}`)
const nowhere = { NGOMA_DATA: directory }

describe('help', () => {
  it('documents every argument and option of every command, with an example', async () => {
    const ran = await runAll(
      commands.map(({ name }) => [...name.split(' '), '--help']),
      nowhere,
    )
    for (const [index, { name, arguments: taken = [], options = {} }] of commands.entries()) {
      const { code, out, err } = ran[index] ?? { code: null, out: '', err: '' }
      assert.deepEqual({ code, err }, { code: 0, err: '' }, name)
      assert.ok(out.includes(`Usage: ngoma ${name}`), name)
      for (const one of taken) assert.match(out, new RegExp(`^  ${one.name} +\\S`, 'm'), name)
      assert.match(out, new RegExp(`^Examples:\\n  ngoma ${name}( |$)`, 'm'), name)
      for (const one of [...Object.keys(options), 'json', 'help'])
        assert.match(out, new RegExp(`^  --${one}( [A-Z]+)? +\\S`, 'm'), `${name} --${one}`)
      assert.match(out, /Exit codes: 0 /)
    }
  })

  it('lists all commands, or the commands of a group', async () => {
    const all = [['--help'], ['-h'], ['help'], ['help', 'nothing']]
    for (const { code, out } of [await run([], nowhere), ...(await runAll(all, nowhere))]) {
      assert.equal(code, 0)
      for (const { name, about } of commands)
        assert.ok(
          out.split('\n').some((line) => line.startsWith(`  ${name} `) && line.includes(about.slice(0, 40))),
          name,
        )
    }
    const [keys, create, short, which] = await runAll(
      [['key', '--help'], ['help', 'key', 'create'], ['key', 'create', '-h'], ['--version']],
      nowhere,
    )
    assert.match(keys?.out ?? '', /key create(.|\n)*key revoke/)
    assert.doesNotMatch(keys?.out ?? '', /account create/)
    for (const { code, out } of await runAll(
      [
        ['airtime', 'provider', '--help'],
        ['help', 'airtime', 'provider'],
      ],
      nowhere,
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

describe('invalid usage', () => {
  const mistakes: readonly (readonly [words: string, message: RegExp])[] = [
    ['frobnicate', /^unknown command "frobnicate"\. Run "ngoma --help" for a list of all commands\.$/],
    ['docter', /Did you mean "ngoma doctor"\?$/],
    ['key creat', /Did you mean "ngoma key create"\?$/],
    ['keys', /^unknown command "keys"\. Did you mean "ngoma key list"\?$/],
    ['optout', /Did you mean "ngoma optouts list"\?$/],
    ['optout --help', /Did you mean "ngoma optouts list"\?$/],
    ['optout add --help', /Did you mean "ngoma optouts add"\?$/],
    ['frobnicate -h', /^unknown command "frobnicate"/],
    ['key', /Commands: key create, key change, key rotate, key revoke, key list, key show\.$/],
    ['account create', /^NAME is required\. Usage: ngoma account create NAME \[options\]$/],
    ['account create one two', /^unexpected argument "two"/],
    ['account list --pages 2', /^unknown option --pages\. Run "ngoma account list --help"/],
    ['account list --page', /^--page requires a value/],
    ['account list --json=yes', /^--json does not take a value/],
    ['account list --page 0', /^--page must be a number/],
    ['account list --limit 1001', /^--limit must be a number from 1 to 1000$/],
    ['key create one --account two', /^--account must be a number/],
    ['key create one --expires tomorrow', /^--expires must be a day or a time, such as .*GMT without a zone$/],
    ['message search --since yesterday', /^--since must be a day or a time/],
    ['message search --until 2030-02-30T10:14', /^--until must be a day or a time/],
    ['message search --tag june', /^--tag requires --account$/],
    ['statement --from 10:14', /^--from must be a day or a time/],
    ['statement --to tomorrow', /^--to must be a day or a time/],
    ['audit --to 10:14', /^--to must be a day or a time/],
    ['webhooks repeat 1 --since now', /^--since must be a day or a time/],
    ['scheduled move 1 --at later', /^--at must be a day or a time/],
    ['price set 18 --from later', /^--from must be a day or a time/],
    ['send --text hello --to 1 --not-before later', /^--not-before must be a day or a time/],
    ['key create one --expires 2020-01-31', /^--expires 2020-01-31 is in the past$/],
    ['key create one --product sms --product sm', /^--product must be one of sms, dlr, .*chat, not "sm"$/],
    ['token revoke one', /^ID must be a number\. Run "ngoma token list"/],
    ['key revoke one', /^ID must be a number/],
    ['key rotate 1 --overlap-hours 721', /^--overlap-hours must be a whole number from 0 to 720/],
    ['send --to 255712345678', /^--text or --template is required$/],
    ['send --text hello', /^--to, --contact, --book or --segment is required$/],
    ['send --text hello --template 1 --book Friends', /^use either --text or --template, not both$/],
    ['send --template x --to 255712345678', /^--template must be a number$/],
    ['send --text hello --to 1 --smart --no-smart', /^use either --smart or --no-smart, not both$/],
    ['send --text hello --to 1 --var code', /^--var must be a name and a value, such as code=A17$/],
    ['send --text hello --to 1 --window 8-20', /^--window must be two times, such as 08:00-20:00$/],
    ['send --text -x', /--text=-/],
    ['send --text= --to 255712345678', /^--text must not be empty$/],
    ['send --text hello --to=', /^--to must not be empty$/],
    ['send --text hello --to 255712345678 --to=', /^--to must not be empty$/],
    ['route add --carrier=', /^--carrier must not be empty$/],
    ['request show abc', /^REQUEST must be a number\. Run "ngoma request list"/],
    ['message cancel abc', /^MESSAGE must be a number\. Run "ngoma message search"/],
    ['credit add 0', /^AMOUNT must not be zero/],
    ['credit take 0.0', /^AMOUNT must not be zero/],
    ['credit add abc', /^AMOUNT must be a number/],
    ['credit postpaid --product SMSS', /^--product must be one of/],
    ['credit postpaid --limit=-5', /^--limit must be an amount/],
    ['credit postpaid --limit 5 --off', /^use either .*, not both$/],
    ['credit reminder --sms 255712345678 --off', /^use either .*, not both$/],
    ['credit reminder --email', /^--below is required with --sms and --email$/],
    ['credit reminder --below 5000', /^--sms or --email is required with --below$/],
    ['template create Hello', /^--text is required$/],
    ['template update 1', /^--title or --text is required$/],
    ['template update one --text Hello', /^ID must be a number\. Run "ngoma template list"/],
    ['template remove one', /^ID must be a number/],
    ['sender approve', /^SENDER is required/],
    ['sender reject SHOP', /^--reason is required$/],
    ['sender reject SHOP --reason=', /^--reason must not be empty$/],
    ['sender list --status new', /^--status must be one of pending, active, rejected, inactive$/],
    ['sender list --all --account 1', /^use either --all or --account, not both$/],
    ['sender', /Commands: sender list, sender request, sender approve, sender reject, sender deactivate\.$/],
    ['campaign create --text Hello', /^--name is required$/],
    ['campaign create --name Offer', /^--text or --text-file is required$/],
    ['campaign create --name Offer --text Hello --text-file x', /^use either --text or --text-file, not both$/],
    ['campaign create --name Offer --text Hello --zone recipient', /^--zone requires --at$/],
    ['campaign create --name Offer --text Hello --at tomorrow', /^--at must be a local time such as 2030-12-24T09:00/],
    ['campaign create --name Offer --text Hello --contact Asha', /^--contact must be a number, 1 or greater$/],
    ['campaign change 3', /^nothing to change/],
    ['campaign change 3 --pace fast', /^--pace must be a number, 1 or greater, or none$/],
    ['campaign change 3 --window 8-20', /^--window must be two times, such as 08:00-20:00, or none$/],
    ['campaign change 3 --flash --no-flash', /^use either --flash or --no-flash, not both$/],
    ['campaign file 3', /^either FILE or --remove is required$/],
    ['campaign list --status old', /^--status must be one of draft, scheduled, .*done$/],
    ['campaign preview 3 --limit 101', /^--limit must be a number from 1 to 100$/],
    ['campaign responses 3 --kind call', /^--kind must be one of reply, opt_out, click$/],
    ['campaign results 3 --csv - --json', /^use either --json or --csv -, not both$/],
    ['campaign start offer', /^ID must be a number\. Run "ngoma campaign list"/],
    ['campaign test 3 1 2 3 4 5 6', /^unexpected argument "6"/],
    ['carrier add north --host 127.0.0.1', /^--password-file is required/],
    ['carrier add north --port x --password-file x', /^--port must be a number, or default$/],
    [
      'carrier add north --settings - --password-file -',
      /^--settings and --password-file cannot both read standard input$/,
    ],
    ['carrier add north --number 5', /^--number must be two numbers, such as 5,0, or default$/],
    ['carrier add north --tls --no-tls', /^use either .*, not both$/],
    ['carrier change north', /^nothing to change/],
    ['carrier change north --failover-seconds soon', /^--failover-seconds must be a number of seconds$/],
    [
      'carrier change north --errors-above 70',
      /^--errors-above must be a share from 0 to 1, such as 0\.7, or never, or default$/,
    ],
    ['carrier change north --trial-messages 0', /^--trial-messages must be a number, 1 or greater, or default$/],
    ['provider list --product voice', /^--product must be one of sms, airtime, payments, chat$/],
    ['provider set shop --priority 0', /^--priority must be a number from 1 to 100$/],
    ['provider set shop --secret token', /^--secret must be a name and a file/],
    ['provider set shop --account x', /^--account must be a number/],
    ['sandbox back', /^unexpected argument "back"/],
    ['sandbox forward 2', /^TIME must be a number with a unit/],
    ['sandbox chaos', /^nothing to change/],
    ['sandbox chaos --refusals 10', /^--refusals must be a share from 0 to 1/],
    ['route add', /^--carrier is required$/],
    ['route add --carrier north --prefix +255', /^--prefix must be the first digits of phone numbers/],
    ['route add --carrier north --place 0', /^--place must be a number, 1 or greater$/],
    ['route remove one', /^ID must be a number\. Run "ngoma route list"/],
    ['route try 255712345678 --account x', /^--account must be a number, 1 or greater$/],
    ['inbound list --unowned --account 1', /^use either --unowned or --account and --from, not both$/],
    ['inbound number add 15001', /^--account or --shared is required$/],
    ['inbound number add 15001 --shared --account 1', /^use either .*, not both$/],
    ['inbound number add 15001 --account one', /^--account must be a number/],
    ['inbound keyword add 15001 duka', /^--account is required$/],
    ['inbound simulate Hello --to 15001', /^--from is required$/],
    ['inbound simulate Hello --from 255712345678', /^--to is required$/],
    [
      'webhooks add --event sms --url https://example.com/',
      /^--event must be one of airtime, checkout, delivery-report, inbound-sms, chat, chat-status, not "sms"$/,
    ],
    ['webhooks add --event chat', /^--url is required$/],
    ['webhooks add --url https://example.com/', /^--event is required: one of airtime/],
    ['webhooks show one', /^ID must be a number\. Run "ngoma webhooks list"/],
    ['webhooks change 1', /^nothing to change/],
    ['webhooks change 1 --flat-args --no-flat-args', /^use either .*, not both$/],
    ['webhooks change 1 --string-ids --no-string-ids', /^use either .*, not both$/],
    ['webhooks events 1 --state new', /^--state must be one of waiting, delivered, failed, kept$/],
    ['webhooks attempts 1 --event x', /^--event must be an event ID/],
    ['webhooks repeat 1', /^--event or --since is required$/],
    ['webhooks repeat 1 --event 1 --since 2030-01-31', /^use either --event or --since, not both$/],
    ['webhooks repeat 1 --event 1 --failed', /^--failed requires --since$/],
    ['webhooks listen --port 70000', /^--port must be a number from 0 to 65535$/],
    ['webhooks listen --answer 99', /^--answer must be an HTTP status from 200 to 599$/],
    ['webhooks listen --secret hunter2', /^--secret must be a secret that "ngoma webhooks add" has shown, whsec_…$/],
    ['user invite asha@example.com --role boss', /^--role must be one of owner, member, viewer$/],
    ['serve --role master', /^--role must be one of all, api, worker$/],
    ['serve --role api', /^--role api requires PostgreSQL\. Set DATABASE_URL\.$/],
    ['serve --role worker', /^--role worker requires PostgreSQL/],
    ['serve --processes 0', /^--processes must be auto or a whole number from 1 to 256$/],
    ['serve --processes 2', /^2 processes require PostgreSQL.*Set DATABASE_URL, or start one process\.$/],
    ['doctor now', /^unexpected argument "now"/],
  ]

  it('prints one line and exits with code 2 before it opens anything', async () => {
    const all = mistakes.map(([words]) => words.split(' '))
    const [first = [], ...others] = all
    // The first is a process of its own, to test the exit code of the program.
    const ran = [await run(first, nowhere), ...(await runAll(others, nowhere))]
    for (const [index, [words, message]] of mistakes.entries()) {
      const { code, out, err } = ran[index] ?? { code: null, out: '', err: '' }
      assert.deepEqual({ code, out }, { code: 2, out: '' }, words)
      assert.match(oneLine(err), message)
    }
    assert.equal(existsSync(directory), false)
  })
})

describe('an empty argument', () => {
  it('is rejected by every command with arguments', async () => {
    const all = commands.flatMap(({ name, arguments: taken = [] }) =>
      taken.map((argument, index) => ({
        argument,
        words: [...name.split(' '), ...taken.map((_, place) => (place === index ? ' ' : '1'))],
      })),
    )
    const ran = await runAll(
      all.map(({ words }) => words),
      nowhere,
    )
    for (const [index, { words, argument }] of all.entries()) {
      assert.equal(ran[index]?.code, 2, words.join(' '))
      assert.match(
        oneLine(ran[index]?.err ?? ''),
        new RegExp(`^${argument.name} must not be empty\\. Usage: ngoma `),
        words.join(' '),
      )
    }
    assert.equal(existsSync(directory), false)
  })
})

describe('an unreachable database', () => {
  const settings = { ...nowhere, DATABASE_URL: 'postgres://ngoma:hunter2@127.0.0.1:1/ngoma', NGOMA_STAGING: 'true' }

  it('is not opened by a command that requires a server', async () => {
    const { code, out, err } = await runInResident(['webhooks', 'listen', '--event', 'chat', '--port', '0'], settings)
    assert.deepEqual({ code, out }, { code: 3, out: '' })
    assert.match(
      oneLine(err),
      /^no server is running on this machine with NGOMA_DATA=\S+\. Start one with "ngoma serve"\.$/,
    )
    assert.equal(existsSync(directory), false)
  })

  it('is one line with exit code 3 for a command, and a problem for doctor', async () => {
    const [list, migrate] = await runAll([['account', 'list', '--json'], ['migrate']], settings)
    for (const ran of [list, migrate]) {
      assert.deepEqual({ code: ran?.code, out: ran?.out }, { code: 3, out: '' })
      assert.match(oneLine(ran?.err ?? ''), /ECONNREFUSED .*DATABASE_URL/)
    }
    const doctor = await runInResident(['doctor'], settings)
    assert.deepEqual({ code: doctor.code, err: doctor.err }, { code: 1, err: '' })
    assert.match(doctor.out, /^problem {2}database +connect ECONNREFUSED 127\.0\.0\.1:1\n +-> Nothing listens .*\.\n/m)
    assert.match(doctor.out, /\n\n1 problem, 0 warnings in \d+ checks\.\n$/)
    assert.ok(!doctor.out.includes('hunter2') && !doctor.out.includes('\u001b'))
    assert.equal(existsSync(directory), false)
  })
})
