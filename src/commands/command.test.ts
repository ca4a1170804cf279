import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Command, Failure, withOptionName } from './command.ts'
import { commands } from './index.ts'

describe('a parameter that a route refused', () => {
  const commandOf = (name: string): Command => commands.find((one) => one.name === name) ?? assert.fail()
  const shown = (message: string, command: string) =>
    (withOptionName(new Failure(message), commandOf(command)) as Failure).message

  const cases: readonly [command: string, parameter: string, option: string][] = [
    ['message search', 'number', '--to'],
    ['message search', 'from', '--since'],
    ['message search', 'to', '--until'],
    ['message search', 'status', '--status'],
    ['inbound list', 'number', '--from'],
    ['report show', 'time_zone', '--time-zone'],
    ['report show', 'from', '--from'],
    ['consents list', 'q', '--prefix'],
    ['contacts list', 'q', '--search'],
    ['audit', 'actor', '--who'],
  ]
  for (const [command, parameter, option] of cases)
    it(`is named ${option} by ${command} instead of ${parameter}`, () => {
      assert.equal(
        shown(`Invalid Parameter: ${parameter} (${parameter} is a day (GMT))`, command),
        `Invalid Option: ${option} (${option} is a day (GMT))`,
      )
    })

  it('keeps its name when the command has no such option', () => {
    for (const message of ['Invalid Parameter: number (number is a phone number)', 'Account Not Found (run it again)'])
      assert.equal(shown(message, 'route try'), message)
  })
})
