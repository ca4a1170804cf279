/** `[status, sentence, hint]`. A hint that depends on the request is given where the request is refused. */
export type Problem = readonly [status: number, sentence: string, hint?: string]
export type Problems = Readonly<Record<string, Problem>>
