import type { ProviderAnswer } from './answer.ts'
import type { FilledRequest } from './fill.ts'

/**
 * The way out, which is handed in: it bounds time and size, follows no redirect, and throws when there is no whole
 * answer.
 */
export type Send = (
  request: FilledRequest & { readonly timeoutMs: number; readonly answerBytesMax: number },
) => Promise<ProviderAnswer>

/** Whether requests may go to a URL at all. */
export type Judge = (url: string) => Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string }>

export const answerBytesMax = 65_536
/** Some providers are given the text of a message in the URL; with most servers they get no further than this. */
export const urlLengthMax = 8_192

/**
 * How far a request came that was not answered. connecting: nothing of it was sent. answering: something came that is
 * no whole answer.
 */
export interface Failure {
  readonly stage: 'connecting' | 'sent' | 'answering'
  readonly isTimeout: boolean
  readonly why: string
}

/** Of what `send` threw. Who does not say how far it came may have arrived. */
export function failureOf(error: unknown): Failure {
  const {
    stage = 'sent',
    kind,
    message = String(error),
  } = error as Partial<Error & Pick<Failure, 'stage'> & { readonly kind: string }>
  return { stage, isTimeout: kind === 'timeout', why: message }
}
