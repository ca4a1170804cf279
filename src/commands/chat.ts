import type { ChatContent, ChatMessage } from '../contract/account/chat.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, table, timeCell } from './command.ts'
import {
  type AccountPath,
  accountIn,
  accountOption,
  describePlace,
  listCommand,
  pageOptions,
  pageQuery,
  readPage,
} from './lists.ts'
import { phoneCell } from './phones.ts'

const conversationArgument = { name: 'ID', about: 'ID of the conversation, see "ngoma chat list".' }

const conversationIn = (input: Input) => ({ conversation: numberIn(input, 'chat list'), ...accountIn(input) })

/** The text, or the type and the most important values in brackets. */
function describeContent(content: ChatContent): string {
  return content.type === 'text' ? content.text : `[${content.type}] ${partsOf(content).join(' ')}`.trim()
}

function partsOf(content: Exclude<ChatContent, { readonly type: 'text' }>): string[] {
  const given = (...parts: readonly (string | undefined)[]) => parts.filter((one) => one !== undefined)
  if ('url' in content) return given(content.url, content.caption)
  if ('media' in content) return given(content.mimeType, content.filename, content.caption)
  if ('latitude' in content) return given(`${content.latitude}, ${content.longitude}`, content.name)
  if ('contacts' in content) return content.contacts.map(({ name, phones }) => [name, ...phones].join(' '))
  if ('language' in content) return [content.name, content.language]
  return 'id' in content ? [content.text] : []
}

const rowOf = ({ direction, state, content, textRemoved, reason, createdAt }: ChatMessage) => [
  timeCell(createdAt),
  direction === 'in' ? 'contact' : 'you',
  reason === null ? state : `${state} (${reason})`,
  textRemoved ? '[text removed]' : describeContent(content),
]

const list = listCommand({
  name: 'chat list',
  about: 'List the chat conversations of an account, most recent first.',
  options: accountOption,
  examples: ['chat list --account 2'],
  route: 'GET /v2/chat/conversations',
  request: (input) => ({ path: accountIn(input) }),
  heads: ['ID', 'CHANNEL', 'FROM', 'TO', 'LAST MESSAGE', 'SESSION UNTIL'],
  row: ({ id, channel, from, to, changedAt, sessionUntil }) => [
    id,
    channel,
    phoneCell(from),
    phoneCell(to),
    timeCell(changedAt),
    sessionUntil === null ? '' : timeCell(sessionUntil),
  ],
  nothing: 'No conversations.',
})

const show: Command = {
  name: 'chat show',
  about: 'Show the messages of a conversation, newest last.',
  arguments: [conversationArgument],
  options: { ...accountOption, ...pageOptions },
  notes: 'Page 1 has the newest messages.',
  examples: ['chat show 7 --account 2'],
  async run(input) {
    const [path, page] = [conversationIn(input), pageQuery(input)]
    const route = 'GET /v2/chat/conversations/:conversation'
    const { conversation, messages } = await withConsole(async (console) => ({
      conversation: await console.call(route, { path }),
      messages: await readPage(console, `${route}/messages`, { path }, page),
    }))
    const { channel, from, to, sessionUntil } = conversation
    const head = `${phoneCell(from)} and ${phoneCell(to)} on ${channel}${sessionUntil === null ? '' : `, session until ${timeCell(sessionUntil)}`}`
    const written =
      messages.data.length === 0
        ? 'No messages.'
        : table(['TIME', 'FROM', 'STATUS', 'TEXT'], messages.data.toReversed().map(rowOf))
    input.print(
      { ...conversation, messages },
      `${head}\n\n${written}${describePlace(messages, Number(page.page), Number(page.limit))}`,
    )
    return exitCodes.done
  },
}

const reply: Command = {
  name: 'chat reply',
  about: 'Send a message in a conversation.',
  arguments: [conversationArgument, { name: 'TEXT', about: 'Text of the message.' }],
  options: accountOption,
  examples: ['chat reply 7 "Your order is ready." --account 2'],
  async run(input) {
    const [path, text = ''] = [conversationIn(input), input.arguments[1]]
    if (text.trim() === '') throw badUsage('TEXT must not be empty')
    const message = await withConsole((console) =>
      console.call('POST /v2/chat/conversations/:conversation/messages', { path, body: { text } }),
    )
    input.print(message, `Message ${message.id} is ${message.state}.`)
    return exitCodes.done
  },
}

async function syncTemplates(console: ConsoleClient, { account }: AccountPath): Promise<void> {
  const { data } = await console.call('GET /providers', { query: { product: 'chat' } })
  const channels = data.filter(({ accountId, health }) => {
    return (accountId === null || String(accountId) === account) && health.state !== 'unusable'
  })
  for (const { name } of channels)
    await console.call('POST /providers/chat/:provider/templates/sync', { path: { provider: name } })
}

const templates = listCommand({
  name: 'chat templates',
  about: 'List the message templates that an account can send.',
  options: {
    ...accountOption,
    sync: { about: 'First read the templates from the chat channels of the account.' },
  },
  notes: 'They are read from the chat channels every hour, and soon after a channel is added or changed.',
  examples: ['chat templates --account 2', 'chat templates --sync'],
  route: 'GET /v2/chat/templates',
  async request(input, console) {
    const path = accountIn(input)
    if (input.is('sync')) await syncTemplates(console, path)
    return { path }
  },
  heads: ['NAME', 'LANGUAGE', 'CATEGORY', 'STATUS', 'CHANNEL', 'READ AT'],
  row: ({ name, language, category, status, provider, syncedAt }) => [
    name,
    language,
    category,
    status,
    provider,
    timeCell(syncedAt),
  ],
  nothing: 'No templates.',
})

export const chatCommands: readonly Command[] = [list, show, reply, templates]
