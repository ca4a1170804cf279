import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

const requestArgument = { name: 'REQUEST', about: 'The request: ngoma scheduled list shows them.' }

/** The request that the arguments name. */
const requestIn = (input: Input) => ({ request: numberIn(input, 'scheduled list', 'REQUEST'), ...accountIn(input) })

const messages = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`
const late = (count: number) => (count === 0 ? '' : ` For ${messages(count)} it was too late.`)
/** Cancelled messages count neither as changed nor as too late. */
const reasonForNone = ' All messages of this request are cancelled already.'
const describe = (count: number, change: string, tooLate: number) =>
  `${messages(count)} ${change}.${count + tooLate === 0 ? reasonForNone : late(tooLate)}`
const textMax = 40
const shorten = (text: string) => (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text)

const cancel: Command = {
  name: 'scheduled cancel',
  about: 'Cancel what of a request was not sent yet, and give its credit back.',
  arguments: [requestArgument],
  options: accountOption,
  notes: 'What a carrier has, or is being given, goes out. The exit code is 1 when nothing was left to cancel.',
  async run(input) {
    const path = requestIn(input)
    const answer = await withConsole((console) =>
      console.call('POST /accounts/:account/scheduled/:request/cancel', { path }),
    )
    input.print(answer, describe(answer.cancelled, 'cancelled', answer.tooLate))
    return answer.cancelled > 0 ? exitCodes.done : exitCodes.refused
  },
}

const move: Command = {
  name: 'scheduled move',
  about: 'Send what of a request was not sent yet at another time.',
  arguments: [requestArgument],
  options: { ...accountOption, at: { value: 'TIME', about: 'When, as yyyy-mm-dd hh:mm, GMT+0; or now.' } },
  notes:
    'It stays valid for as long after that time as it was to be. The exit code is 1 when nothing was left to move.',
  async run(input) {
    const at = input.text('at')
    if (at === undefined) throw badUsage('--at is missing')
    const path = requestIn(input)
    const body = { schedule_time: at === 'now' ? '' : at }
    const answer = await withConsole((console) =>
      console.call('POST /accounts/:account/scheduled/:request/move', { path, body }),
    )
    input.print(answer, describe(answer.moved, `moved to ${timeCell(answer.dueAt)}`, answer.tooLate))
    return answer.moved > 0 ? exitCodes.done : exitCodes.refused
  },
}

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

const window: Command = {
  name: 'account window',
  about: 'Send bulk only between two hours of the day, in the time of the recipient.',
  options: {
    ...accountOption,
    from: { value: 'TIME', about: 'When it opens, such as 08:00.' },
    to: { value: 'TIME', about: 'When it closes, such as 20:00.' },
    off: { about: 'At any time.' },
  },
  notes:
    'Without options it is only shown. Messages to one recipient and PINs go out at any time. A change holds on all processes within a second.',
  async run(input) {
    const [from, to, isOff] = [input.text('from'), input.text('to'), input.is('off')]
    if ((from === undefined) !== (to === undefined))
      throw badUsage(`--${from === undefined ? 'from' : 'to'} is missing`)
    if (isOff && from !== undefined) throw badUsage('--off and --from are opposites: leave one out')
    for (const [name, time] of Object.entries({ from, to })) {
      if (time !== undefined && !timeOfDay.test(time)) throw badUsage(`--${name} is a time of the day, such as 08:00`)
    }
    const path = accountIn(input)
    const body = from === undefined || to === undefined ? null : { from, to }
    const shown = await withConsole((console) =>
      body === null && !isOff
        ? console.call('GET /accounts/:account/sending-window', { path })
        : console.call('PUT /accounts/:account/sending-window', { path, body }),
    )
    input.print(
      shown,
      shown === null
        ? 'Bulk goes out at any time.'
        : `Bulk goes out from ${shown.from} to ${shown.to} of the recipient's day.`,
    )
    return exitCodes.done
  },
}

export const schedulingCommands: readonly Command[] = [
  listCommand({
    name: 'scheduled list',
    about: 'List the requests that wait to be sent.',
    options: accountOption,
    route: 'GET /accounts/:account/scheduled',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['REQUEST', 'DUE', 'STATE', 'MESSAGES', 'SENDER', 'TEXT'],
    row: ({ id, dueAt, state, messages: count, sender, text }) => [
      id,
      timeCell(dueAt),
      state,
      count,
      sender,
      shorten(text),
    ],
    nothing: 'Nothing waits to be sent.',
  }),
  cancel,
  move,
  window,
]
