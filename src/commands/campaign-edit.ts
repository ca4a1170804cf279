import type { Campaign } from '../contract/account/campaigns.ts'
import {
  mergeAudience,
  namesAudience,
  offOptions,
  readAudience,
  readContactIds,
  readSchedule,
  readSettings,
  settingOptions,
} from './campaign-options.ts'
import { campaignArgument, campaignIn, describeFile, nextSteps } from './campaign-view.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, Failure, given } from './command.ts'
import { describeRead, openSource, type Source } from './csv-files.ts'
import { accountIn, accountOption } from './lists.ts'
import { withProgress } from './progress.ts'

interface CampaignPath {
  readonly account: string
  readonly campaign: string | number
}

const textNotes = `Placeholders such as {first_name} are filled in for each recipient: from the contact, or from the columns of the file. {first_name|customer} has a fallback for recipients without a value. {link https://example.com/} becomes a short link whose clicks are counted.`

const fileAbout = 'A CSV file in UTF-8 with the recipients, or - for standard input.'

function uploadFile(console: ConsoleClient, path: CampaignPath, source: Source): Promise<Campaign> {
  const request = { path, query: { name: source.name } }
  const upload = () => console.upload('PUT /v2/campaigns/:campaign/file', request, source.stream)
  return withProgress(() => describeRead(source), upload)
}

/** A draft without its recipients would be a trap, so it is removed when its file is rejected. */
async function uploadOrRemove(console: ConsoleClient, path: CampaignPath, source: Source): Promise<Campaign> {
  try {
    return await uploadFile(console, path, source)
  } catch (error) {
    const isRemoved = await console.call('DELETE /v2/campaigns/:campaign', { path }).then(
      () => true,
      () => false,
    )
    if (isRemoved || !(error instanceof Failure)) throw error
    throw new Failure(
      `${error.message} The draft stays without a file: remove it with "ngoma campaign remove ${path.campaign}".`,
      error.exitCode,
    )
  }
}

const create: Command = {
  name: 'campaign create',
  about: 'Create a campaign as a draft. Nothing is sent until you start it.',
  options: { ...accountOption, ...settingOptions, file: { value: 'FILE', about: fileAbout } },
  notes: `${textNotes}

The audience has the contacts of all address books, segments and IDs, and the rows of the file. It is read when the campaign starts. A number that appears twice gets one message.

The first line of a file names its columns. One has the numbers, such as phone; the others are placeholders. If the file is rejected, no draft is created.`,
  examples: [
    "campaign create --name 'December offer' --book Customers --text 'Hello {first_name|customer}, 20% off: {link https://example.com/}'",
    'campaign create --name Vouchers --file vouchers.csv --text-file text.txt --unique-links',
    "campaign create --name Greeting --segment Loyal --text 'Happy new year' --at 2030-12-31T18:00 --zone recipient --pace 600",
  ],
  async run(input) {
    const account = accountIn(input)
    const { name, text, from = 'INFO', ...settings } = await readSettings(input)
    const schedule = readSchedule(input, null)
    if (name === undefined) throw badUsage('--name is required')
    if (text === undefined) throw badUsage('--text or --text-file is required')
    await readContactIds(input)
    const file = input.text('file')
    const source = file === undefined ? null : openSource(file)
    const campaign = await withConsole(async (console) => {
      const audience = await readAudience(console, account, input)
      const body = { name, text, from, audience, ...settings, ...given({ schedule }) }
      const draft = await console.call('POST /v2/campaigns', { path: account, body })
      return source === null ? draft : uploadOrRemove(console, { ...account, campaign: draft.id }, source)
    })
    const hasRecipients = source !== null || ['book', 'segment', 'contact'].some((one) => input.texts(one).length > 0)
    const lines = [
      `Campaign ${campaign.id} created as a draft.`,
      ...(campaign.file === null ? [] : [describeFile(campaign.file)]),
      '',
      nextSteps(input, hasRecipients ? ['preview', 'test', 'start'] : ['file', 'preview', 'start'], campaign.id),
    ]
    return input.print(campaign, lines.join('\n'))
  },
}

const change: Command = {
  name: 'campaign change',
  about: 'Change a campaign. Settings that are not given stay.',
  arguments: [campaignArgument],
  options: { ...accountOption, ...settingOptions, ...offOptions },
  notes: `After the start, only the pace can change. A given list, such as --book, replaces the old list; the other lists stay. "none" empties a list, and removes --pace, --window and --validity. "--at now" removes the schedule. For the file, see "ngoma campaign file".

${textNotes}`,
  examples: ['campaign change 3 --pace 600', 'campaign change 3 --book Customers --book Friends --exclude-book none'],
  async run(input) {
    const path = campaignIn(input)
    const settings = await readSettings(input)
    const [hasTime, hasAudience] = [input.text('at') ?? input.text('zone'), namesAudience(input)]
    if (input.text('at') !== undefined) readSchedule(input, null)
    await readContactIds(input)
    if (Object.keys(settings).length === 0 && hasTime === undefined && !hasAudience)
      throw badUsage('nothing to change. Run "ngoma campaign change --help" for the options.')
    const campaign = await withConsole(async (console) => {
      const current = await console.call('GET /v2/campaigns/:campaign', { path })
      const schedule = readSchedule(input, current.schedule)
      const audience = hasAudience
        ? mergeAudience(current.audience, await readAudience(console, accountIn(input), input))
        : undefined
      const body = { ...settings, ...given({ schedule, audience }) }
      return console.call('PUT /v2/campaigns/:campaign', { path, body })
    })
    return input.print(campaign, `Campaign ${campaign.id} changed.\n\n${nextSteps(input, ['show'], campaign.id)}`)
  },
}

const file: Command = {
  name: 'campaign file',
  about: 'Upload the recipients of a draft as a CSV file, or remove them.',
  arguments: [campaignArgument, { name: 'FILE', about: fileAbout, optional: true }],
  options: { ...accountOption, remove: { about: 'Remove the uploaded recipients.' } },
  notes:
    'The first line names the columns. One has the numbers, such as phone; the others are placeholders. A new file replaces the old one.',
  examples: ['campaign file 3 vouchers.csv --account 2', 'campaign file 3 --remove'],
  async run(input) {
    const [, name] = input.arguments
    const path = campaignIn(input)
    if ((name === undefined) !== input.is('remove')) throw badUsage('either FILE or --remove is required')
    if (name === undefined) {
      await withConsole((console) => console.call('DELETE /v2/campaigns/:campaign/file', { path }))
      return input.print(
        { id: Number(path.campaign), removed: true },
        `The file of campaign ${path.campaign} was removed.`,
      )
    }
    const source = openSource(name)
    const campaign = await withConsole((console) => uploadFile(console, path, source))
    return input.print(campaign, campaign.file === null ? '' : describeFile(campaign.file))
  },
}

export const campaignEditCommands: readonly Command[] = [create, change, file]
