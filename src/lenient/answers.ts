import type { ActiveUser, ActiveUserDetails } from '../contract/public/chat.ts'
import { isObject } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'

/** What older clients expect in the place of what the contract says. */

/** What an answer is translated with. */
export interface Told {
  readonly query: unknown
  /** What the contract has no fields for; null where the handler gives none. */
  readonly details: unknown
}

/** Every request id is below 2^53. */
export const withNumber = (answer: unknown): unknown =>
  isObject(answer) && typeof answer.request_id === 'string'
    ? { ...answer, request_id: Number(answer.request_id) }
    : answer

const reportMissing = () =>
  new Refusal(404, 404, 'Delivery Report Not Found', {
    hint: 'no delivery report of this account matches: check request_id, which a send was answered with, and dest_addr',
  })

/** One report comes alone, several as a list, and none at all is not found. A page past the end is an empty list. */
export function reportsAnswer(answer: unknown, { query }: Told): unknown {
  if (!Array.isArray(answer) || answer.length > 1) return answer
  if (answer.length === 1) return answer[0]
  const { page = 1 } = isObject(query) ? query : {}
  return Number(page) > 1 ? answer : reportMissing()
}

/** Active users as a bare list, in the order of the page. */
export function usersAnswer(answer: unknown, { details }: Told): unknown {
  const { data } = answer as { readonly data: readonly ActiveUser[] }
  return (details as readonly ActiveUserDetails[]).map(({ sessionStartedAt, name, text }, index) => ({
    session_start_time: sessionStartedAt,
    channel: data[index]?.channel,
    from_addr: data[index]?.from,
    username: name,
    last_message: text,
  }))
}

/** The code and message of a refusal that has them under `data`, at the top level too. */
export const withCodeOnTop = (body: unknown): unknown =>
  isObject(body) && isObject(body.data) ? { ...body.data, ...body } : body
