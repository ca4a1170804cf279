import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Campaign } from '../contract/account/campaigns.ts'
import { mergeAudience, readSchedule, readSettings } from './campaign-options.ts'
import { campaignCommands } from './campaigns.ts'
import { type Input, readInput } from './command.ts'

/** The options of a command line. */
function inputOf(name: string, ...words: string[]): Input {
  const command = campaignCommands.find((one) => one.name === `campaign ${name}`)
  const input = command && readInput(command, words)
  assert.ok(input)
  return input
}

describe('options of a campaign', () => {
  it('become the settings of the API', async () => {
    const input = inputOf(
      'create',
      ...['--name', 'Offer', '--text', 'Hello', '--unique-links', '--no-smart', '--flash'],
      ...['--pace', '600', '--window', '08:00-20:00', '--validity', '3600', '--reply-hours', '24'],
    )
    assert.deepEqual(await readSettings(input), {
      name: 'Offer',
      text: 'Hello',
      pace: 600,
      sendWindow: { from: '08:00', to: '20:00' },
      validity: 3_600,
      replyHours: 24,
      uniqueLinks: true,
      smartEncoding: false,
      flash: true,
    })
  })

  it('remove limits and turn switches off', async () => {
    const input = inputOf('change', '3', '--pace', 'none', '--window', 'none', '--no-flash', '--no-unique-links')
    assert.deepEqual(await readSettings(input), { pace: null, sendWindow: null, uniqueLinks: false, flash: false })
  })

  const schedules: readonly (readonly [string[], Campaign['schedule'], ReturnType<typeof readSchedule>])[] = [
    [[], null, undefined],
    [['--at', '2030-12-24T09:00'], null, { at: '2030-12-24T09:00', zone: 'account' }],
    [['--at', '2030-12-24 09:00', '--zone', 'recipient'], null, { at: '2030-12-24T09:00', zone: 'recipient' }],
    [
      ['--zone', 'recipient'],
      { at: '2030-12-24T09:00', zone: 'account' },
      { at: '2030-12-24T09:00', zone: 'recipient' },
    ],
    [['--at', 'now'], { at: '2030-12-24T09:00', zone: 'account' }, null],
  ]
  for (const [words, current, schedule] of schedules)
    it(`reads the schedule of "${words.join(' ')}"`, () =>
      assert.deepEqual(readSchedule(inputOf('change', '3', ...words), current), schedule))

  it('replace only the lists that they name', () => {
    const audience = {
      bookIds: [1, 2],
      segmentIds: [],
      contactIds: [],
      exclude: { bookIds: [5], segmentIds: [], numbers: [] },
    }
    assert.deepEqual(mergeAudience(audience, { bookIds: [7], exclude: { numbers: ['+255712345678'] } }), {
      bookIds: [7],
      segmentIds: [],
      contactIds: [],
      exclude: { bookIds: [5], segmentIds: [], numbers: ['+255712345678'] },
    })
  })
})
