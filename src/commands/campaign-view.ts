import type { Campaign, PauseReason } from '../contract/account/campaigns.ts'
import type { Quote } from '../contract/account/send.ts'
import { countOf } from '../values/count.ts'
import { showAmount } from '../values/money.ts'
import { cellOf, count, type Input, numberIn, table, timeCell } from './command.ts'
import { phoneCell } from './describe.ts'
import { accountIn } from './lists.ts'

/** The parts that commands of campaigns share, and the texts about one campaign. */

export const campaignArgument = { name: 'ID', about: 'ID of the campaign, see "ngoma campaign list".' }

export const campaignIn = (input: Input) => ({ campaign: numberIn(input, 'campaign list'), ...accountIn(input) })

/** Placeholders for the arguments after the ID. */
const furtherArguments: Readonly<Record<string, string>> = { file: ' FILE', test: ' NUMBER' }

export function nextSteps(input: Input, steps: readonly string[], id: number): string {
  const account = input.text('account')
  const suffix = account === undefined ? '' : ` --account ${account}`
  const lines = steps.map((step) => `  ngoma campaign ${step} ${id}${furtherArguments[step] ?? ''}${suffix}`)
  return ['Next:', ...lines].join('\n')
}

export function describeFile({ name, rows, invalid, columns }: NonNullable<Campaign['file']>): string {
  const left = invalid === 0 ? '' : ` ${countOf(invalid, 'row')} without a valid number left out.`
  const placeholders = columns.map((column) => `{${column}}`).join(', ')
  return `${countOf(rows, 'recipient')} in ${name ?? 'the file'}.${left}${columns.length === 0 ? '' : ` Placeholders: ${placeholders}.`}`
}

const zones: Readonly<Record<string, string>> = {
  recipient: 'in the time zone of each recipient',
  account: 'in the time zone of the account',
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** A schedule in words: "on Tuesday 24 December 2030 at 09:00, in the time zone of each recipient". */
export function describeSchedule({ at, zone }: NonNullable<Campaign['schedule']>): string {
  const [day = '', time = ''] = at.split('T')
  const date = new Date(`${day}T00:00:00Z`)
  const words = Number.isNaN(date.getTime()) ? day : dayFormat.format(date).replace(',', '')
  return `on ${words} at ${time.slice(0, 5)}, ${zones[zone] ?? `in the time zone ${zone}`}`
}

const pauses: Readonly<Record<PauseReason, string>> = {
  insufficient_balance: 'the credit is used up',
  daily_limit: 'the daily limit of messages is reached',
  sender: 'the sender ID cannot be used',
  no_route: 'no carrier is connected',
  audience: 'the audience cannot be read',
  settings: 'the text or the settings no longer work',
  error: 'an unexpected error occurred',
}

/** Why a campaign is paused, and how to go on. */
export function describePause({ pauseReason, pauseHint }: Pick<Campaign, 'pauseReason' | 'pauseHint'>): string {
  if (pauseReason === null) return 'a user paused it'
  return `${pauses[pauseReason]}${pauseHint === null ? '' : ` (${pauseHint})`}`
}

export const describePlace = ({ progress: { processed, recipients } }: Pick<Campaign, 'progress'>) =>
  `${count(processed)} of ${countOf(recipients, 'recipient')}`

export const describeTotals = ({ progress, results, currency }: Campaign) =>
  `${countOf(progress.queued, 'message')}: ${count(results.delivered)} delivered, ${count(results.failed)} failed, ${results.cancelled > 0 ? `${count(results.cancelled)} cancelled, ` : ''}${count(progress.pending)} pending. Price: ${showAmount(results.price)} ${currency}.`

type Excluded = Pick<Quote['recipients'], 'invalid' | 'duplicates' | 'optedOut' | 'doNotDisturb' | 'noConsent'>

/** Recipients without a message, by rule; empty without any. */
export function describeExcluded({ invalid, duplicates, optedOut, doNotDisturb, noConsent }: Excluded): string {
  const rules: readonly (readonly [number, string])[] = [
    [invalid, 'invalid'],
    [duplicates, duplicates === 1 ? 'duplicate' : 'duplicates'],
    [optedOut - doNotDisturb - noConsent, 'opted out'],
    [doNotDisturb, 'on the do-not-disturb list'],
    [noConsent, 'without a consent'],
  ]
  return rules
    .filter(([some]) => some > 0)
    .map(([some, rule]) => `${count(some)} ${rule}`)
    .join(', ')
}

export const describeMissing = ({ missing }: Pick<Quote, 'missing'>) =>
  missing.map(
    ({ placeholder, messages }) =>
      `Without a value for {${placeholder}}: ${countOf(messages, 'message')}. For a fallback, write {${placeholder}|text}.`,
  )

export function describePreview(quote: Quote): string {
  const { recipients, parts, partsTotal, encoding, price, currency, available, enough, samples } = quote
  const excluded = describeExcluded(recipients)
  const alphabet = encoding === 'gsm' ? 'GSM 03.38' : 'UCS-2'
  const rows = samples.map((one) => [phoneCell(one.phone), one.parts, showAmount(one.price), one.text])
  return [
    `${countOf(recipients.valid, 'recipient')}.${excluded === '' ? '' : ` Excluded: ${excluded}.`}`,
    `At most ${countOf(parts, 'part')} of ${alphabet} per message, ${count(partsTotal)} in total.`,
    ...describeMissing(quote),
    `Estimated cost: ${showAmount(price)} ${currency}. Available: ${showAmount(available)} ${currency}, which is ${enough ? '' : 'not '}enough.`,
    ...(rows.length === 0 ? [] : ['', table(['NUMBER', 'PARTS', 'PRICE', 'TEXT'], rows)]),
  ].join('\n')
}

export function questionOf({ recipients, price, currency }: Quote, schedule: Campaign['schedule']): string {
  const when = schedule === null ? '' : ` ${describeSchedule(schedule)}`
  return `Send to ${countOf(recipients.valid, 'person', 'people')} for ${showAmount(price)} ${currency}${when}?`
}

const describeIds = (noun: string, ids: readonly number[]) =>
  ids.length === 0 ? [] : [`${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`]

const describeLists = ({ bookIds, segmentIds }: Pick<Campaign['audience'], 'bookIds' | 'segmentIds'>) => [
  ...describeIds('address book', bookIds),
  ...describeIds('segment', segmentIds),
]

function describeAudience({ audience, file, resendOf }: Campaign): string {
  if (resendOf !== null) return `undelivered messages of campaign ${resendOf}`
  const { contactIds } = audience
  const lists = [
    ...describeLists(audience),
    ...(contactIds.length === 0 ? [] : [countOf(contactIds.length, 'contact')]),
    ...(file === null ? [] : [`${countOf(file.rows, 'row')} of ${file.name ?? 'a file'}`]),
  ]
  return lists.length === 0 ? 'none yet' : lists.join('; ')
}

const describeExclusions = ({ exclude }: Campaign['audience']) =>
  [
    ...describeLists(exclude),
    ...(exclude.numbers.length === 0 ? [] : [countOf(exclude.numbers.length, 'number')]),
  ].join('; ')

function describeOptions({ uniqueLinks, flash, smartEncoding, sendWindow, validity, pace }: Campaign): string {
  return [
    ...(pace === null ? [] : [`${countOf(pace, 'message')} a minute`]),
    ...(sendWindow === null ? [] : [`${sendWindow.from} to ${sendWindow.to}, local time of the recipient`]),
    ...(validity === null ? [] : [`valid for ${countOf(validity, 'second')}`]),
    ...(uniqueLinks ? ['unique links'] : []),
    ...(flash ? ['flash'] : []),
    ...(smartEncoding === null ? [] : [`smart encoding ${smartEncoding ? 'on' : 'off'}`]),
  ].join('; ')
}

const describeResponses = ({ replies, optOuts, clicks }: Campaign['results']) =>
  `${countOf(replies, 'reply', 'replies')}, ${countOf(optOuts, 'opt-out')}, ${countOf(clicks, 'click')}`

const timeOrNone = (time: string | null) => (time === null ? '' : timeCell(time))

export function describeCampaign(campaign: Campaign): string {
  const { id, name, status, schedule, progress } = campaign
  const isFixed = progress.recipients > 0
  const fields: readonly (readonly [name: string, value: unknown])[] = [
    ['Campaign', id],
    ['Name', name],
    ['Status', status === 'paused' ? `paused: ${describePause(campaign)}` : status],
    ['From', campaign.from],
    ['Text', campaign.text],
    ['Audience', describeAudience(campaign)],
    ['Excluded', describeExclusions(campaign.audience)],
    ['Options', describeOptions(campaign)],
    ['Schedule', schedule === null ? '' : describeSchedule(schedule)],
    ['Replies', `within ${countOf(campaign.replyHours, 'hour')}`],
    ['Created', timeCell(campaign.createdAt)],
    ['Start', timeOrNone(campaign.startsAt)],
    ['End', timeOrNone(campaign.endedAt)],
    ['Processed', isFixed ? describePlace(campaign) : ''],
    ['No message', describeExcluded(progress)],
    ['Messages', isFixed ? describeTotals(campaign) : ''],
    ['Responses', isFixed ? describeResponses(campaign.results) : ''],
  ]
  return fields
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label.padEnd(10)} ${cellOf(value)}`)
    .join('\n')
}
