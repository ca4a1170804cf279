import type { ChatContent, ChatMessage } from '../contract/console/chat.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, table, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand, pageOptions, pageQuery } from './lists.ts'

const conversationArgument = { name: 'ID', about: 'Its number in ngoma chat list.' }

/** The conversation that the arguments name. */
const conversationIn = (input: Input) => ({ conversation: numberIn(input, 'chat list'), ...accountIn(input) })

/** What is not a text is told by where it is, and what it is called. */
function wordsOf(content: ChatContent): string {
  if (content.type === 'text') return content.text
  const words =
    content.type === 'location'
      ? [`${content.latitude}, ${content.longitude}`, content.name]
      : [content.url, content.caption]
  return `[${content.type}] ${words.filter((one) => one !== undefined).join(' ')}`
}

const rowOf = ({ direction, state, content, reason, createdAt }: ChatMessage) => [
  timeCell(createdAt),
  direction === 'in' ? 'they' : 'you',
  reason === null ? state : `${state} (${reason})`,
  wordsOf(content),
]

const list = listCommand({
  name: 'chat list',
  about: 'List the conversations of an account; where something was written last comes first.',
  options: accountOption,
  route: 'GET /accounts/:account/chat/conversations',
  request: (input) => ({ path: accountIn(input) }),
  heads: ['ID', 'CHANNEL', 'FROM', 'TO', 'LAST', 'SESSION UNTIL'],
  row: ({ id, channel, from, to, changedAt, sessionUntil }) => [
    id,
    channel,
    from,
    to,
    timeCell(changedAt),
    sessionUntil === null ? '' : timeCell(sessionUntil),
  ],
  nothing: 'There are no conversations.',
})

const show: Command = {
  name: 'chat show',
  about: 'Show what was written in a conversation, the newest last.',
  arguments: [conversationArgument],
  options: { ...accountOption, ...pageOptions },
  notes: 'Page 1 has the newest.',
  async run(input) {
    const [path, query] = [conversationIn(input), pageQuery(input)]
    const route = 'GET /accounts/:account/chat/conversations/:conversation'
    const { conversation, messages } = await withConsole(async (console) => ({
      conversation: await console.call(route, { path }),
      messages: await console.call(`${route}/messages`, { path, query }),
    }))
    const { channel, from, to, sessionUntil } = conversation
    const head = `${from} and ${to} on ${channel}${sessionUntil === null ? '' : `, session until ${timeCell(sessionUntil)}`}`
    const { totalPages, currentPage, totalItems } = messages.pagination
    const more = totalPages > 1 ? `\n\nPage ${currentPage} of ${totalPages}, ${totalItems} in all.` : ''
    const written =
      messages.data.length === 0
        ? 'Nothing was written.'
        : table(['TIME', 'WHO', 'STATE', 'TEXT'], messages.data.toReversed().map(rowOf))
    input.print({ ...conversation, messages }, `${head}\n\n${written}${more}`)
    return exitCodes.done
  },
}

const reply: Command = {
  name: 'chat reply',
  about: 'Write to the person of a conversation.',
  arguments: [conversationArgument, { name: 'TEXT', about: 'What to write.' }],
  options: accountOption,
  async run(input) {
    const [path, text = ''] = [conversationIn(input), input.arguments[1]]
    if (text.trim() === '') throw badUsage('TEXT is empty')
    const message = await withConsole((console) =>
      console.call('POST /accounts/:account/chat/conversations/:conversation/messages', { path, body: { text } }),
    )
    input.print(message, `Message ${message.id} is ${message.state}.`)
    return exitCodes.done
  },
}

export const chatCommands: readonly Command[] = [list, show, reply]
