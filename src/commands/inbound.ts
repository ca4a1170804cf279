import type { InboundMessage } from '../contract/console/inbound.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, secondsCell, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand, pageOptions, type Shown, showList } from './lists.ts'

const ofAccount: Shown<InboundMessage> = {
  heads: ['ID', 'RECEIVED', 'FROM', 'TO', 'KIND', 'TEXT'],
  row: ({ id, receivedAt, phone, number, kind, text }) => [id, secondsCell(receivedAt), phone, number, kind, text],
  nothing: 'Nobody wrote.',
}

const unowned: Shown<InboundMessage> = {
  heads: ['ID', 'RECEIVED', 'CARRIER', 'FROM', 'TO', 'TEXT'],
  row: ({ id, receivedAt, carrier, phone, number, text }) => [
    id,
    secondsCell(receivedAt),
    carrier,
    phone,
    number,
    text,
  ],
  nothing: 'There are no messages that belong to nobody.',
}

const list: Command = {
  name: 'inbound list',
  about: 'List what people wrote to an account, the newest first, or what belongs to nobody.',
  options: {
    ...accountOption,
    unowned: { about: 'What came to numbers that nobody has, or that nobody can be meant by.' },
    ...pageOptions,
  },
  async run(input) {
    if (input.is('unowned') && input.text('account') !== undefined)
      throw badUsage('--unowned is what belongs to no account, and --account is one')
    return input.is('unowned')
      ? showList(input, 'GET /inbound/unowned', {}, unowned)
      : showList(input, 'GET /accounts/:account/inbound', { path: accountIn(input) }, ofAccount)
  },
}

const numbers = listCommand({
  name: 'inbound numbers',
  about: 'List the numbers that people write to, and whose they are.',
  route: 'GET /inbound/numbers',
  request: () => ({}),
  heads: ['NUMBER', 'ACCOUNT', 'KEYWORDS', 'CREATED'],
  row: ({ number, accountId, keywords, createdAt }) => [
    number,
    accountId ?? 'shared',
    keywords.map(({ keyword, accountId: owner }) => `${keyword} (${owner})`).join(', '),
    timeCell(createdAt),
  ],
  nothing: 'There are no numbers that people write to.',
})

const numberArgument = { name: 'NUMBER', about: 'The number or short code that people write to: digits, without +.' }
const wordArgument = { name: 'WORD', about: 'The keyword: letters and digits, in whichever case.' }
const ownerOption = { account: { value: 'ID', about: 'The account that gets what is written.' } }

const numberPath = ({ arguments: [number = ''] }: Input) => ({ number })
const keywordPath = ({ arguments: [number = '', keyword = ''] }: Input) => ({ number, keyword })

/** Null when it is left out. */
function readOwner(input: Input): number | null {
  const account = input.text('account')
  if (account === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(account)) throw badUsage('--account is a number: ngoma account list shows them')
  return Number(account)
}

const addNumber: Command = {
  name: 'inbound number add',
  about: 'Give an account a number that people write to, or let accounts share it.',
  arguments: [numberArgument],
  options: {
    ...ownerOption,
    shared: {
      about: 'It belongs to no account: what is written goes to the one that last wrote to that person from it.',
    },
  },
  notes: `Messages to it come over the carriers that you have: docs/carriers.md. One that is there already is given to another. Keywords, which go before
the account of the number, are added with ngoma inbound keyword add.`,
  async run(input) {
    const [accountId, isShared] = [readOwner(input), input.is('shared')]
    if (accountId === null && !isShared) throw badUsage('--account or --shared is missing')
    if (accountId !== null && isShared) throw badUsage('--account and --shared are opposites')
    const set = await withConsole((console) =>
      console.call('PUT /inbound/numbers/:number', { path: numberPath(input), body: { accountId } }),
    )
    const whose =
      set.accountId === null
        ? 'is shared: it goes to the account that last wrote to the person from it'
        : `goes to account ${set.accountId}`
    input.print(set, `What people write to ${set.number} ${whose}.`)
    return exitCodes.done
  },
}

const removeNumber: Command = {
  name: 'inbound number remove',
  about: 'Take a number that people write to away, with its keywords.',
  arguments: [numberArgument],
  notes:
    'What was written stays where it is. What is written from now on belongs to nobody: ngoma inbound list --unowned',
  async run(input) {
    const [number = ''] = input.arguments
    await withConsole((console) => console.call('DELETE /inbound/numbers/:number', { path: numberPath(input) }))
    input.print({ number, removed: true }, `Number ${number} was removed.`)
    return exitCodes.done
  },
}

const addKeyword: Command = {
  name: 'inbound keyword add',
  about: 'Give what begins with a word, written to a number, to an account.',
  arguments: [numberArgument, wordArgument],
  options: ownerOption,
  notes:
    'People write it first, or behind a command: STOP and the word. One that is there already is given to another account.',
  async run(input) {
    const accountId = readOwner(input)
    if (accountId === null) throw badUsage('--account is missing')
    const path = keywordPath(input)
    const set = await withConsole((console) =>
      console.call('PUT /inbound/numbers/:number/keywords/:keyword', { path, body: { accountId } }),
    )
    input.print(set, `What begins with ${set.keyword}, written to ${set.number}, goes to account ${set.accountId}.`)
    return exitCodes.done
  },
}

const removeKeyword: Command = {
  name: 'inbound keyword remove',
  about: 'Take a keyword of a number away.',
  arguments: [numberArgument, wordArgument],
  async run(input) {
    const path = keywordPath(input)
    await withConsole((console) => console.call('DELETE /inbound/numbers/:number/keywords/:keyword', { path }))
    input.print({ ...path, removed: true }, `Keyword ${path.keyword} of ${path.number} was removed.`)
    return exitCodes.done
  },
}

/** Undefined stays as it is; nothing between the commas, and nothing at all, is no word. */
const readWords = (input: Input, option: string) =>
  input
    .text(option)
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const changeWords: Command = {
  name: 'inbound words',
  about: 'Show the words by which people tell an account to stop, to go on or to help, or change them.',
  options: {
    ...accountOption,
    stop: { value: 'WORDS', about: 'What ends messages, with commas between: STOP,ACHA.' },
    start: { value: 'WORDS', about: 'What begins them again.' },
    'help-words': { value: 'WORDS', about: 'What asks for help.' },
    reply: { value: 'TEXT', about: 'What is answered to who asks for help; nothing when it is empty.' },
  },
  notes:
    'What is left out stays as it is; a list that is given replaces the one before. Case, accents and marks around a word make no difference.',
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
        ? console.call('GET /accounts/:account/inbound/words', { path })
        : console.call('PUT /accounts/:account/inbound/words', { path, body }),
    )
    const show = (list: readonly string[]) => list.join(', ') || 'no word'
    input.print(
      words,
      `Stop:   ${show(words.stop)}\nStart:  ${show(words.start)}\nHelp:   ${show(words.help)}\nReply:  ${words.helpReply || 'nothing'}`,
    )
    return exitCodes.done
  },
}

const simulate: Command = {
  name: 'inbound simulate',
  about: 'Write to a number as somebody in the simulated network, in staging.',
  arguments: [{ name: 'TEXT', about: 'What they write.' }],
  options: {
    from: { value: 'PHONE', about: 'Who writes: a number in international format without +.' },
    to: { value: 'NUMBER', about: 'The number that they write to.' },
  },
  async run(input) {
    const [[text = ''], from, to] = [input.arguments, input.text('from'), input.text('to')]
    if (from === undefined) throw badUsage('--from is missing')
    if (to === undefined) throw badUsage('--to is missing')
    const written = await withConsole((console) => console.call('POST /inbound/simulate', { body: { from, to, text } }))
    input.print(written, `${written.from} wrote to ${written.to}.`)
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
