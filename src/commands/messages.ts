import type { OperatorMessage } from '../contract/console/messages.ts'
import { countOf } from '../values/count.ts'
import { showAmount } from '../values/money.ts'
import { withConsole } from './client.ts'
import { type Command, cellOf, numberIn, secondsCell, table } from './command.ts'
import { phoneCell } from './describe.ts'

const timeOrNone = (time: string | null) => (time === null ? '' : secondsCell(time))

/** A line for each field that has a value. */
const describeFields = (fields: readonly (readonly [name: string, value: unknown])[]) =>
  fields
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.padEnd(12)} ${cellOf(value)}`)
    .join('\n')

/** Texts are not shown; binary contents are no text. */
const contentOf = ({ format, text }: OperatorMessage) => {
  if (format !== 'binary') return format ?? ''
  return text === '' ? 'binary, removed' : `binary, ${countOf(text.length / 2, 'byte')}: ${text}`
}

function describeMessage(message: OperatorMessage): string {
  const { id, accountId, accountName, route, price, currency, stage, status, timeline, events, references } = message
  const fields = describeFields([
    ['Message', id],
    ['Account', `${accountId}${accountName === null ? '' : ` (${accountName})`}`],
    ['Request', message.requestId],
    ['Campaign', message.campaign],
    ['Sender', message.sender],
    ['Number', phoneCell(message.phone)],
    ['Type', message.lane],
    ['Carrier', message.carrier],
    ['Route', route === null ? '' : `${route.id} (${route.prefix === '' ? 'all numbers' : `prefix ${route.prefix}`})`],
    ['Content', contentOf(message)],
    ['Parts', message.parts],
    ['Price', `${showAmount(price)} ${currency}`],
    ['Status', `${status}, ${stage}`],
    ['Reason', message.explanation === null ? message.reason : `${message.reason}: ${message.explanation}`],
    ['Waiting for', message.waitsFor],
    ['Next attempt', timeOrNone(message.nextTryAt)],
    ['Busy attempts', message.attempts],
    ['Accepted', secondsCell(message.createdAt)],
    ['Due', secondsCell(message.dueAt)],
    ['Submitted', timeOrNone(message.submittedAt)],
    ['Done', timeOrNone(message.doneAt)],
    ['Valid until', secondsCell(message.validUntil)],
    ['References', references.join(', ')],
  ])
  const history = table(
    ['TIME', 'EVENT'],
    timeline.map(({ at, text }) => [secondsCell(at), text]),
  )
  const webhooks = table(
    ['WEBHOOK EVENT', 'ENDPOINT', 'STATUS', 'ATTEMPTS', 'NEXT ATTEMPT', 'PROBLEM'],
    events.map((one) => [one.id, one.url, one.state, one.attempts, timeOrNone(one.dueAt), one.problem]),
  )
  return [fields, history, ...(events.length === 0 ? [] : [webhooks])].join('\n\n')
}

export const messageShow: Command = {
  name: 'message show',
  about: 'Show a message with its history, and why it is still pending.',
  arguments: [{ name: 'ID', about: 'ID of the message, see "ngoma message list --all".' }],
  examples: ['message show 815'],
  async run(input) {
    const message = numberIn(input, 'message list --request')
    const found = await withConsole((console) => console.call('GET /messages/:message', { path: { message } }))
    return input.print(found, describeMessage(found))
  },
}
