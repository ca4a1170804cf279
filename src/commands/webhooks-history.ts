import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryAttempt, EventState, WebhookEvent } from '../contract/account/webhooks.ts'
import type { BodyOf } from '../contract/console/index.ts'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, secondsCell, timeForms, timeIn } from './command.ts'
import { accountOption, pageOptions, type Shown, showList } from './lists.ts'
import { endpointArgument, endpointIn } from './webhooks.ts'

/** Commands load no schemas; the type keeps this list complete. */
const states = Object.keys({ waiting: 0, delivered: 0, failed: 0, kept: 0 } satisfies Record<EventState, 0>)
/** An attempt times out after 15 seconds. */
const testSecondsMax = 20
const pollMs = 200
/** Maximum length of a body or an answer in a table. */
const cellMax = 80

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > cellMax ? `${line.slice(0, cellMax)}…` : line
}

const events: Shown<WebhookEvent> = {
  heads: ['ID', 'STATUS', 'ATTEMPTS', 'CREATED', 'NEXT ATTEMPT', 'BODY'],
  row: ({ id, state, attempts, isTest, createdAt, dueAt, body }) => [
    id,
    isTest ? `${state} (test)` : state,
    attempts,
    secondsCell(createdAt),
    dueAt === null ? '' : secondsCell(dueAt),
    shorten(body),
  ],
  nothing: 'No matching events.',
}

const attempts: Shown<DeliveryAttempt> = {
  heads: ['TIME', 'EVENT', 'STATUS', 'DURATION', 'PROBLEM', 'RESPONSE'],
  row: ({ eventId, at, status, tookMs, problem, answer }) => [
    secondsCell(at),
    eventId,
    status,
    `${tookMs} ms`,
    problem,
    shorten(answer),
  ],
  nothing: 'No delivery attempts.',
}

/** Accepts an ID or a webhook-id header (`evt_42`). */
function readEventId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, digits] = /^(?:evt_)?([1-9]\d{0,14})$/.exec(text) ?? []
  if (digits === undefined)
    throw badUsage('--event must be an event ID. Run "ngoma webhooks events ENDPOINT" to find it.')
  return Number(digits)
}

const route = '/v2/webhooks/:endpoint'

/** The first attempt at an event; null after a timeout. */
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
  const body = answer.trim() === '' ? '' : `\n\n${answer.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '?').trimEnd()}`
  return problem === null
    ? `Delivered: the endpoint answered ${status} after ${tookMs} ms.${body}`
    : `Failed after ${tookMs} ms: ${problem}.${body}`
}

function readRepetition(input: Input): BodyOf<`POST ${typeof route}/repeat`> {
  const [event, since] = [readEventId(input.text('event')), timeIn(input, 'since')]
  if (event !== undefined && since !== undefined) throw badUsage('use either --event or --since, not both')
  if (input.is('failed') && event !== undefined) throw badUsage('--failed requires --since')
  if (event !== undefined) return { event }
  if (since === undefined) throw badUsage('--event or --since is required')
  return { since, failedOnly: input.is('failed') }
}

export const webhookHistoryCommands: readonly Command[] = [
  {
    name: 'webhooks test',
    about: 'Send a test event to an endpoint, and show the response.',
    arguments: [endpointArgument],
    options: accountOption,
    notes:
      'The request has the header "ngoma-test: true". The exit code is 1 when the delivery fails; it is then retried like any other event.',
    examples: ['webhooks test 4 --account 2'],
    async run(input) {
      const path = endpointIn(input)
      return withConsole(async (console) => {
        const { eventId } = await console.call(`POST ${route}/test`, { path })
        if (!console.isServed) {
          input.print(
            { eventId, attempt: null },
            `No server is running here: test event ${eventId} is delivered when a server or a worker runs on this database.`,
          )
          return exitCodes.done
        }
        const attempt = await waitForAttempt(console, path, eventId)
        const words =
          attempt === null
            ? `No delivery attempt within ${testSecondsMax} seconds: test event ${eventId} waits behind other events, or no worker is running.`
            : describeAttempt(attempt)
        input.print({ eventId, attempt }, words)
        return attempt?.problem === null ? exitCodes.done : exitCodes.refused
      })
    },
  },
  {
    name: 'webhooks events',
    about: 'List the events of an endpoint, newest first.',
    arguments: [endpointArgument],
    notes:
      'Status "kept": the endpoint was disabled, so no delivery was attempted. "ngoma webhooks repeat" delivers these events too, even with --failed.',
    examples: ['webhooks events 4 --account 2 --state failed'],
    options: {
      ...accountOption,
      state: { value: 'STATUS', about: `Only this status: ${states.join(', ')}.` },
      ...pageOptions,
    },
    async run(input) {
      const state = input.text('state')
      if (state !== undefined && !states.includes(state)) throw badUsage(`--state must be one of ${states.join(', ')}`)
      return showList(input, `GET ${route}/events`, { path: endpointIn(input), query: { state } }, events)
    },
  },
  {
    name: 'webhooks attempts',
    about: 'List the delivery attempts to an endpoint with the responses, newest first.',
    arguments: [endpointArgument],
    options: {
      ...accountOption,
      event: {
        value: 'EVENT',
        about: 'Only this event, by its ID in "ngoma webhooks events" or its webhook-id.',
      },
      ...pageOptions,
    },
    examples: ['webhooks attempts 4 --account 2', 'webhooks attempts 4 --account 2 --event evt_815'],
    async run(input) {
      const event = readEventId(input.text('event'))
      return showList(input, `GET ${route}/attempts`, { path: endpointIn(input), query: { event } }, attempts)
    },
  },
  {
    name: 'webhooks repeat',
    about: 'Replay events: deliver one event again, or all since a time.',
    arguments: [endpointArgument],
    options: {
      ...accountOption,
      event: { value: 'EVENT', about: 'One event, by its ID in "ngoma webhooks events" or its webhook-id.' },
      since: { value: 'TIME', about: `All events since this time, ${timeForms}.` },
      failed: { about: 'With --since: only events that were never delivered.' },
    },
    notes:
      'The events keep their webhook-id, so that the receiver can detect duplicates. Events that wait for a retry are attempted now.',
    examples: ['webhooks repeat 4 --event evt_815 --account 2', 'webhooks repeat 4 --since 2030-01-31 --failed'],
    async run(input) {
      const body = readRepetition(input)
      const path = endpointIn(input)
      const answer = await withConsole((console) => console.call(`POST ${route}/repeat`, { path, body }))
      const { repeated } = answer
      const words =
        repeated === 0 ? 'No events to deliver again.' : `${countOf(repeated, 'event')} will be delivered again.`
      input.print(answer, words)
      return exitCodes.done
    },
  },
]
