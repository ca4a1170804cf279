import { problem } from '../settings.ts'

/**
 * The fate of a message after an error of the carrier. `throttle`: it is submitted again, and the bind slows down.
 * `retry`: it is submitted again later. `fail`: it ends as undelivered.
 */
export const errorActions = ['fail', 'retry', 'throttle'] as const
export type ErrorAction = (typeof errorActions)[number]

/** The meaning that an operator assigned to a code. Null keeps the default. */
export interface ErrorRule {
  readonly action: ErrorAction | null
  readonly reason: string | null
}

/** The states of a receipt for a message that was not delivered. */
export const failedStates = ['expired', 'deleted', 'undelivered', 'unknown', 'rejected', 'skipped'] as const
export type FailedState = (typeof failedStates)[number]

/** By status of a submit response. */
export type StatusErrors = ReadonlyMap<number, ErrorRule>
/** By error code of a receipt, by state, or by both: `6`, `rejected`, `rejected/6`. */
export type ReceiptErrors = ReadonlyMap<string, ErrorRule>

type WrittenRules = Readonly<Record<string, string>>

const rulesMax = 200
/** A reason is a metric label, so it is short. */
const reasonForm = /^[a-z][a-z0-9_]{1,39}$/
/** They say that the message never reached a carrier, or that its time was over. */
const reservedReasons: readonly string[] = ['cancelled', 'expired']

export function readStatusErrors(value: WrittenRules): StatusErrors {
  return readRules('statusErrors', value, readStatus, errorActions)
}

export function readReceiptErrors(value: WrittenRules): ReceiptErrors {
  return readRules('receiptErrors', value, readReceiptCode, ['fail', 'retry'])
}

function readRules<Code>(
  name: string,
  given: WrittenRules,
  readCode: (code: string) => Code | null,
  actions: readonly ErrorAction[],
): ReadonlyMap<Code, ErrorRule> {
  const entries = Object.entries(given)
  if (entries.length > rulesMax) throw problem(`${name} must have at most ${rulesMax} codes`)
  const rules = new Map<Code, ErrorRule>()
  for (const [written, rule] of entries) {
    const shown = JSON.stringify(written.slice(0, 40))
    const code = readCode(written.trim())
    if (code === null) throw problem(`${name} has the invalid code ${shown}; ${codeForms[name]}`)
    if (rules.has(code)) throw problem(`${name} has the code ${shown} twice`)
    rules.set(code, readRule(`${name}.${written.slice(0, 40)}`, rule, actions))
  }
  return rules
}

const codeForms: Readonly<Record<string, string>> = {
  statusErrors: 'write a status such as 0x45, or 69 in decimal',
  receiptErrors: 'write an error code such as 006, a state such as rejected, or both as rejected/006',
}

/** An action, a reason, or both in this order. */
function readRule(name: string, value: string, actions: readonly ErrorAction[]): ErrorRule {
  const words = value.split(/\s+/).filter((word) => word !== '')
  const action = actions.find((one) => one === words[0]) ?? null
  const rest = words.slice(action === null ? 0 : 1)
  const [reason = null] = rest
  if ((action === null && reason === null) || rest.length > 1)
    throw problem(`${name} must be ${listOf(actions)}, a reason, or both, such as "${actions[1]} absent_subscriber"`)
  if (reason !== null && (!reasonForm.test(reason) || errorActions.some((one) => one === reason)))
    throw problem(
      `${name} has the invalid reason ${JSON.stringify(reason.slice(0, 40))}; use snake case, such as absent_subscriber`,
    )
  if (reason !== null && reservedReasons.includes(reason)) throw problem(`${name} must not have the reason ${reason}`)
  return { action, reason }
}

const listOf = (actions: readonly string[]) => actions.join(', ')

/** Null for a code that no status can have; 0 means accepted. */
function readStatus(code: string): number | null {
  const status = /^0x[0-9a-f]{1,8}$/i.test(code) || /^\d{1,10}$/.test(code) ? Number(code) : 0
  return status >= 1 && status <= 0xffff_ffff ? status : null
}

/** The key of a rule for receipts; null for an invalid code. */
function readReceiptCode(written: string): string | null {
  const [first = '', second, ...rest] = written.toLowerCase().split('/')
  if (rest.length > 0) return null
  const state = failedStates.find((one) => one === first)
  if (second === undefined) return state ?? codeOf(first)
  const code = codeOf(second)
  return state === undefined || code === null ? null : `${state}/${code}`
}

/**
 * The code of a receipt without leading zeros, in the letters of its text; null for none. Codes in optional parameters
 * are numbers, which a setting may also have in hexadecimal.
 */
export function codeOf(written: string): string | null {
  const code = /^0x[0-9a-f]{1,4}$/i.test(written) ? String(Number(written)) : written.toLowerCase().replace(/^0+/, '')
  return /^[a-z0-9]{1,5}$/.test(code) && code !== '0' ? code : null
}
