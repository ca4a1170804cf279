import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Command, Failure, withOptionName } from './command.ts'
import { loadCommands } from './index.ts'

const commands = await loadCommands()

describe('a parameter that a route refused', () => {
  const commandOf = (name: string): Command => commands.find((one) => one.name === name) ?? assert.fail()
  const shown = (message: string, command: string) =>
    (withOptionName(new Failure(message), commandOf(command)) as Failure).message

  const cases: readonly [command: string, parameter: string, option: string][] = [
    ['message list', 'status', '--status'],
    ['report show', 'time_zone', '--time-zone'],
    ['consent list', 'q', '--search'],
    ['otp-app create', 'pin_length', '--pin-length'],
    ['route create', 'accountId', '--account'],
    ['number show', 'kind', '--kind'],
  ]
  for (const [command, parameter, option] of cases)
    it(`is named ${option} by ${command} instead of ${parameter}`, () => {
      assert.equal(
        shown(`The parameter ${parameter} is invalid (${parameter} is a day (GMT))`, command),
        `Invalid Option: ${option} (${option} is a day (GMT))`,
      )
    })

  it('keeps its name when the command has no such option', () => {
    for (const message of [
      'The parameter number is invalid (number is a phone number)',
      'The account does not exist (run it again)',
    ])
      assert.equal(shown(message, 'route list'), message)
  })
})
