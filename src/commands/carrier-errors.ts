import { readReceiptCode, readStatus } from '../carriers/smpp/error-rules.ts'
import type { CarrierErrorCode, CarrierErrors } from '../contract/console/routing.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, table } from './command.ts'

const byDefault = 'default'
const tables = { status: 'statusErrors', receipt: 'receiptErrors' } as const

interface Change {
  readonly setting: (typeof tables)[keyof typeof tables]
  readonly code: string
  /** Null for the default. */
  readonly rule: string | null
}

/** Null without a change. */
function readChange(input: Input): Change | null {
  const [status, receipt, rule] = [input.text('status'), input.text('receipt'), input.text('rule')]
  if (status === undefined && receipt === undefined && rule === undefined) return null
  if ((status === undefined) === (receipt === undefined))
    throw badUsage('give either --status or --receipt with --rule')
  if (rule === undefined) throw badUsage(`--rule is required, such as "retry absent_subscriber", or ${byDefault}`)
  return {
    setting: receipt === undefined ? tables.status : tables.receipt,
    code: status ?? receipt ?? '',
    rule: rule === byDefault ? null : rule,
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A code has several forms, such as 11, 011 and 0x0B. The server refuses an invalid code. */
function isSameCode({ setting, code }: Change, other: string): boolean {
  const read = setting === tables.status ? readStatus : readReceiptCode
  const wanted = read(code.trim())
  return code === other || (wanted !== null && wanted === read(other.trim()))
}

function apply(settings: Readonly<Record<string, unknown>>, change: Change) {
  const { setting, code, rule } = change
  const before = Object.entries(isObject(settings[setting]) ? settings[setting] : {})
  const others = before.filter(([other]) => !isSameCode(change, other))
  if (rule === null && others.length === before.length) throw new Failure(`${code} has no rule of its own.`)
  return { ...settings, [setting]: Object.fromEntries(rule === null ? others : [...others, [code, rule]]) }
}

const rowOf = ({ code, action, reason, isOwn, text }: CarrierErrorCode) => [
  code,
  action,
  reason,
  isOwn ? 'set' : byDefault,
  text?.replace(/ \(status .*\)$/, '') ?? '',
]

const heads = ['CODE', 'ACTION', 'REASON', 'SOURCE', 'MEANING']

const describe = ({ statuses, receipts }: CarrierErrors) =>
  statuses.length === 0
    ? 'This carrier has no table of error codes. The settings of an HTTP carrier list its answers as states.'
    : `Status of submit responses. Other statuses are retried.\n\n${table(heads, statuses.map(rowOf))}\n\nStates and error codes of delivery receipts.\n\n${table(heads, receipts.map(rowOf))}`

export const carrierErrors: Command = {
  name: 'carrier errors',
  about: 'Show or change the meaning of the error codes of a carrier.',
  arguments: [{ name: 'NAME', about: 'Name of the carrier, see "ngoma carrier list".' }],
  options: {
    status: { value: 'CODE', about: 'Change this status of submit responses, such as 0x45.' },
    receipt: {
      value: 'CODE',
      about: 'Change this error code of delivery receipts, such as 006, a state such as rejected, or rejected/006.',
    },
    rule: {
      value: 'RULE',
      about: 'An action (fail or retry; throttle for a status), a reason, or both. Use default to reset it.',
    },
  },
  notes: `Reasons are names in snake case. Known reasons, such as absent_subscriber or unknown_subscriber, are explained to customers in their language; others appear unchanged. docs/carriers.md lists them.

A change takes effect at once, without a new bind.`,
  examples: [
    'carrier errors north',
    'carrier errors north --status 0x45 --rule "fail invalid_destination"',
    'carrier errors north --receipt 006 --rule "retry absent_subscriber"',
    'carrier errors north --status 0x45 --rule default',
  ],
  async run(input) {
    const path = { carrier: input.arguments[0] ?? '' }
    const change = readChange(input)
    const errors = await withConsole(async (console) => {
      if (change !== null) {
        const { kind, settings } = await console.call('GET /carriers/:carrier', { path })
        await console.call('PUT /carriers/:carrier', { path, body: { kind, settings: apply(settings, change) } })
      }
      return console.call('GET /carriers/:carrier/errors', { path })
    })
    input.print(errors, describe(errors))
    return exitCodes.done
  },
}
