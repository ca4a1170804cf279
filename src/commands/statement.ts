import { nameOfColumn } from '../values/csv.ts'
import { Failure } from './command.ts'

/** Reads the statements that payment providers export as CSV. */

export const statementFields = ['receipt', 'payment', 'reference', 'amount', 'currency', 'status', 'time'] as const
export type StatementField = (typeof statementFields)[number]

/** Where a line has its values: the index of the column, or undefined without one. */
export type StatementColumns = Readonly<Partial<Record<StatementField, number>>>

/** One payment of a statement. */
export interface StatementPayment {
  readonly receipt: string | undefined
  readonly paymentId: string | undefined
  readonly reference: string | undefined
  /** With two decimal places. */
  readonly amount: string
  readonly currency: string | undefined
  readonly state: 'paid' | 'failed'
  /** Null without a time. */
  readonly at: Date | null
}

/** Column names of M-Pesa, Paystack and Flutterwave, as `nameOfColumn` writes them. The first one found is used. */
const names: Readonly<Record<StatementField, readonly string[]>> = {
  receipt: ['receiptno', 'receiptnumber', 'receipt', 'mpesareceiptnumber', 'transactionid', 'id'],
  payment: ['a/cno', 'accountno', 'accountreference', 'paymentid', 'txref', 'merchantreference', 'reference'],
  reference: ['checkoutrequestid', 'flwref', 'providerreference'],
  amount: ['paidin', 'amountpaid', 'amount'],
  currency: ['currency', 'currencycode'],
  status: ['transactionstatus', 'status'],
  time: ['completiontime', 'paidat', 'createdat', 'transactiondate', 'date', 'initiationtime'],
}

const states: Readonly<Record<string, StatementPayment['state']>> = {
  completed: 'paid',
  success: 'paid',
  successful: 'paid',
  paid: 'paid',
  failed: 'failed',
  declined: 'failed',
  cancelled: 'failed',
  reversed: 'failed',
}

/** Null when the record is not a header: it must have an amount and a column that names payments. */
export function findColumns(
  record: readonly string[],
  given: Readonly<Partial<Record<StatementField, string>>>,
): StatementColumns | null {
  const heads = record.map(nameOfColumn)
  const indexOf = (field: StatementField): number | undefined => {
    const wanted = given[field]
    const index =
      wanted === undefined
        ? (names[field].map((name) => heads.indexOf(name)).find((found) => found >= 0) ?? -1)
        : heads.indexOf(nameOfColumn(wanted))
    return index < 0 ? undefined : index
  }
  const columns = Object.fromEntries(statementFields.map((field) => [field, indexOf(field)])) as StatementColumns
  const isHeader =
    columns.amount !== undefined &&
    [columns.receipt, columns.payment, columns.reference].some((one) => one !== undefined)
  return isHeader ? columns : null
}

/**
 * Null for a line that is no incoming payment: an outgoing amount, a charge, or a status that means neither paid nor
 * failed. `zone` is the offset of times without one, such as +03:00.
 */
export function readLine(
  record: readonly string[],
  columns: StatementColumns,
  zone: string,
  delimiter = ',',
): StatementPayment | null {
  const cell = (field: StatementField) => {
    const index = columns[field]
    const text = index === undefined ? '' : (record[index] ?? '').trim()
    return text === '' || text.length > 200 ? undefined : text
  }
  const status = cell('status')
  const state = status === undefined ? 'paid' : states[status.toLowerCase()]
  if (state === undefined) return null
  const amount = readAmount(cell('amount') ?? '', delimiter)
  if (amount === null) return null
  return {
    receipt: cell('receipt'),
    paymentId: cell('payment'),
    reference: cell('reference'),
    amount,
    currency: cell('currency')?.toUpperCase(),
    state,
    at: readTime(cell('time') ?? '', zone),
  }
}

/**
 * An amount such as 1,500.00 or "KES 1500" with two decimal places; null for zero and for anything else. Where
 * semicolons stand between cells, a comma often stands before decimals, as in 1.500,00.
 */
export function readAmount(text: string, delimiter = ','): string | null {
  const written = text.trim().replace(/^[A-Z]{3} ?/, '')
  const isEuropean = delimiter === ';' && /^\d{1,3}(\.\d{3})+(,\d+)?$|^\d+,\d+$/.test(written)
  if (delimiter === ';' && /^[1-9]\d{0,2}[.,]\d{3}$/.test(written))
    throw new Failure(
      `the amount ${written} can mean two amounts in a file with semicolons: write it with two decimal places, such as 1250.00`,
    )
  const typed = isEuropean ? written.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')) : written
  const [, whole, decimals = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(typed) ?? []
  if (whole === undefined || /[^0]/.test(decimals.slice(2))) return null
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  const amount = `${digits}.${decimals.slice(0, 2).padEnd(2, '0')}`
  return /[1-9]/.test(amount) ? amount : null
}

/** ISO 8601, or the day first, as M-Pesa writes it: 31-12-2026 23:59:59. */
export function readTime(text: string, zone: string): Date | null {
  const [, day, month, year, clock = '00:00:00'] =
    /^(\d\d)[-/.](\d\d)[-/.](\d{4})(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  const iso = year === undefined ? text.replace(' ', 'T') : `${year}-${month}-${day}T${clock}`
  if (!/^\d{4}-\d\d-\d\d/.test(iso)) return null
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(iso)
  const time = new Date(`${iso.length === 10 ? `${iso}T00:00:00` : iso}${hasZone ? '' : zone}`)
  return Number.isNaN(time.getTime()) ? null : time
}
