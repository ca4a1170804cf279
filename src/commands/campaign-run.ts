import type { Campaign } from '../contract/account/campaigns.ts'
import { countOf } from '../values/count.ts'
import { showAmount } from '../values/money.ts'
import { follow, followOption, requireServer } from './campaign-follow.ts'
import {
  campaignArgument,
  campaignIn,
  describeMissing,
  describePreview,
  describeSchedule,
  nextSteps,
  questionOf,
} from './campaign-view.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Command, confirm, countIn, type Input, yesOption } from './command.ts'
import { phoneForms } from './describe.ts'
import { accountOption } from './lists.ts'
import { describeSent, exitCodeOf } from './sms.ts'

type CampaignPath = ReturnType<typeof campaignIn>

const preview: Command = {
  name: 'campaign preview',
  about: 'Count the recipients of a draft, calculate the price, and show finished messages.',
  arguments: [campaignArgument],
  options: {
    ...accountOption,
    number: { value: 'NUMBER', about: `Show the message to this number, ${phoneForms}.` },
    limit: { value: 'N', about: 'Messages to show, from 1 to 100. Default: 5.' },
  },
  notes: 'The exit code is 1 when the credit is not enough.',
  examples: ['campaign preview 3 --account 2', 'campaign preview 3 --number "0712 345 678"'],
  async run(input) {
    const path = campaignIn(input)
    const query = { number: input.text('number'), limit: countIn(input, 'limit', 1, 100) }
    const quote = await withConsole((console) => console.call('GET /v2/campaigns/:campaign/preview', { path, query }))
    return input.print(quote, describePreview(quote), quote.enough)
  },
}

/** The limit of the API. */
const testNumbersMax = 5

const furtherNumbers = Array.from({ length: testNumbersMax - 1 }, (_, index) => ({
  name: `NUMBER${index + 2}`,
  about: 'One more phone number.',
  optional: true,
}))

const test: Command = {
  name: 'campaign test',
  about: `Send a campaign to up to ${testNumbersMax} numbers as a test.`,
  arguments: [campaignArgument, { name: 'NUMBER', about: `Phone number, ${phoneForms}.` }, ...furtherNumbers],
  options: {
    ...accountOption,
    as: {
      value: 'NUMBER',
      about: 'The recipient whose values fill the placeholders. Default: the first of the audience.',
    },
  },
  notes: 'Test messages cost as usual. They do not count in the results.',
  examples: ['campaign test 3 "0712 345 678"', 'campaign test 3 0712345678 0713345678 --as 0768941081'],
  async run(input) {
    const path = campaignIn(input)
    const [, ...to] = input.arguments
    const as = input.text('as')
    const { sent, isServed } = await withConsole(async (console) => ({
      sent: await console.call('POST /v2/campaigns/:campaign/test', {
        path,
        body: { to, as },
      }),
      isServed: console.isServed,
    }))
    input.print(sent, describeSent(sent, isServed))
    return exitCodeOf(sent)
  },
}

const notServed = '\nNo server is running here: messages are sent when a server or a worker runs on this database.'

/** Prints a campaign that now runs, or follows it. */
async function showRunning(console: ConsoleClient, input: Input, campaign: Campaign, text: string): Promise<number> {
  if (input.is('follow')) return follow(console, input, campaign)
  return input.print(
    campaign,
    `${text}${console.isServed ? '' : notServed}\n\n${nextSteps(input, ['follow', 'pause'], campaign.id)}`,
  )
}

/** Asks with the count and the price, after warnings. */
async function confirmStart(console: ConsoleClient, input: Input, path: CampaignPath): Promise<boolean> {
  if (input.is('yes')) return true
  const { schedule } = await console.call('GET /v2/campaigns/:campaign', { path })
  const quote = await console.call('GET /v2/campaigns/:campaign/preview', { path, query: { limit: 1 } })
  const warnings = [
    ...describeMissing(quote),
    ...(quote.enough
      ? []
      : [
          `The available credit of ${showAmount(quote.available)} ${quote.currency} is not enough. The campaign pauses when it is used up.`,
        ]),
  ]
  process.stderr.write(warnings.map((line) => `${line}\n`).join(''))
  return confirm(input, questionOf(quote, schedule))
}

function refuse(input: Input): number {
  return input.print(null, 'Nothing was sent.', false)
}

const describeStarted = ({ id, status, schedule }: Campaign) =>
  status === 'scheduled' && schedule !== null
    ? `Campaign ${id} is scheduled: it starts ${describeSchedule(schedule)}.`
    : `Campaign ${id} started.`

const start: Command = {
  name: 'campaign start',
  about: 'Start a campaign, or schedule it if it has a time.',
  arguments: [campaignArgument],
  options: { ...accountOption, ...yesOption, ...followOption },
  notes:
    'Shows the number of recipients and the price, and asks for confirmation. With --follow, the exit code is 1 when the campaign was paused or cancelled.',
  examples: ['campaign start 3 --follow', 'campaign start 3 --yes --account 2'],
  async run(input) {
    const path = campaignIn(input)
    return withConsole(async (console) => {
      if (input.is('follow')) requireServer(console)
      if (!(await confirmStart(console, input, path))) return refuse(input)
      const campaign = await console.call('POST /v2/campaigns/:campaign/start', { path })
      return showRunning(console, input, campaign, describeStarted(campaign))
    })
  },
}

const resume: Command = {
  name: 'campaign resume',
  about: 'Resume a paused campaign. No recipient gets a second message.',
  arguments: [campaignArgument],
  options: { ...accountOption, ...followOption },
  examples: ['campaign resume 3 --follow'],
  async run(input) {
    const path = campaignIn(input)
    return withConsole(async (console) => {
      if (input.is('follow')) requireServer(console)
      const campaign = await console.call('POST /v2/campaigns/:campaign/resume', { path })
      return showRunning(console, input, campaign, `Campaign ${campaign.id} resumed.`)
    })
  },
}

const resend: Command = {
  name: 'campaign resend',
  about: 'Send the undelivered messages of an ended campaign again, as another campaign.',
  arguments: [campaignArgument],
  options: { ...accountOption, ...yesOption, ...followOption },
  notes: 'Texts and links are those of the first campaign. Recipients who opted out since are left out.',
  examples: ['campaign resend 3 --follow'],
  async run(input) {
    const path = campaignIn(input)
    return withConsole(async (console) => {
      if (input.is('follow')) requireServer(console)
      if (!input.is('yes')) {
        const { name, results } = await console.call('GET /v2/campaigns/:campaign', { path })
        const failed = countOf(results.failed, 'failed message')
        if (!(await confirm(input, `Send ${failed} of ${JSON.stringify(name)} again?`))) return refuse(input)
      }
      const campaign = await console.call('POST /v2/campaigns/:campaign/resend', { path })
      const text = `Campaign ${campaign.id} started. It sends the undelivered messages of campaign ${path.campaign} again.`
      return showRunning(console, input, campaign, text)
    })
  },
}

const followCommand: Command = {
  name: 'campaign follow',
  about: 'Show the progress of a campaign until it ends or pauses.',
  arguments: [campaignArgument],
  options: accountOption,
  notes:
    'Ctrl-C stops this command and leaves the campaign running. The exit code is 1 when the campaign is a draft, or was paused or cancelled.',
  examples: ['campaign follow 3 --account 2'],
  async run(input) {
    const path = campaignIn(input)
    return withConsole(async (console) => {
      requireServer(console)
      return follow(console, input, await console.call('GET /v2/campaigns/:campaign', { path }))
    })
  },
}

export const campaignRunCommands: readonly Command[] = [preview, test, start, followCommand, resume, resend]
