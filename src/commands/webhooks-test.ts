import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryAttempt } from '../contract/account/webhooks.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Command, exitCodes, numberIn } from './command.ts'
import { accountIn, accountOption } from './lists.ts'

/** An attempt times out after 15 seconds. */
const secondsMax = 20
const pollMs = 200

/** The first attempt at an event; null after a timeout. */
async function waitForAttempt(
  console: ConsoleClient,
  path: { readonly account: string; readonly endpoint: string },
  event: number,
): Promise<DeliveryAttempt | null> {
  for (const end = performance.now() + secondsMax * 1_000; performance.now() < end; await sleep(pollMs)) {
    const { data } = await console.call('GET /v2/webhooks/:endpoint/attempts', { path, query: { event } })
    const first = data.at(-1)
    if (first !== undefined) return first
  }
  return null
}

function describeAttempt({ status, tookMs, problem, answer }: DeliveryAttempt): string {
  const body = answer.trim() === '' ? '' : `\n\n${answer.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '?').trimEnd()}`
  return problem === null
    ? `Delivered: the endpoint answered ${status} after ${tookMs} ms.${body}`
    : `Failed after ${tookMs} ms: ${problem}.${body}`
}

export const webhookTest: Command = {
  name: 'webhook test',
  about: 'Send a test event to an endpoint, and show the response.',
  arguments: [{ name: 'ENDPOINT', about: 'ID of the endpoint, see "ngoma webhook list".' }],
  options: accountOption,
  notes:
    'The request has the header "ngoma-test: true". The exit code is 1 when the delivery fails; it is then retried like any other event.',
  examples: ['webhook test 4 --account 2'],
  async run(input) {
    const path = { endpoint: numberIn(input, 'webhook list', 'ENDPOINT'), ...accountIn(input) }
    return withConsole(async (console) => {
      const { eventId } = await console.call('POST /v2/webhooks/:endpoint/test', { path })
      if (!console.isServed) {
        const text = `No server is running here: test event ${eventId} is delivered when a server or a worker runs on this database.`
        input.print({ eventId, attempt: null }, text)
        return exitCodes.done
      }
      const attempt = await waitForAttempt(console, path, eventId)
      const text =
        attempt === null
          ? `No delivery attempt within ${secondsMax} seconds: test event ${eventId} waits behind other events, or no worker is running.`
          : describeAttempt(attempt)
      input.print({ eventId, attempt }, text)
      return attempt?.problem === null ? exitCodes.done : exitCodes.refused
    })
  },
}
