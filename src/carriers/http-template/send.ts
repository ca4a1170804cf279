import type { Readable } from 'node:stream'
import type { Clock } from '../../values/time.ts'
import { unsendable } from '../provider-kind.ts'
import type { ProviderAnswer } from './answer.ts'
import { type FilledRequest, fillRequest, type RequestTemplate, type Values } from './fill.ts'

/**
 * Sends a request. The implementation is passed in: it limits time and size, follows no redirects, and throws without a
 * complete response.
 */
export type Send = (
  request: FilledRequest & { readonly timeoutMs: number; readonly answerBytesMax: number },
) => Promise<ProviderAnswer>

/** Downloads a file in pieces, within the same limits. Throws for a longer file, at the latest while it is read. */
export type Download = (request: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly bytesMax: number
}) => Promise<{
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}>

/** Whether requests to a URL are allowed. */
export type CheckUrl = (url: string) => Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string }>

/** The options of every kind with an HTTP API. */
export interface HttpOptions {
  readonly send: Send
  readonly checkUrl: CheckUrl
  readonly clock: Clock
  readonly log?: Log
}

export interface Log {
  warn(fields: object, message: string): void
}

export const answerBytesMax = 65_536
/** Some providers take the text of a message in the URL. Most servers accept no more than this. */
export const urlLengthMax = 8_192

/** Throws a ProviderFailure for a message that can never be put into a request. */
export function fillMessage(template: RequestTemplate, values: Values): FilledRequest {
  const filled = tryToFill(template, values)
  if (filled.url.length > urlLengthMax) throw unsendable('the URL would be too long')
  if (Object.values(filled.headers).some((value) => !/^[\x20-\x7e]*$/.test(value)))
    throw unsendable('a header would contain invalid characters')
  return filled
}

/** A lone surrogate, for example, cannot be part of a URL. */
function tryToFill(template: RequestTemplate, values: Values): FilledRequest {
  try {
    return fillRequest(template, values)
  } catch (error) {
    throw unsendable((error as Error).message)
  }
}

/** How far a failed request came. connecting: nothing was sent. answering: an incomplete response arrived. */
export interface Failure {
  readonly stage: 'connecting' | 'sent' | 'answering'
  readonly isTimeout: boolean
  readonly why: string
}

/** Reads an error of `send`. Without a known stage, the request may have arrived. */
export function failureOf(error: unknown): Failure {
  const {
    stage = 'sent',
    kind,
    message = String(error),
  } = error as Partial<Error & Pick<Failure, 'stage'> & { readonly kind: string }>
  return { stage, isTimeout: kind === 'timeout', why: message }
}
