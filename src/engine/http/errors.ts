import type { FastifyContextConfig } from 'fastify'
import { keyHoursKept, keyLengthMax } from '../../values/id.ts'
import { faultHint, Refusal, refuse } from '../../values/refusal.ts'

/** Errors that any route may return. */

const retryAfterSeconds = 2
const unavailableHint =
  'the request is fine, but the server is temporarily unavailable: retry after the seconds in Retry-After, with the same Idempotency-Key if you sent one'

export const bodyTooLarge = (bytesMax: number) =>
  new Refusal(413, 413, 'Request Body Is Too Large', {
    hint: `the body can be at most ${sizeOf(bytesMax)}: split it into several requests`,
  })

export function typeWanted({ readXml, streamsBody }: FastifyContextConfig): string {
  const types = streamsBody
    ? 'text/csv'
    : readXml === undefined
      ? 'application/json'
      : 'application/json or application/xml'
  return `send the body as Content-Type: ${types}`
}

export const unsupportedType = (hint: string) => new Refusal(415, 415, 'Unsupported Media Type', { hint })
export const serviceUnavailable = (code = 503) =>
  new Refusal(503, code, 'Internal Error', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    hint: unavailableHint,
  })
export const internalError = (code = 500) => new Refusal(500, code, 'Internal Error', { hint: faultHint })

function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  return bytes < 2 ** 20 ? `${Math.floor(bytes / 1_024)} KiB` : `${Math.floor(bytes / 2 ** 20)} MiB`
}

export const keyRunning = () =>
  refuse('request_in_progress', {
    v1: [409, 'The First Request With This Idempotency-Key Is Still Running'],
    headers: { 'Retry-After': '1' },
    hint: 'repeat the request after the seconds in Retry-After to get its response',
  })
export const keyReused = () =>
  refuse('idempotency_key_reused', {
    v1: [409, 'Idempotency-Key Was Used With Another Body'],
    hint: `send the same body again to get the first response, or use a new key for a new request; keys are kept for ${keyHoursKept} hours`,
  })
export const invalidKey = () =>
  refuse('invalid_idempotency_key', {
    v1: [104, 'Invalid Idempotency-Key'],
    hint: `send the header once with a value of 1 to ${keyLengthMax} characters, such as a UUID, or omit it`,
  })
