export type State = 'ok' | 'warning' | 'problem'

/** What one check found. */
export interface Finding {
  readonly check: string
  readonly state: State
  readonly message: string
  /** What to do; null when there is nothing to do. */
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

/** As it stands at the end of a line it becomes one of its own. */
export const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`
