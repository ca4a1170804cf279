import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf } from '../contract/console/index.ts'
import type { DeliveryAttempt, EventState, WebhookEvent } from '../contract/console/webhooks.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, secondsCell } from './command.ts'
import { accountOption, pageOptions, type Shown, showList } from './lists.ts'
import { endpointArgument, endpointIn } from './webhooks.ts'

/** Listed here again because commands load no schemas; the type keeps the two lists together. */
const states = Object.keys({ waiting: 0, delivered: 0, failed: 0, kept: 0 } satisfies Record<EventState, 0>)
/** An attempt takes up to 15 seconds. */
const testSecondsMax = 20
const pollMs = 200
/** Of a body or an answer in a table. */
const cellMax = 80

function beginningOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > cellMax ? `${line.slice(0, cellMax)}…` : line
}

const events: Shown<WebhookEvent> = {
  heads: ['ID', 'STATE', 'ATTEMPTS', 'CREATED', 'NEXT', 'BODY'],
  row: ({ id, state, attempts, isTest, createdAt, dueAt, body }) => [
    id,
    isTest ? `${state} (test)` : state,
    attempts,
    secondsCell(createdAt),
    dueAt === null ? '' : secondsCell(dueAt),
    beginningOf(body),
  ],
  nothing: 'There are no events like that.',
}

const attempts: Shown<DeliveryAttempt> = {
  heads: ['TIME', 'EVENT', 'STATUS', 'TOOK', 'PROBLEM', 'ANSWER'],
  row: ({ eventId, at, status, tookMs, problem, answer }) => [
    secondsCell(at),
    eventId,
    status,
    `${tookMs} ms`,
    problem,
    beginningOf(answer),
  ],
  nothing: 'There were no attempts.',
}

/** Also as a receiver knows it, by its webhook-id. */
function readEventId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, digits] = /^(?:evt_)?([1-9]\d{0,14})$/.exec(text) ?? []
  if (digits === undefined) throw badUsage('--event is a number: ngoma webhooks events ID shows them')
  return Number(digits)
}

const route = '/accounts/:account/webhooks/:endpoint'

/** The first attempt at an event; null when none is made in time. */
async function waitForAttempt(
  console: ConsoleClient,
  path: ReturnType<typeof endpointIn>,
  eventId: number,
): Promise<DeliveryAttempt | null> {
  const end = performance.now() + testSecondsMax * 1_000
  while (performance.now() < end) {
    const { data } = await console.call(`GET ${route}/attempts`, { path, query: { event: eventId, limit: 1_000 } })
    const first = data.at(-1)
    if (first !== undefined) return first
    await sleep(pollMs)
  }
  return null
}

function describeAttempt({ status, tookMs, problem, answer }: DeliveryAttempt): string {
  const said = answer.trim() === '' ? '' : `\n\n${answer.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '?').trimEnd()}`
  return problem === null
    ? `It was taken: the endpoint answered ${status} after ${tookMs} ms.${said}`
    : `It failed after ${tookMs} ms: ${problem}.${said}`
}

/** One event, or all since a time. */
function readRepetition(input: Input): BodyOf<`POST ${typeof route}/repeat`> {
  const [event, since] = [readEventId(input.text('event')), input.text('since')]
  if (event !== undefined && since !== undefined) throw badUsage('--event is one, and --since many: leave one out')
  if (input.is('failed') && event !== undefined) throw badUsage('--failed needs --since')
  if (event !== undefined) return { event }
  if (since === undefined) throw badUsage('--event or --since is missing')
  return { since, failedOnly: input.is('failed') }
}

export const webhookHistoryCommands: readonly Command[] = [
  {
    name: 'webhooks test',
    about: 'Send an endpoint an example, and show what it answers.',
    arguments: [endpointArgument],
    options: accountOption,
    notes:
      'The example has the header ngoma-test: true. Exit code 1 when the endpoint did not take it; it is tried again like everything else.',
    async run(input) {
      const path = endpointIn(input)
      return withConsole(async (console) => {
        const { eventId } = await console.call(`POST ${route}/test`, { path })
        if (!console.isServed) {
          input.print(
            { eventId, attempt: null },
            `The test ${eventId} waits for a server or a worker to run on this database.`,
          )
          return exitCodes.done
        }
        const attempt = await waitForAttempt(console, path, eventId)
        const words =
          attempt === null
            ? `There was no attempt within ${testSecondsMax} seconds: the test ${eventId} waits for others, or for a worker.`
            : describeAttempt(attempt)
        input.print({ eventId, attempt }, words)
        return attempt?.problem === null ? exitCodes.done : exitCodes.refused
      })
    },
  },
  {
    name: 'webhooks events',
    about: 'List what an endpoint was or is to be told, newest first.',
    arguments: [endpointArgument],
    notes:
      'An event is kept when it was never tried because its endpoint was disabled: ngoma webhooks repeat delivers it, also with --failed.',
    options: {
      ...accountOption,
      state: { value: 'STATE', about: `Only those that are ${states.join(', ')}.` },
      ...pageOptions,
    },
    async run(input) {
      const state = input.text('state')
      if (state !== undefined && !states.includes(state)) throw badUsage(`--state is one of ${states.join(', ')}`)
      return showList(input, `GET ${route}/events`, { path: endpointIn(input), query: { state } }, events)
    },
  },
  {
    name: 'webhooks attempts',
    about: 'List the attempts to call an endpoint, newest first, with what it answered.',
    arguments: [endpointArgument],
    options: {
      ...accountOption,
      event: {
        value: 'EVENT',
        about: 'Only those at this event, by its number in ngoma webhooks events or its webhook-id.',
      },
      ...pageOptions,
    },
    async run(input) {
      const event = readEventId(input.text('event'))
      return showList(input, `GET ${route}/attempts`, { path: endpointIn(input), query: { event } }, attempts)
    },
  },
  {
    name: 'webhooks repeat',
    about: 'Deliver events to an endpoint again: one, or all since a time.',
    arguments: [endpointArgument],
    options: {
      ...accountOption,
      event: { value: 'EVENT', about: 'This one, by its number in ngoma webhooks events or its webhook-id.' },
      since: { value: 'TIME', about: 'All since then, such as 2030-01-31 or 2030-01-31T08:00:00Z.' },
      failed: { about: 'With --since: only those that were never delivered.' },
    },
    notes:
      'They come with the webhook-id that they had, so that a receiver knows them. What waits for a later attempt is tried now.',
    async run(input) {
      const body = readRepetition(input)
      const path = endpointIn(input)
      const answer = await withConsole((console) => console.call(`POST ${route}/repeat`, { path, body }))
      const { repeated } = answer
      const words =
        repeated === 0
          ? 'There was nothing to repeat.'
          : `${repeated.toLocaleString('en')} event${repeated === 1 ? '' : 's'} will be delivered again.`
      input.print(answer, words)
      return exitCodes.done
    },
  },
]
