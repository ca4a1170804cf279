export type State = 'ok' | 'warning' | 'problem'

/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly state: State
  readonly message: string
  /** How to fix it; null when nothing needs fixing. */
  readonly advice: string | null
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message, advice: null })
export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'warning',
  message,
  advice,
})
export const problem = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'problem',
  message,
  advice,
})

/** Splits "problem: advice" or "problem. Advice" of an error message. */
export function splitAdvice(text: string): readonly [message: string, advice: string | undefined] {
  const [message = '', advice] = text.split(/[:.] (.*)/s)
  return [message, advice]
}

/** Capitalizes the text and adds a full stop. */
export const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`
