export type State = 'ok' | 'warning' | 'problem'

export interface Finding {
  readonly check: string
  readonly state: State
  readonly message: string
  /** How to fix it; null when nothing needs fixing. */
  readonly advice: string | null
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message, advice: null })
const findingOf =
  (state: State) =>
  (check: string, message: string, advice: string): Finding => ({ check, state, message, advice })
export const warning = findingOf('warning')
export const problem = findingOf('problem')

/** Splits "problem: advice" or "problem. Advice" of an error message. */
export function splitAdvice(text: string): readonly [message: string, advice: string | undefined] {
  const [message = '', advice] = text.split(/[:.] (.*)/s)
  return [message, advice]
}

export const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`
