import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadCommands } from '../../src/commands/index.ts'
import { describeVersion } from '../../src/version.ts'
import { oneLine, run, runAll, runInResident } from './program.ts'

const commands = await loadCommands()

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
        assert.match(out, new RegExp(`^  --${one}( [A-Za-z=]+)? +\\S`, 'm'), `${name} --${one}`)
      assert.match(out, /Exit codes: 0 /)
    }
  })

  it('lists all commands, or the commands of a group', async () => {
    const all = [['--help'], ['-h'], ['help'], ['help', 'nothing']]
    for (const { code, out } of [await run([], nowhere), ...(await runAll(all, nowhere))]) {
      assert.equal(code, 0)
      for (const { name } of commands) {
        const [noun = '', ...verbs] = name.split(' ')
        assert.match(out.replaceAll(/\n {4,}/g, ' '), new RegExp(`^  ${noun} .*${verbs.join(' ')}`, 'm'), name)
      }
    }
    const [keys, create, short, which] = await runAll(
      [['credential', '--help'], ['help', 'key', 'create'], ['key', 'create', '-h'], ['--version']],
      nowhere,
    )
    assert.match(keys?.out ?? '', /credential list(.|\n)*credential revoke/)
    assert.doesNotMatch(keys?.out ?? '', /account create/)
    assert.match(create?.out ?? '', /Usage: ngoma key create \[options\]/)
    assert.equal(short?.out, create?.out)
    assert.equal(which?.out, `${describeVersion()}\n`)
  })
})

describe('invalid usage', () => {
  const mistakes: readonly (readonly [words: string, message: RegExp])[] = [
    ['frobnicate', /^unknown command "frobnicate"\. Run "ngoma --help" for a list of all commands\.$/],
    ['docter', /Did you mean "ngoma doctor"\?$/],
    ['key creat', /Did you mean "ngoma key create"\?$/],
    ['keys', /^unknown command "keys"\. Did you mean "ngoma key create"\?$/],
    ['optouts', /Did you mean "ngoma optout list"\?$/],
    ['optouts --help', /Did you mean "ngoma optout list"\?$/],
    ['optout crate --help', /Did you mean "ngoma optout create"\?$/],
    ['webhooks list', /Did you mean "ngoma webhook list"\?$/],
    ['credential', /Commands: credential list, .*credential rotate\.$/],
    ['account create', /^--name is required$/],
    ['account create one', /^unexpected argument "one"/],
    ['account show', /^ACCOUNT is required\. Usage: ngoma account show ACCOUNT \[options\]$/],
    ['account list --limits 2', /^unknown option --limits\. Did you mean --limit\? Run "ngoma account list --help"/],
    ['account change 1 --suspended --no-suspended', /^use either --suspended or --no-suspended, not both$/],
    ['key create --name one --account two', /^--account must be a number/],
    [
      'key create --name one --expires-at tomorrow',
      /^--expires-at must be a day or a time, such as .*GMT without a zone$/,
    ],
    ['key create --name one --product sms --product sm', /^--product must be one of sms, dlr, .*chat$/],
    ['message list --from yesterday', /^--from must be a day or a time/],
    ['message list --all --tag june', /^--tag cannot be combined with --all$/],
    ['message list --csv - --json', /^use either --json or --csv -, not both$/],
    ['sender list --all --account 1', /^--account cannot be combined with --all$/],
    ['template change 1', /^nothing to change\. Run "ngoma template change --help" for the options\.$/],
    ['otp-app change 1 --pin-length x', /^--pin-length must be a number$/],
    ['contact create --phone 1 --field points', /^--field must be a name and a value: NAME=VALUE$/],
    ['frobnicate -h', /^unknown command "frobnicate"/],
    ['account list --cursor', /^--cursor requires a value/],
    ['account list --json=yes', /^--json does not take a value/],
    ['account list --limit 0', /^--limit must be a number/],
    ['account list --limit 1001', /^--limit must be a number from 1 to 1000$/],
    ['send --text hello --to 1 --not-before later', /^--not-before must be a day or a time/],
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
    ['campaign preview 3 --limit 101', /^--limit must be a number from 1 to 100$/],
    ['campaign results 3 --csv - --json', /^use either --json or --csv -, not both$/],
    ['campaign start offer', /^ID must be a number\. Run "ngoma campaign list"/],
    ['campaign test 3 1 2 3 4 5 6', /^unexpected argument "6"/],
    ['provider set north', /^nothing to change/],
    ['provider set north --setting host', /^--setting must be a name and a value, such as --setting host=/],
    ['provider set north --file - --secret password=-', /^only one of --file and --secret can read standard input$/],
    ['provider set north --product voice', /^--product must be one of sms, airtime, payments, chat$/],
    ['carrier list', /^unknown command "carrier"\. Did you mean "ngoma provider list"\?$/],
    ['carrier create north --host x', /^unknown command "carrier"\. Did you mean "ngoma provider set"\?$/],
    ['airtime-provider set shop.json', /^unknown command "airtime-provider"\. Did you mean "ngoma provider set"\?$/],
    ['provider set shop --priority 0', /^--priority must be a number from 1 to 100$/],
    ['provider set shop --secret token', /^--secret must be a name and a file/],
    ['provider set shop --account x', /^--account must be a number/],
    ['webhook listen --port 70000', /^--port must be a number from 0 to 65535$/],
    ['webhook listen --answer 99', /^--answer must be an HTTP status from 200 to 599$/],
    ['webhook listen --secret hunter2', /^--secret must be a secret that "ngoma webhook create" has shown, whsec_…$/],
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
    const { code, out, err } = await runInResident(['webhook', 'listen', '--event', 'chat', '--port', '0'], settings)
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
