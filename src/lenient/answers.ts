import type { ActiveUser, ActiveUserDetails } from '../contract/public/chat.ts'
import { isObject } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'

/** Response formats that older clients expect instead of the specified ones. */

/** Input for translating an answer. */
export interface AnswerContext {
  readonly query: unknown
  /** Data without a field in the specified format; null when the handler returns none. */
  readonly details: unknown
}

/** Every request id is below 2^53. */
export const withNumber = (answer: unknown): unknown =>
  isObject(answer) && typeof answer.request_id === 'string'
    ? { ...answer, request_id: Number(answer.request_id) }
    : answer

const reportMissing = () =>
  new Refusal(404, 404, 'Delivery Report Not Found', {
    hint: 'no delivery report of this account matches: check dest_addr and request_id, which the response to the send contained',
  })

/** A single report is returned without a list, and no report is a 404. A page past the end is an empty list. */
export function reportsAnswer(answer: unknown, { query }: AnswerContext): unknown {
  if (!Array.isArray(answer) || answer.length > 1) return answer
  if (answer.length === 1) return answer[0]
  const { page = 1 } = isObject(query) ? query : {}
  return Number(page) > 1 ? answer : reportMissing()
}

/** Active users as a bare list, in page order. */
export function usersAnswer(answer: unknown, { details }: AnswerContext): unknown {
  const { data } = answer as { readonly data: readonly ActiveUser[] }
  return (details as readonly ActiveUserDetails[]).map(({ sessionStartedAt, name, text }, index) => ({
    session_start_time: sessionStartedAt,
    channel: data[index]?.channel,
    from_addr: data[index]?.from,
    username: name,
    last_message: text,
  }))
}

/** Copies the fields of `args` to the top level. */
export const withArgsOnTop = (answer: unknown): unknown =>
  isObject(answer) && isObject(answer.args) ? { ...answer, ...answer.args } : answer

/** Copies code and message of an error from `data` to the top level. */
export const withCodeOnTop = (body: unknown): unknown =>
  isObject(body) && isObject(body.data) ? { ...body.data, ...body } : body
