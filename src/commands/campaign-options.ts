import type { Campaign, CampaignChange, NewCampaign } from '../contract/account/campaigns.ts'
import { findBookId, findSegment } from './books.ts'
import type { ConsoleClient } from './client.ts'
import { badUsage, given, type Input, type Option } from './command.ts'
import { readWhole } from './files.ts'
import type { AccountPath } from './lists.ts'

/** The options of a campaign, and the body that they become. Options of "ngoma send" have the same names. */

type Audience = NonNullable<NewCampaign['audience']>
type Excluded = NonNullable<Audience['exclude']>
type Schedule = NonNullable<Campaign['schedule']>

/** Empties a list, or removes a limit. */
const none = 'none'

export const settingOptions: Readonly<Record<string, Option>> = {
  name: { value: 'NAME', about: 'Name of the campaign, for you.' },
  from: { value: 'SENDER', about: 'An active sender ID of the account. Default: INFO.' },
  text: { value: 'TEXT', about: 'Text of the messages, with placeholders and links.' },
  'text-file': { value: 'FILE', about: 'File with the text, instead of --text; - for standard input.' },
  book: { value: 'BOOK', multiple: true, about: 'All contacts of this address book, by name or ID.' },
  segment: { value: 'SEGMENT', multiple: true, about: 'All contacts of this segment, by name or ID.' },
  contact: { value: 'ID', multiple: true, about: 'ID of a contact.' },
  'exclude-book': { value: 'BOOK', multiple: true, about: 'No contacts of this address book.' },
  'exclude-segment': { value: 'SEGMENT', multiple: true, about: 'No contacts of this segment.' },
  'exclude-number': { value: 'NUMBER', multiple: true, about: 'No message to this phone number.' },
  'unique-links': { about: 'A short link of its own for each recipient, to see who clicked.' },
  at: { value: 'TIME', about: 'Local time of the start, such as 2030-12-24T09:00. Default: now.' },
  zone: {
    value: 'ZONE',
    about: 'Time zone of --at: recipient, account, or a name such as Africa/Kinshasa. Default: account.',
  },
  pace: { value: 'N', about: 'At most this many messages a minute. Default: none, which is no limit.' },
  window: { value: 'TIMES', about: 'Send only in these hours of the recipient, such as 08:00-20:00.' },
  validity: { value: 'SECONDS', about: 'Give up after this time, from 60 to 604800.' },
  'reply-hours': { value: 'N', about: 'Hours in which an incoming message counts as a reply. Default: 72.' },
  smart: { about: 'Replace typographic characters if the text then fits GSM 03.38.' },
  'no-smart': { about: 'Keep typographic characters, whatever the setting of the account.' },
  flash: { about: 'Show the message at once, without storing it on the phone.' },
}

/** For changes: switches that can be turned off again. */
export const offOptions: Readonly<Record<string, Option>> = {
  'no-unique-links': { about: 'The same short links for all recipients.' },
  'no-flash': { about: 'Store the message on the phone as usual.' },
}

/** All settings except the schedule and the audience, which need the server. */
export async function readSettings(input: Input): Promise<Omit<CampaignChange, 'audience' | 'schedule'>> {
  const replyHours = input.text('reply-hours')
  const limits = {
    pace: readLimit(input, 'pace'),
    sendWindow: input.text('window') === none ? null : readWindow(input.text('window'), ', or none'),
    validity: readLimit(input, 'validity'),
    replyHours: replyHours === undefined ? undefined : readNumber('reply-hours', replyHours),
  }
  const switches = {
    uniqueLinks: readSwitch(input, 'unique-links'),
    smartEncoding: readSwitch(input, 'smart'),
    flash: readSwitch(input, 'flash'),
  }
  return given({
    name: input.text('name'),
    from: input.text('from'),
    text: await readText(input),
    ...limits,
    ...switches,
  })
}

async function readText(input: Input): Promise<string | undefined> {
  const [text, file] = [input.text('text'), input.text('text-file')]
  if (text !== undefined && file !== undefined) throw badUsage('use either --text or --text-file, not both')
  if (file === '-' && input.text('file') === '-')
    throw badUsage('--text-file and --file cannot both read standard input')
  return file === undefined ? text : (await readWhole(file)).replace(/\r?\n$/, '')
}

export function readSwitch(input: Input, option: string): boolean | undefined {
  const [on, off] = [input.is(option), input.is(`no-${option}`)]
  if (on && off) throw badUsage(`use either --${option} or --no-${option}, not both`)
  return on ? true : off ? false : undefined
}

function readNumber(option: string, text: string, others = ''): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw badUsage(`--${option} must be a number, 1 or greater${others}`)
  return Number(text)
}

function readLimit(input: Input, option: string): number | null | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  return text === none ? null : readNumber(option, text, `, or ${none}`)
}

export function readWindow(text: string | undefined, others = ''): { from: string; to: string } | undefined {
  if (text === undefined) return undefined
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? []
  if (from === undefined || to === undefined) throw badUsage(`--window must be two times, such as 08:00-20:00${others}`)
  return { from, to }
}

/** Undefined without an option; null for a start without a schedule. Missing parts are those of the `current` one. */
export function readSchedule(input: Input, current: Schedule | null): Schedule | null | undefined {
  const [at, zone] = [input.text('at'), input.text('zone')]
  if (at === undefined && zone === undefined) return undefined
  if (at === 'now' && zone === undefined) return null
  const time = at === undefined ? current?.at : readLocalTime(at)
  if (time === undefined) throw badUsage('--zone requires --at')
  return { at: time, zone: zone ?? current?.zone ?? 'account' }
}

function readLocalTime(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/.exec(text) ?? []
  if (day === undefined || time === undefined)
    throw badUsage('--at must be a local time such as 2030-12-24T09:00. Its time zone is in --zone.')
  return `${day}T${time}`
}

async function readList<T>(
  input: Input,
  option: string,
  find: (text: string) => T | Promise<T>,
): Promise<T[] | undefined> {
  const texts = input.texts(option)
  if (texts.length === 0) return undefined
  const found: T[] = []
  if (texts.length === 1 && texts[0] === none) return found
  for (const text of texts) found.push(await find(text))
  return found
}

const audienceOptions = ['book', 'segment', 'contact', 'exclude-book', 'exclude-segment', 'exclude-number'] as const

export const namesAudience = (input: Input) => audienceOptions.some((option) => input.texts(option).length > 0)

/** Checks the IDs of contacts before anything is opened. */
export const readContactIds = (input: Input) => readList(input, 'contact', (text) => readNumber('contact', text))

/** The lists that options name. Address books and segments are found by name or ID. */
export async function readAudience(console: ConsoleClient, path: AccountPath, input: Input): Promise<Audience> {
  const findBook = (text: string) => findBookId(console, path, text)
  const findSegmentId = async (text: string) => (await findSegment(console, path, text)).id
  const exclude: Excluded = given({
    bookIds: await readList(input, 'exclude-book', findBook),
    segmentIds: await readList(input, 'exclude-segment', findSegmentId),
    numbers: await readList(input, 'exclude-number', (text) => text),
  })
  return {
    ...given({
      bookIds: await readList(input, 'book', findBook),
      segmentIds: await readList(input, 'segment', findSegmentId),
      contactIds: await readContactIds(input),
    }),
    ...(Object.keys(exclude).length === 0 ? {} : { exclude }),
  }
}

/** The API replaces the whole audience; here, lists that are not given stay. */
export const mergeAudience = (current: Campaign['audience'], change: Audience): Audience => ({
  ...current,
  ...change,
  exclude: { ...current.exclude, ...change.exclude },
})
