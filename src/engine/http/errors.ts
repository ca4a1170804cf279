import type { FastifyContextConfig } from 'fastify'
import { keyHoursKept, keyLengthMax } from '../../values/idempotency.ts'
import { faultHint, Refusal } from '../../values/refusal.ts'

/** What any route may answer, whatever it is for. */

const retryAfterSeconds = 2
const awayHint =
  'nothing is wrong with the request: repeat it after the seconds in Retry-After, with the same Idempotency-Key if it has one'

export const bodyTooLarge = (bytesMax: number) =>
  new Refusal(413, 413, 'Request Body Is Too Large', {
    hint: `a body here has at most ${sizeOf(bytesMax)}: send it in parts`,
  })

/** What the body of a route may be. */
export function typeWanted({ readXml, bodyAsItComes }: FastifyContextConfig): string {
  const types = bodyAsItComes
    ? 'text/csv'
    : readXml === undefined
      ? 'application/json'
      : 'application/json, or application/xml'
  return `send the body as Content-Type: ${types}`
}

export const unsupportedType = (hint: string) => new Refusal(415, 415, 'Unsupported Media Type', { hint })
export const notNow = (code = 503) =>
  new Refusal(503, code, 'Internal Error', { headers: { 'Retry-After': String(retryAfterSeconds) }, hint: awayHint })
export const ownFault = (code = 500) => new Refusal(500, code, 'Internal Error', { hint: faultHint })

function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  return bytes < 2 ** 20 ? `${Math.floor(bytes / 1_024)} KiB` : `${Math.floor(bytes / 2 ** 20)} MiB`
}

export const keyReused = () =>
  new Refusal(409, 409, 'Idempotency-Key Was Used With Another Body', {
    hint: `repeat the very same body to get the first answer again, or take a new key for another; a key is kept for ${keyHoursKept} hours`,
  })
export const invalidKey = () =>
  new Refusal(400, 104, 'Invalid Idempotency-Key', {
    hint: `send the header once, with 1 to ${keyLengthMax} characters such as a UUID, or leave it out`,
  })
