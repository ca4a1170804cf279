import type { Condition, Segment, SegmentFilter } from '../contract/account/segments.ts'
import { countOf } from '../values/count.ts'
import { searchText } from '../values/page.ts'
import { findBookId } from './books.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, timeCell } from './command.ts'
import { type AccountPath, accountIn, accountOption, listCommand, readAll } from './lists.ts'
import { describeCondition, parseWhere, whereNotes } from './where.ts'

const segmentArgument = { name: 'SEGMENT', about: 'Name or ID of the segment.' }

const filterOptions = {
  where: { value: 'CONDITION', multiple: true, about: 'A condition, such as "points >= 100". Repeat it for each one.' },
  any: { about: 'One of the conditions is enough. By default, all of them must hold.' },
}

/** Finds a segment by name or ID. */
export async function findSegment(console: ConsoleClient, path: AccountPath, text: string): Promise<Segment> {
  const segments = await readAll(console, 'GET /v2/segments', { path })
  const found =
    segments.find(({ name }) => searchText(name) === searchText(text.trim())) ??
    segments.find(({ id }) => String(id) === text.trim())
  if (!found) throw new Failure(`unknown segment ${JSON.stringify(text)}. Run "ngoma segment list" for a list.`)
  return found
}

async function readFilter(console: ConsoleClient, path: AccountPath, input: Input): Promise<SegmentFilter> {
  const conditions: Condition[] = []
  for (const text of input.texts('where')) {
    const where = parseWhere(text)
    conditions.push(
      'bookName' in where ? { book: await findBookId(console, path, where.bookName), op: where.op } : where,
    )
  }
  if (conditions.length === 0) throw badUsage('--where is required, such as --where "points >= 100"')
  return { match: input.is('any') ? 'any' : 'all', conditions }
}

const describeFilter = ({ match, conditions }: SegmentFilter) =>
  conditions.map(describeCondition).join(match === 'all' ? ' and ' : ' or ')

const describeCount = ({ count, isEstimate }: { readonly count: number; readonly isEstimate: boolean }) =>
  `${isEstimate ? 'about ' : ''}${countOf(count, 'contact')}`

export const segmentCommands: readonly Command[] = [
  listCommand({
    name: 'segment list',
    about: 'List the segments of an account.',
    options: accountOption,
    examples: ['segment list --account 2'],
    route: 'GET /v2/segments',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'NAME', 'FILTER', 'CREATED'],
    row: ({ id, name, filter, missingBookIds, createdAt }) => [
      id,
      name,
      describeFilter(filter) + (missingBookIds.length > 0 ? ' (address book deleted)' : ''),
      timeCell(createdAt),
    ],
    nothing: 'No segments.',
  }),
  {
    name: 'segment create',
    about: 'Save a filter of contacts as a segment.',
    arguments: [{ name: 'NAME', about: 'Name of the segment. It must be unique in the account, ignoring case.' }],
    options: { ...accountOption, ...filterOptions },
    notes: whereNotes,
    examples: [
      'segment create Loyal --where "points >= 100" --where "in book Customers"',
      'segment create Quiet --where "last message before 30 days" --where "never messaged" --any',
    ],
    async run(input) {
      const [name = ''] = input.arguments
      const path = accountIn(input)
      const { segment, counted } = await withConsole(async (console) => {
        const body = { name, filter: await readFilter(console, path, input) }
        const created = await console.call('POST /v2/segments', { path, body })
        const count = await console.call('GET /v2/segments/:segment/count', { path: { ...path, segment: created.id } })
        return { segment: created, counted: count }
      })
      input.print({ ...segment, ...counted }, `Segment ${segment.id} created. It has ${describeCount(counted)}.`)
      return exitCodes.done
    },
  },
  {
    name: 'segment show',
    about: 'Show a segment and the number of its contacts.',
    arguments: [segmentArgument],
    options: accountOption,
    notes: 'For its contacts: ngoma contacts list --segment SEGMENT',
    examples: ['segment show Loyal --account 2'],
    async run(input) {
      const [text = ''] = input.arguments
      const path = accountIn(input)
      const { segment, counted } = await withConsole(async (console) => {
        const found = await findSegment(console, path, text)
        const count = await console.call('GET /v2/segments/:segment/count', { path: { ...path, segment: found.id } })
        return { segment: found, counted: count }
      })
      input.print(
        { ...segment, ...counted },
        `${segment.name} (${segment.id}): ${describeFilter(segment.filter)}\n${describeCount(counted)}`,
      )
      return exitCodes.done
    },
  },
  {
    name: 'segment change',
    about: 'Rename a segment, or replace its filter.',
    arguments: [segmentArgument],
    options: { ...accountOption, name: { value: 'NAME', about: 'New name.' }, ...filterOptions },
    notes: whereNotes,
    examples: ['segment change Loyal --where "points >= 200"'],
    async run(input) {
      const [text = ''] = input.arguments
      const path = accountIn(input)
      const name = input.text('name')
      const segment = await withConsole(async (console) => {
        const { id } = await findSegment(console, path, text)
        const hasFilter = input.texts('where').length > 0
        const body = {
          ...(name === undefined ? {} : { name }),
          ...(hasFilter ? { filter: await readFilter(console, path, input) } : {}),
        }
        return console.call('PUT /v2/segments/:segment', { path: { ...path, segment: id }, body })
      })
      input.print(segment, `Segment ${segment.id} changed: ${describeFilter(segment.filter)}`)
      return exitCodes.done
    },
  },
  {
    name: 'segment remove',
    about: 'Remove a segment and keep its contacts.',
    arguments: [segmentArgument],
    options: accountOption,
    examples: ['segment remove Loyal --account 2'],
    async run(input) {
      const [text = ''] = input.arguments
      const path = accountIn(input)
      const segment = await withConsole(async (console) => {
        const found = await findSegment(console, path, text)
        await console.call('DELETE /v2/segments/:segment', { path: { ...path, segment: found.id } })
        return found
      })
      input.print({ id: segment.id, removed: true }, `Segment ${segment.name} removed. Its contacts were kept.`)
      return exitCodes.done
    },
  },
]
