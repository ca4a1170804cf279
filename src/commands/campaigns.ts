import { pipeline } from 'node:stream/promises'
import type { Campaign, CampaignResults } from '../contract/account/campaigns.ts'
import { countOf } from '../values/count.ts'
import { csvLine } from '../values/csv.ts'
import { showAmount } from '../values/money.ts'
import { campaignEditCommands } from './campaign-edit.ts'
import { campaignRunCommands } from './campaign-run.ts'
import {
  campaignArgument,
  campaignIn,
  describeCampaign,
  describeExcluded,
  describePlace,
  describeTotals,
} from './campaign-view.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, count, exitCodes, table, timeCell } from './command.ts'
import { writeNewFile } from './files.ts'
import { accountOption } from './lists.ts'

function describeResponses({ results, uniqueLinks, replyHours }: Campaign): string {
  const { replies, replied, optOuts, clicks, clicked } = results
  const people = (some: number) => countOf(some, 'recipient')
  const clickers = uniqueLinks ? ` by ${people(clicked)}` : ''
  return `Within ${countOf(replyHours, 'hour')}: ${countOf(replies, 'reply', 'replies')} from ${people(replied)}, ${countOf(optOuts, 'opt-out')}. ${countOf(clicks, 'click')}${clickers}.`
}

export function describeResults({ campaign, reasons, hours, links }: CampaignResults): string {
  const excluded = describeExcluded(campaign.progress)
  const head = [
    `Campaign ${campaign.id} (${campaign.name}) is ${campaign.status}: ${describePlace(campaign)} processed.`,
    describeTotals(campaign),
    ...(excluded === '' ? [] : [`Without a message: ${excluded}.`]),
    describeResponses(campaign),
  ].join('\n')
  const failed = table(
    ['FAILED', 'REASON', 'EXPLANATION'],
    reasons.map(({ messages, reason, explanation }) => [count(messages), reason, explanation]),
  )
  const byHour = table(
    ['HOUR', 'SENT', 'DELIVERED', 'FAILED', 'REPLIES', 'OPT-OUTS', 'CLICKS', `PRICE (${campaign.currency})`],
    hours.map((one) => [
      timeCell(one.hour),
      count(one.sent),
      count(one.delivered),
      count(one.failed),
      count(one.replies),
      count(one.optOuts),
      count(one.clicks),
      showAmount(one.price),
    ]),
  )
  const byLink = table(
    ['CLICKS', 'LINK'],
    links.map(({ clicks, url }) => [count(clicks), url]),
  )
  return [
    head,
    ...(reasons.length === 0 ? [] : [failed]),
    ...(hours.length === 0 ? [] : [byHour]),
    ...(links.length === 0 ? [] : [byLink]),
  ].join('\n\n')
}

const hourColumns = [
  ['hour', 'hour'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['replies', 'replies'],
  ['replied', 'replied'],
  ['opt_outs', 'optOuts'],
  ['clicks', 'clicks'],
  ['clicked', 'clicked'],
  ['price', 'price'],
] as const

/** The results by hour, with the names of the account API. */
export const hoursAsCsv = ({ hours }: Pick<CampaignResults, 'hours'>): string =>
  [
    csvLine(hourColumns.map(([column]) => column)),
    ...hours.map((hour) => csvLine(hourColumns.map(([, field]) => String(hour[field])))),
  ].join('')

const show: Command = {
  name: 'campaign show',
  about: 'Show a campaign with its settings, progress and results.',
  arguments: [campaignArgument],
  options: accountOption,
  examples: ['campaign show 3 --account 2'],
  async run(input) {
    const path = campaignIn(input)
    const campaign = await withConsole((console) => console.call('GET /v2/campaigns/:campaign', { path }))
    return input.print(campaign, describeCampaign(campaign))
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

export const campaignCommands: readonly Command[] = [...campaignEditCommands, show, ...campaignRunCommands, results]
