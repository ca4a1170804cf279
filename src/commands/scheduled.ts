import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell, timeForms, timeIn } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

const requestArgument = { name: 'REQUEST', about: 'ID of the request, see "ngoma scheduled list".' }

const requestIn = (input: Input) => ({ request: numberIn(input, 'scheduled list', 'REQUEST'), ...accountIn(input) })

const messages = (count: number) => countOf(count, 'message')
const late = (count: number) => (count === 0 ? '' : ` Too late for ${messages(count)}.`)
/** Cancelled messages count neither as changed nor as too late. */
const reasonForNone = ' All messages of this request are already cancelled.'
const describe = (count: number, change: string, tooLate: number) =>
  `${messages(count)} ${change}.${count + tooLate === 0 ? reasonForNone : late(tooLate)}`
const textMax = 40
const shorten = (text: string) => (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text)

const cancel: Command = {
  name: 'scheduled cancel',
  about: 'Cancel the unsent messages of a request, and release their credit.',
  arguments: [requestArgument],
  options: accountOption,
  notes:
    'Messages that a worker is already submitting to a carrier cannot be cancelled. The exit code is 1 when no message was cancelled.',
  examples: ['scheduled cancel 4711 --account 2'],
  async run(input) {
    const path = requestIn(input)
    const answer = await withConsole((console) => console.call('POST /v2/requests/:request/cancel', { path }))
    input.print(answer, describe(answer.cancelled, 'cancelled', answer.tooLate))
    return answer.cancelled > 0 ? exitCodes.done : exitCodes.refused
  },
}

const move: Command = {
  name: 'scheduled move',
  about: 'Reschedule the unsent messages of a request.',
  arguments: [requestArgument],
  options: {
    ...accountOption,
    at: { value: 'TIME', about: `New time, ${timeForms}, or now. Required.` },
  },
  notes:
    'The validity period of the messages starts at the new time. The exit code is 1 when no message was rescheduled.',
  examples: ['scheduled move 4711 --at "2030-01-31 08:00" --account 2', 'scheduled move 4711 --at now --account 2'],
  async run(input) {
    const notBefore = input.text('at') === 'now' ? null : timeIn(input, 'at')
    if (notBefore === undefined) throw badUsage('--at is required')
    const path = requestIn(input)
    const body = { notBefore }
    const answer = await withConsole((console) => console.call('POST /v2/requests/:request/reschedule', { path, body }))
    input.print(answer, describe(answer.moved, `rescheduled to ${timeCell(answer.dueAt)}`, answer.tooLate))
    return answer.moved > 0 ? exitCodes.done : exitCodes.refused
  },
}

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

const window: Command = {
  name: 'account window',
  about: 'Show or set the hours in which bulk messages are sent.',
  options: {
    ...accountOption,
    from: { value: 'TIME', about: 'Start time in the local time of the recipient, such as 08:00.' },
    to: { value: 'TIME', about: 'End time in the local time of the recipient, such as 20:00.' },
    off: { about: 'Send bulk messages at any time.' },
  },
  notes:
    'Without options, the command only shows the window. PINs and messages to a single recipient are sent at any time. A change takes effect on all processes within a second.',
  examples: ['account window --account 2 --from 08:00 --to 20:00', 'account window --account 2 --off'],
  async run(input) {
    const [from, to, isOff] = [input.text('from'), input.text('to'), input.is('off')]
    if ((from === undefined) !== (to === undefined))
      throw badUsage(`--${from === undefined ? 'from' : 'to'} is required`)
    if (isOff && from !== undefined) throw badUsage('use either --off or --from and --to, not both')
    for (const [name, time] of Object.entries({ from, to })) {
      if (time !== undefined && !timeOfDay.test(time)) throw badUsage(`--${name} must be a time of day, such as 08:00`)
    }
    const path = accountIn(input)
    const body = from === undefined || to === undefined ? null : { from, to }
    const shown = await withConsole((console) =>
      body === null && !isOff
        ? console.call('GET /v2/sending-window', { path })
        : console.call('PUT /v2/sending-window', { path, body }),
    )
    input.print(
      shown,
      shown === null
        ? 'Bulk messages are sent at any time.'
        : `Bulk messages are sent from ${shown.from} to ${shown.to}, local time of the recipient.`,
    )
    return exitCodes.done
  },
}

export const schedulingCommands: readonly Command[] = [
  listCommand({
    name: 'scheduled list',
    about: 'List requests with unsent messages.',
    options: accountOption,
    examples: ['scheduled list --account 2'],
    route: 'GET /v2/scheduled',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['REQUEST', 'DUE', 'STATUS', 'MESSAGES', 'SENDER', 'TEXT'],
    row: ({ id, dueAt, state, messages: count, sender, text, format }) => [
      id,
      timeCell(dueAt),
      state,
      count,
      sender,
      shorten(format === null ? text : `${format}: ${text}`),
    ],
    nothing: 'No scheduled messages.',
  }),
  cancel,
  move,
  window,
]
