import { isObject } from '../values/json.ts'

/** What older clients expect in the place of what the contract says. */

/** Every request id is below 2^53. */
export const withNumber = (answer: unknown): unknown =>
  isObject(answer) && typeof answer.request_id === 'string'
    ? { ...answer, request_id: Number(answer.request_id) }
    : answer

/** One report comes alone, several as a list. */
export function reportsAnswer(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer
  const reports = answer.map(withNumber)
  return reports.length === 1 ? reports[0] : reports
}
