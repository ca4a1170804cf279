import type { Campaign, CampaignResults } from '../contract/account/campaigns.ts'
import { countOf } from '../values/count.ts'
import { csvLine } from '../values/csv.ts'
import { showAmount } from '../values/money.ts'
import { count, describeExcluded, describePlace, describeTotals } from './campaign-view.ts'
import { table, timeCell } from './command.ts'

/** The results of a campaign as text and as CSV. */

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
