import { isObject } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'

/** What older clients expect in the place of what the contract says. */

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
export function reportsAnswer(answer: unknown, query: unknown): unknown {
  if (!Array.isArray(answer) || answer.length > 1) return answer
  if (answer.length === 1) return answer[0]
  const { page = 1 } = isObject(query) ? query : {}
  return Number(page) > 1 ? answer : reportMissing()
}

/** The code and message of a refusal that has them under `data`, at the top level too. */
export const withCodeOnTop = (body: unknown): unknown =>
  isObject(body) && isObject(body.data) ? { ...body.data, ...body } : body
