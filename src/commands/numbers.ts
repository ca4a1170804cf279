import type { NumberState } from '../contract/account/numbers.ts'
import type { SearchItem } from '../contract/account/search.ts'
import type { TimelineEntry } from '../contract/account/timeline.ts'
import { withConsole } from './client.ts'
import { type Command, countIn, table, timeCell } from './command.ts'
import { phoneArgument, phoneCell } from './describe.ts'
import { accountIn, accountOption } from './lists.ts'

const limitMax = 100

const nameOf = ({ firstName, lastName, phone }: NumberState['contacts'][number]) =>
  `${firstName} ${lastName}`.trim() || phoneCell(phone)

function describe({ phone, country, contacts, optOut, doNotDisturb, consent }: NumberState): string {
  return [
    `${phoneCell(phone)}${country === null ? '' : ` (${country})`}`,
    ...(contacts.length === 0 ? [] : [`Contact: ${contacts.map(nameOf).join(', ')}`]),
    ...(optOut === null ? [] : [`Opted out on ${timeCell(optOut.createdAt)}`]),
    ...(doNotDisturb ? ['On the do-not-disturb list'] : []),
    ...(consent === null ? [] : [`Consent ${consent.given ? 'given' : 'withdrawn'} on ${timeCell(consent.at)}`]),
  ].join('\n')
}

const textOf = ({ text, textRemoved, amount, currency, author }: TimelineEntry) =>
  [amount === null ? '' : `${amount} ${currency}`, textRemoved ? '[text removed]' : (text ?? ''), author ?? '']
    .filter((part) => part !== '')
    .join(' ')

const rowOf = (entry: TimelineEntry) => [
  timeCell(entry.at),
  entry.kind,
  entry.direction === 'in' && entry.from !== null ? `to ${phoneCell(entry.from)}` : (phoneCell(entry.from) ?? ''),
  entry.reason === null ? (entry.status ?? '') : `${entry.status ?? ''} (${entry.reason})`.trimStart(),
  textOf(entry),
]

export const numberShow: Command = {
  name: 'number show',
  about: 'Show the state and the history of a phone number, newest first.',
  arguments: [phoneArgument],
  options: {
    ...accountOption,
    kind: {
      value: 'KINDS',
      about:
        'Only these kinds, separated by commas: message, inbound, chat, pin, airtime, payment, consent, opt_out, note.',
    },
    limit: { value: 'N', about: `The number of events, at most ${limitMax}. Default: 25.` },
    cursor: { value: 'CURSOR', about: 'The next page, as the page before it says.' },
  },
  notes: 'PINs are masked. An opt-out is listed as long as it lasts.',
  examples: ['number show 0712345678 --account 2', 'number show +255712345678 --kind message,inbound --limit 100'],
  async run(input) {
    const [phone = ''] = input.arguments
    const path = { ...accountIn(input), phone }
    const limit = countIn(input, 'limit', 1, limitMax)
    const query = { kind: input.text('kind'), limit, cursor: input.text('cursor') }
    const { state, timeline } = await withConsole(async (console) => ({
      state: await console.call('GET /v2/numbers/:phone', { path }),
      timeline: await console.call('GET /v2/numbers/:phone/timeline', { path, query }),
    }))
    const { data, next } = timeline
    const listed =
      data.length === 0 ? 'No events.' : table(['TIME', 'KIND', 'SENDER', 'STATUS', 'TEXT'], data.map(rowOf))
    const more = next === null ? '' : `\n\nThere are more. Next page: --cursor ${next}`
    return input.print({ ...state, timeline }, `${describe(state)}\n\n${listed}${more}`)
  },
}

/** The title of a number or a message is its number, in national form. */
const foundName = ({ kind, title, detail }: SearchItem) => (kind === 'number' || kind === 'message' ? detail : title)

const foundRow = (item: SearchItem) => [
  item.kind,
  item.id,
  phoneCell(item.phone),
  foundName(item),
  item.at === null ? '' : timeCell(item.at),
]

export const search: Command = {
  name: 'search',
  about: 'Find numbers, contacts, conversations, messages, campaigns, templates and more in an account.',
  arguments: [
    { name: 'TEXT', about: 'A phone number in any form, its last digits, a name, an ID, a reference or a campaign.' },
  ],
  options: accountOption,
  notes: 'At least four digits are needed to find a number by its beginning or end. Each kind has at most six results.',
  examples: ['search 0712345678', 'search 5678 --account 2', 'search "Asha Mushi"'],
  async run(input) {
    const [q = ''] = input.arguments
    const request = { path: accountIn(input), query: { q } }
    const found = await withConsole((console) => console.call('GET /v2/search', request))
    const rows = found.groups.flatMap(({ items }) => items).map(foundRow)
    const hasMore = found.groups.some((group) => group.hasMore)
    return input.print(
      found,
      rows.length === 0
        ? 'Nothing found.'
        : `${table(['KIND', 'ID', 'NUMBER', 'NAME', 'TIME'], rows)}${hasMore ? '\n\nThere are more results.' : ''}`,
    )
  },
}
