import type { Conversation, ConversationStatus } from '../contract/account/conversations.ts'
import type { TimelineEntry } from '../contract/account/timeline.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, numberIn, secondsCell, table } from './command.ts'
import { type AccountPath, accountIn, accountOption, listCommand } from './lists.ts'
import { phoneArgument, phoneCell } from './phones.ts'

const conversationArgument = { name: 'ID', about: 'ID of the conversation, see "ngoma inbox list".' }
const textArgument = { name: 'TEXT', about: 'Text of the message.' }
const senderOption = {
  from: { value: 'SENDER', about: 'Sender ID of an SMS. Default: the usual one for this number.' },
}
const route = 'GET /v2/conversations/:conversation'

// Not imported from the contract, because its schemas would slow down the start of every command.
const statuses: readonly (ConversationStatus | 'all')[] = ['open', 'closed', 'all']
/** Stands for no member. */
const nobody = 'none'

const conversationIn = (input: Input) => ({ conversation: numberIn(input, 'inbox list'), ...accountIn(input) })

function textIn(input: Input, place: number): string {
  const text = input.arguments[place] ?? ''
  if (text.trim() === '') throw badUsage('TEXT must not be empty')
  return text
}

const people = ({ phone, name, from }: Conversation) =>
  `${name === '' ? phoneCell(phone) : `${name} (${phoneCell(phone)})`}${from === null ? '' : `, answered from ${phoneCell(from)}`}`

const listed = listCommand({
  name: 'inbox list',
  about: 'List the conversations of an account, latest message first.',
  options: {
    ...accountOption,
    status: { value: 'STATUS', about: 'Only with this status: open, closed or all. Default: open.' },
    assignee: { value: 'ID', about: 'Only those of the member with this ID; "none" for unassigned ones.' },
    channel: { value: 'NAME', about: 'Only on this channel: sms, or a chat service such as whatsapp.' },
    search: {
      value: 'TEXT',
      about: 'Only with this number, these last digits of a number, or this name of a contact.',
    },
  },
  examples: ['inbox list --account 2', 'inbox list --assignee none', 'inbox list --status all --search 0712345678'],
  route: 'GET /v2/conversations',
  request: (input) => ({
    path: accountIn(input),
    query: {
      status: input.text('status'),
      assignee: input.text('assignee'),
      channel: input.text('channel'),
      q: input.text('search'),
    },
  }),
  heads: ['ID', 'CHANNEL', 'NUMBER', 'NAME', 'STATUS', 'ASSIGNEE', 'LAST MESSAGE', 'FROM', 'TEXT'],
  row: ({ id, channel, phone, name, status, assignee, lastAt, lastDirection, lastText }) => [
    id,
    channel,
    phoneCell(phone),
    name,
    status,
    assignee?.name ?? '',
    secondsCell(lastAt),
    lastDirection === 'in' ? 'contact' : 'you',
    lastText,
  ],
  nothing: 'No conversations.',
})

const list: Command = {
  ...listed,
  run(input) {
    const status = input.text('status')
    if (status !== undefined && !statuses.some((one) => one === status))
      throw badUsage(`--status must be one of ${statuses.join(', ')}`)
    return listed.run(input)
  },
}

/** A change has no text of its own. */
function describeEntry({ kind, text, textRemoved }: TimelineEntry): string {
  if (textRemoved) return '[text removed]'
  if (kind === 'assigned') return text ? `[assigned to ${text}]` : '[assigned to nobody]'
  if (kind === 'note') return `[note] ${text}`
  return text ?? `[${kind}]`
}

const entryRow = (entry: TimelineEntry) => [
  secondsCell(entry.at),
  entry.direction === 'in' ? 'contact' : (entry.author ?? 'you'),
  entry.status ?? '',
  describeEntry(entry),
]

const entriesMax = 100

const show: Command = {
  name: 'inbox show',
  about: 'Show the messages and notes of a conversation, newest last.',
  arguments: [conversationArgument],
  options: { ...accountOption, limit: { value: 'N', about: `Newest entries, at most ${entriesMax}. Default: 25.` } },
  examples: ['inbox show 7 --account 2'],
  async run(input) {
    const [path, limit = '25'] = [conversationIn(input), input.text('limit')]
    if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > entriesMax)
      throw badUsage(`--limit must be a number from 1 to ${entriesMax}`)
    const { conversation, entries } = await withConsole(async (console) => ({
      conversation: await console.call(route, { path }),
      entries: await console.call(`${route}/entries`, { path, query: { limit } }),
    }))
    const { channel, status, assignee, optedOut } = conversation
    const state = `${status}${assignee === null ? '' : `, assigned to ${assignee.name}`}${optedOut ? ', opted out' : ''}`
    const written =
      entries.data.length === 0
        ? 'No messages.'
        : table(['TIME', 'FROM', 'STATUS', 'TEXT'], entries.data.toReversed().map(entryRow))
    input.print({ ...conversation, entries }, `${people(conversation)}, by ${channel}: ${state}\n\n${written}`)
    return exitCodes.done
  },
}

const reply: Command = {
  name: 'inbox reply',
  about: 'Reply in a conversation.',
  arguments: [conversationArgument, textArgument],
  options: {
    ...accountOption,
    ...senderOption,
    replies: { value: 'N', about: 'Replies that you have seen. Refused if someone has replied since.' },
  },
  examples: ['inbox reply 7 "Your order is ready." --account 2'],
  async run(input) {
    const [path, text, from, replies] = [
      conversationIn(input),
      textIn(input, 1),
      input.text('from'),
      input.text('replies'),
    ]
    if (replies !== undefined && !/^\d{1,15}$/.test(replies)) throw badUsage('--replies must be a number')
    const body = {
      text,
      ...(from === undefined ? {} : { from }),
      ...(replies === undefined ? {} : { replies: Number(replies) }),
    }
    const conversation = await withConsole((console) =>
      console.call('POST /v2/conversations/:conversation/replies', { path, body }),
    )
    input.print(conversation, `Reply ${conversation.replies} to ${people(conversation)} is queued.`)
    return exitCodes.done
  },
}

const start: Command = {
  name: 'inbox start',
  about: 'Send an SMS to a number and open the conversation with it.',
  arguments: [phoneArgument, textArgument],
  options: { ...accountOption, ...senderOption },
  examples: ['inbox start 0712345678 "Your order is ready." --from INFO'],
  async run(input) {
    const [path, text, from] = [accountIn(input), textIn(input, 1), input.text('from')]
    const body = { phone: input.arguments[0] ?? '', text, ...(from === undefined ? {} : { from }) }
    const conversation = await withConsole((console) => console.call('POST /v2/conversations', { path, body }))
    input.print(conversation, `Message to ${people(conversation)} is queued in conversation ${conversation.id}.`)
    return exitCodes.done
  },
}

const note: Command = {
  name: 'inbox note',
  about: 'Add an internal note to a conversation. Only members see it.',
  arguments: [conversationArgument, { name: 'TEXT', about: 'Text of the note.' }],
  options: accountOption,
  examples: ['inbox note 7 "Wants a refund." --account 2'],
  async run(input) {
    const [path, text] = [conversationIn(input), textIn(input, 1)]
    const added = await withConsole((console) =>
      console.call('POST /v2/conversations/:conversation/notes', { path, body: { text } }),
    )
    input.print(added, `Note added to conversation ${path.conversation}.`)
    return exitCodes.done
  },
}

/** The id of a member by id, name or first name; null for nobody. */
async function findAssignee(console: ConsoleClient, path: AccountPath, named: string): Promise<string | null> {
  if (named === nobody) return null
  const { data } = await console.call('GET /v2/conversations/assignees', { path })
  const wanted = named.toLowerCase()
  const whole = data.filter(({ id, name }) => id === named || name.toLowerCase() === wanted)
  const [found, another] =
    whole.length > 0 ? whole : data.filter(({ name }) => name.toLowerCase().startsWith(`${wanted} `))
  if (found !== undefined && another === undefined) return found.id
  const names = data.map(({ id, name }) => `${name} (${id})`).join(', ')
  const why = found === undefined ? 'No member who can answer is called' : 'Several members are called'
  throw new Failure(`${why} ${JSON.stringify(named)}. Members: ${names || 'none'}.`, exitCodes.refused)
}

const assign: Command = {
  name: 'inbox assign',
  about: 'Assign a conversation to a member of the account.',
  arguments: [
    conversationArgument,
    { name: 'MEMBER', about: `Name, first name or ID of the member; "${nobody}" for nobody.` },
  ],
  options: accountOption,
  examples: ['inbox assign 7 Asha --account 2', `inbox assign 7 ${nobody}`],
  async run(input) {
    const [path, named = ''] = [conversationIn(input), input.arguments[1]]
    const conversation = await withConsole(async (console) => {
      const assigneeId = await findAssignee(console, accountIn(input), named)
      return console.call('PUT /v2/conversations/:conversation', { path, body: { assigneeId } })
    })
    const { id, assignee } = conversation
    input.print(conversation, `Conversation ${id} is assigned to ${assignee?.name ?? 'nobody'}.`)
    return exitCodes.done
  },
}

const statusCommand = (verb: 'close' | 'reopen', status: ConversationStatus, about: string): Command => ({
  name: `inbox ${verb}`,
  about,
  arguments: [conversationArgument],
  options: accountOption,
  examples: [`inbox ${verb} 7 --account 2`],
  async run(input) {
    const path = conversationIn(input)
    const conversation = await withConsole((console) =>
      console.call('PUT /v2/conversations/:conversation', { path, body: { status } }),
    )
    input.print(conversation, `Conversation ${conversation.id} is ${status}.`)
    return exitCodes.done
  },
})

export const inboxCommands: readonly Command[] = [
  list,
  show,
  reply,
  start,
  note,
  assign,
  statusCommand('close', 'closed', 'Close a conversation. A new message of the person opens it again.'),
  statusCommand('reopen', 'open', 'Open a closed conversation again.'),
]
