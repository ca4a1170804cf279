import type { InboundMessage } from '../contract/account/inbound.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, secondsCell, timeCell } from './command.ts'
import {
  accountIn,
  accountOption,
  badAccount,
  listCommand,
  nothingOfAccount,
  pageOptions,
  type Shown,
  showList,
} from './lists.ts'
import { phoneCell, phoneForms } from './phones.ts'

const textOf = ({ text, textRemoved }: Pick<InboundMessage, 'text' | 'textRemoved'>) =>
  textRemoved ? '[text removed]' : text

const ofAccount: Shown<InboundMessage> = {
  heads: ['ID', 'RECEIVED', 'FROM', 'TO', 'TYPE', 'TEXT'],
  row: ({ id, receivedAt, phone, number, kind, ...message }) => [
    id,
    secondsCell(receivedAt),
    phoneCell(phone),
    number,
    kind,
    textOf(message),
  ],
  nothing: nothingOfAccount('No incoming messages'),
}

const unowned: Shown<InboundMessage> = {
  heads: ['ID', 'RECEIVED', 'CARRIER', 'FROM', 'TO', 'TEXT'],
  row: ({ id, receivedAt, carrier, phone, number, ...message }) => [
    id,
    secondsCell(receivedAt),
    carrier,
    phoneCell(phone),
    number,
    textOf(message),
  ],
  nothing: 'No unassigned messages.',
}

const list: Command = {
  name: 'inbound list',
  about: 'List incoming messages of an account, or unassigned messages, newest first.',
  options: {
    ...accountOption,
    unowned: { about: 'Unassigned messages: no account could be found for them.' },
    from: { value: 'NUMBER', about: `Only messages of an account from this phone number, ${phoneForms}.` },
    ...pageOptions,
  },
  examples: ['inbound list --account 2', 'inbound list --from 0712345678', 'inbound list --unowned'],
  async run(input) {
    const number = input.text('from')
    if (input.is('unowned') && (input.text('account') ?? number) !== undefined)
      throw badUsage('use either --unowned or --account and --from, not both')
    return input.is('unowned')
      ? showList(input, 'GET /inbound/unowned', {}, unowned)
      : showList(input, 'GET /v2/inbound', { path: accountIn(input), query: { number } }, ofAccount)
  },
}

const numbers = listCommand({
  name: 'inbound numbers',
  about: 'List the numbers that receive messages, with their accounts and keywords.',
  examples: ['inbound numbers'],
  route: 'GET /inbound/numbers',
  request: () => ({}),
  heads: ['NUMBER', 'ACCOUNT', 'KEYWORDS', 'CREATED'],
  row: ({ number, accountId, keywords, createdAt }) => [
    number,
    accountId ?? 'shared',
    keywords.map(({ keyword, accountId: owner }) => `${keyword} (${owner})`).join(', '),
    timeCell(createdAt),
  ],
  nothing: 'No numbers for incoming messages.',
})

const numberArgument = {
  name: 'NUMBER',
  about: 'Phone number or short code that receives messages: digits, without +.',
}
const wordArgument = { name: 'WORD', about: 'Keyword of letters and digits. Case does not matter.' }
const ownerOption = { account: { value: 'ID', about: 'ID of the account that receives the messages.' } }

const numberPath = ({ arguments: [number = ''] }: Input) => ({ number })
const keywordPath = ({ arguments: [number = '', keyword = ''] }: Input) => ({ number, keyword })

/** Null when the option is missing. */
function readOwner(input: Input): number | null {
  const account = input.text('account')
  if (account === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(account)) throw badUsage(badAccount)
  return Number(account)
}

const addNumber: Command = {
  name: 'inbound number add',
  about: 'Assign a number for incoming messages to an account, or share it between accounts.',
  arguments: [numberArgument],
  options: {
    ...ownerOption,
    shared: {
      about: 'Share the number: a message goes to the account that last wrote to that person from this number.',
    },
  },
  notes: `Messages arrive through your carriers, see docs/carriers.md. If the number exists, it is reassigned. A keyword takes precedence over the account of the number: see "ngoma inbound keyword add".`,
  examples: ['inbound number add 15001 --account 2', 'inbound number add 15002 --shared'],
  async run(input) {
    const [accountId, isShared] = [readOwner(input), input.is('shared')]
    if (accountId === null && !isShared) throw badUsage('--account or --shared is required')
    if (accountId !== null && isShared) throw badUsage('use either --account or --shared, not both')
    const set = await withConsole((console) =>
      console.call('PUT /inbound/numbers/:number', { path: numberPath(input), body: { accountId } }),
    )
    const target =
      set.accountId === null
        ? 'go to the account that last wrote to the sender from this number'
        : `go to account ${set.accountId}`
    input.print(set, `Messages to ${set.number} ${target}.`)
    return exitCodes.done
  },
}

const removeNumber: Command = {
  name: 'inbound number remove',
  about: 'Remove a number for incoming messages, and its keywords.',
  arguments: [numberArgument],
  notes:
    'Messages that were already received are kept. New messages to the number are unassigned: see "ngoma inbound list --unowned".',
  examples: ['inbound number remove 15001'],
  async run(input) {
    const [number = ''] = input.arguments
    await withConsole((console) => console.call('DELETE /inbound/numbers/:number', { path: numberPath(input) }))
    input.print({ number, removed: true }, `Number ${number} removed.`)
    return exitCodes.done
  },
}

const addKeyword: Command = {
  name: 'inbound keyword add',
  about: 'Assign messages that begin with a keyword to an account.',
  arguments: [numberArgument, wordArgument],
  options: ownerOption,
  notes:
    'The keyword is the first word of a message, or follows a command such as STOP. If the keyword exists, it is reassigned.',
  examples: ['inbound keyword add 15002 DUKA --account 2'],
  async run(input) {
    const accountId = readOwner(input)
    if (accountId === null) throw badUsage('--account is required')
    const path = keywordPath(input)
    const set = await withConsole((console) =>
      console.call('PUT /inbound/numbers/:number/keywords/:keyword', { path, body: { accountId } }),
    )
    input.print(set, `Messages to ${set.number} that begin with ${set.keyword} go to account ${set.accountId}.`)
    return exitCodes.done
  },
}

const removeKeyword: Command = {
  name: 'inbound keyword remove',
  about: 'Remove a keyword from a number.',
  arguments: [numberArgument, wordArgument],
  examples: ['inbound keyword remove 15002 DUKA'],
  async run(input) {
    const path = keywordPath(input)
    await withConsole((console) => console.call('DELETE /inbound/numbers/:number/keywords/:keyword', { path }))
    input.print({ ...path, removed: true }, `Keyword ${path.keyword} of ${path.number} removed.`)
    return exitCodes.done
  },
}

/** Undefined when the option is missing; empty parts are dropped. */
const readWords = (input: Input, option: string) =>
  input
    .text(option)
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const changeWords: Command = {
  name: 'inbound words',
  about: 'Show or change the words for opting out, opting in and asking for help.',
  options: {
    ...accountOption,
    stop: { value: 'WORDS', canBeEmpty: true, about: 'Words that opt out, separated by commas, such as STOP,ACHA.' },
    start: { value: 'WORDS', canBeEmpty: true, about: 'Words that opt in again.' },
    'help-words': { value: 'WORDS', canBeEmpty: true, about: 'Words that ask for help.' },
    reply: { value: 'TEXT', canBeEmpty: true, about: 'Reply to a request for help. An empty text sends no reply.' },
  },
  notes:
    'Omitted options keep their current values. A list replaces the previous list. Case, accents and punctuation around a word are ignored.',
  examples: ['inbound words --account 2', 'inbound words --account 2 --stop STOP,ACHA,ONDOA'],
  async run(input) {
    const path = accountIn(input)
    const [stop, start, help] = [readWords(input, 'stop'), readWords(input, 'start'), readWords(input, 'help-words')]
    const helpReply = input.text('reply')
    const body = {
      ...(stop === undefined ? {} : { stop }),
      ...(start === undefined ? {} : { start }),
      ...(help === undefined ? {} : { help }),
      ...(helpReply === undefined ? {} : { helpReply }),
    }
    const words = await withConsole((console) =>
      Object.keys(body).length === 0
        ? console.call('GET /v2/inbound/words', { path })
        : console.call('PUT /v2/inbound/words', { path, body }),
    )
    const show = (list: readonly string[]) => list.join(', ') || 'none'
    input.print(
      words,
      `Stop:   ${show(words.stop)}\nStart:  ${show(words.start)}\nHelp:   ${show(words.help)}\nReply:  ${words.helpReply || 'none'}`,
    )
    return exitCodes.done
  },
}

const simulate: Command = {
  name: 'inbound simulate',
  about: 'Simulate an incoming message (staging only).',
  arguments: [{ name: 'TEXT', about: 'Text of the message.' }],
  options: {
    from: {
      value: 'PHONE',
      about: 'Phone number of the sender, such as 0712345678 or +255712345678. Required.',
    },
    to: { value: 'NUMBER', about: 'Number that receives the message. Required.' },
  },
  examples: ['inbound simulate "STOP" --from +255712345678 --to 15001'],
  async run(input) {
    const [[text = ''], from, to] = [input.arguments, input.text('from'), input.text('to')]
    if (from === undefined) throw badUsage('--from is required')
    if (to === undefined) throw badUsage('--to is required')
    const written = await withConsole((console) => console.call('POST /inbound/simulate', { body: { from, to, text } }))
    input.print(written, `Message from ${phoneCell(written.from)} to ${written.to} received.`)
    return exitCodes.done
  },
}

export const inboundCommands: readonly Command[] = [
  list,
  numbers,
  addNumber,
  removeNumber,
  addKeyword,
  removeKeyword,
  changeWords,
  simulate,
]
