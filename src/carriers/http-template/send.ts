import type { Readable } from 'node:stream'
import type { ProviderAnswer } from './answer.ts'
import type { FilledRequest } from './fill.ts'

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

export const answerBytesMax = 65_536
/** Some providers take the text of a message in the URL. Most servers accept no more than this. */
export const urlLengthMax = 8_192

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
