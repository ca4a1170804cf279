import type { SearchItem } from '../contract/account/search.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, table, timeCell } from './command.ts'
import { phoneCell } from './describe.ts'
import { accountIn, accountOption } from './lists.ts'

/** The title of a number or a message is its number, in national form. */
const nameOf = ({ kind, title, detail }: SearchItem) => (kind === 'number' || kind === 'message' ? detail : title)

const rowOf = (item: SearchItem) => [
  item.kind,
  item.id,
  phoneCell(item.phone),
  nameOf(item),
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
    const rows = found.groups.flatMap(({ items }) => items).map(rowOf)
    const hasMore = found.groups.some((group) => group.hasMore)
    input.print(
      found,
      rows.length === 0
        ? 'Nothing found.'
        : `${table(['KIND', 'ID', 'NUMBER', 'NAME', 'TIME'], rows)}${hasMore ? '\n\nThere are more results.' : ''}`,
    )
    return exitCodes.done
  },
}
