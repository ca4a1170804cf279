import type { ProviderAnswer } from './answer.ts'
import type { FilledRequest } from './fill.ts'

/** The way out, which is handed in: it bounds time and size, follows no redirect, and throws when there is no whole answer. */
export type Send = (request: FilledRequest & { readonly timeoutMs: number; readonly answerBytesMax: number }) => Promise<ProviderAnswer>

/** Whether requests may go to a URL at all. */
export type Judge = (url: string) => Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string }>

export const answerBytesMax = 65_536
