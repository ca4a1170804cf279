import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IdempotencyKey } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
import type { Accepted } from './accept.ts'
import type { SmsContext } from './context.ts'
import type { SendRequest } from './parse.ts'
import { createSorter, type Lane, type Route } from './rules.ts'

/** More than this are not gathered with other requests. */
const smallRecipientsMax = 500
/** How many recipients are looked at before others get a turn. */
const sliceSize = 5_000

/** Takes a send. When it resolves, everything is committed: the messages will go out whatever happens to this process. */
export async function sendSms(ctx: SmsContext, accountId: number, request: SendRequest, key: IdempotencyKey | null = null): Promise<Accepted> {
  const { recipients } = request
  const sorter = createSorter(routeOver(ctx))
  for (let from = 0; from < recipients.length; from += sliceSize) {
    if (from > 0) await nextTurn()
    sorter.add(recipients.length <= sliceSize ? recipients : recipients.slice(from, from + sliceSize))
  }
  const lane: Lane = recipients.length === 1 ? 'single' : 'bulk'
  const accept = recipients.length > smallRecipientsMax ? ctx.acceptLarge : ctx.acceptSmall
  const result = await accept.add({ accountId, request, sorted: sorter.sorted(), lane, key })
  if (result instanceof Refusal) throw result
  return result
}

/** Until there are rules for routes, every number goes to the one carrier there is. */
function routeOver({ carriers }: SmsContext): Route {
  const name = carriers[0]?.name ?? null
  return () => name
}
