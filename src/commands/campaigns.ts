import { pipeline } from 'node:stream/promises'
import type { CampaignStatus, ResponseKind } from '../contract/account/campaigns.ts'
import { showAmount } from '../values/amount.ts'
import { campaignEditCommands } from './campaign-edit.ts'
import { describeResults, hoursAsCsv } from './campaign-results.ts'
import { campaignRunCommands } from './campaign-run.ts'
import { campaignArgument, campaignIn, describeCampaign } from './campaign-view.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, timeCell } from './command.ts'
import { writeNewFile } from './files.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { phoneCell } from './phones.ts'

// Not imported from the contract, because its schemas would slow down the start of every command.
const statuses: readonly CampaignStatus[] = [
  'draft',
  'scheduled',
  'preparing',
  'sending',
  'paused',
  'cancelled',
  'done',
]
const kinds: readonly ResponseKind[] = ['reply', 'opt_out', 'click']

/** Checks the value of an option that must be one of a few words. */
function wordIn(input: Input, option: string, words: readonly string[]): string | undefined {
  const word = input.text(option)
  if (word !== undefined && !words.includes(word)) throw badUsage(`--${option} must be one of ${words.join(', ')}`)
  return word
}

/** A list whose option has a few words, which are checked before anything is opened. */
const checked = (command: Command, option: string, words: readonly string[]): Command => ({
  ...command,
  run(input) {
    wordIn(input, option, words)
    return command.run(input)
  },
})

const list = checked(
  listCommand({
    name: 'campaign list',
    about: 'List the campaigns of an account, newest first.',
    options: {
      ...accountOption,
      status: { value: 'STATUS', about: `Only with this status: ${statuses.join(', ')}.` },
      search: { value: 'TEXT', about: 'Only with this text in the name.' },
    },
    examples: ['campaign list --account 2', 'campaign list --status sending'],
    route: 'GET /v2/campaigns',
    request: (input) => ({
      path: accountIn(input),
      query: { status: input.text('status'), q: input.text('search') },
    }),
    heads: ['ID', 'NAME', 'STATUS', 'START', 'RECIPIENTS', 'PROCESSED', 'DELIVERED', 'FAILED', 'PRICE'],
    row: ({ id, name, status, startsAt, progress, results, currency }) => [
      id,
      name,
      status,
      startsAt === null ? '' : timeCell(startsAt),
      progress.recipients,
      progress.processed,
      results.delivered,
      results.failed,
      `${showAmount(results.price)} ${currency}`,
    ],
    nothing: 'No campaigns.',
  }),
  'status',
  statuses,
)

const show: Command = {
  name: 'campaign show',
  about: 'Show a campaign with its settings, progress and results.',
  arguments: [campaignArgument],
  options: accountOption,
  examples: ['campaign show 3 --account 2'],
  async run(input) {
    const path = campaignIn(input)
    const campaign = await withConsole((console) => console.call('GET /v2/campaigns/:campaign', { path }))
    input.print(campaign, describeCampaign(campaign))
    return exitCodes.done
  },
}

const results: Command = {
  name: 'campaign results',
  about: 'Show the results of a campaign: in total, by reason, by hour and by link.',
  arguments: [campaignArgument],
  options: {
    ...accountOption,
    csv: { value: 'FILE', about: 'Write the results by hour to a new CSV file; - for standard output.' },
  },
  notes: 'For the recipients who replied, opted out or clicked: ngoma campaign responses ID',
  examples: ['campaign results 3 --account 2', 'campaign results 3 --csv results.csv'],
  async run(input) {
    const path = campaignIn(input)
    const file = input.text('csv')
    if (file === '-' && input.json) throw badUsage('use either --json or --csv -, not both')
    const found = await withConsole((console) => console.call('GET /v2/campaigns/:campaign/results', { path }))
    if (file === undefined) input.print(found, describeResults(found))
    else if (file === '-') process.stdout.write(hoursAsCsv(found))
    else {
      await writeNewFile(file, (target) => pipeline([hoursAsCsv(found)], target))
      input.print(found, `${describeResults(found)}\n\nThe results by hour were written to ${file}.`)
    }
    return exitCodes.done
  },
}

const responses = checked(
  listCommand({
    name: 'campaign responses',
    about: 'List the recipients who replied, opted out or clicked.',
    arguments: [campaignArgument],
    options: { ...accountOption, kind: { value: 'KIND', about: `Only of this kind: ${kinds.join(', ')}.` } },
    notes: 'Each recipient appears once per kind. Clicks have a recipient only if the links are unique.',
    examples: ['campaign responses 3 --kind reply --account 2'],
    route: 'GET /v2/campaigns/:campaign/responses',
    request: (input) => ({ path: campaignIn(input), query: { kind: input.text('kind') } }),
    heads: ['TIME', 'KIND', 'NUMBER', 'MESSAGE'],
    row: ({ happenedAt, kind, phone, messageId }) => [
      timeCell(happenedAt),
      kind,
      phone === null ? 'removed' : phoneCell(phone),
      messageId,
    ],
    nothing: 'No responses.',
  }),
  'kind',
  kinds,
)

const remove: Command = {
  name: 'campaign remove',
  about: 'Remove a draft or an ended campaign with its results and short links.',
  arguments: [campaignArgument],
  options: accountOption,
  notes: 'Its messages stay.',
  examples: ['campaign remove 3 --account 2'],
  async run(input) {
    const path = campaignIn(input)
    await withConsole((console) => console.call('DELETE /v2/campaigns/:campaign', { path }))
    input.print({ id: Number(path.campaign), removed: true }, `Campaign ${path.campaign} removed.`)
    return exitCodes.done
  },
}

export const campaignCommands: readonly Command[] = [
  list,
  ...campaignEditCommands,
  show,
  ...campaignRunCommands,
  results,
  responses,
  remove,
]
