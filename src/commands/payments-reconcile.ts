import type { Payment, StatementLine } from '../contract/console/payments.ts'
import { countOf } from '../values/count.ts'
import { Refusal } from '../values/refusal.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, table } from './command.ts'
import { describeRead, openSource, type Source } from './csv-files.ts'
import { walk } from './lists.ts'
import { withProgress } from './progress.ts'
import {
  findColumns,
  readLine,
  type StatementColumns,
  type StatementField,
  type StatementPayment,
  statementFields,
} from './statement.ts'

const linesAtOnce = 500
const linesMax = 1_000_000
const bytesMax = 512 * 2 ** 20
const recordCharactersMax = 20_000
/** Some portals write the name of the organisation and the period above the column names. */
const headerWithin = 20
const listedMax = 1_000
const shownMax = 20

const kinds = {
  amountDiffers: 'amount differs',
  notHere: 'in the file, unknown here',
  missing: 'paid here, missing in the file',
  open: 'open here, ended in the file',
  paidInFile: 'failed here, paid in the file',
  failedInFile: 'paid here, failed in the file',
  otherReceipt: 'paid again, with another receipt',
} as const
type Kind = keyof typeof kinds

interface Difference {
  readonly kind: Kind
  readonly id: number | null
  readonly paymentId: string | null
  readonly receipt: string | null
  readonly amountHere: string | null
  readonly amountInFile: string | null
  readonly stateInFile: StatementPayment['state'] | null
  /** Whether --apply changed the payment. */
  applied: boolean
  /** Why --apply could not change it. */
  problem: string | null
}

interface Outcome {
  lines: number
  matched: number
  readonly counts: Record<Kind, number>
  applied: number
  readonly differences: Difference[]
}

const noHeader = () =>
  new Failure(
    'no line with column names found: it needs an amount, and a receipt, reference or payment ID. Use --columns to name them.',
  )

async function* readPayments(
  source: Source,
  given: Readonly<Partial<Record<StatementField, string>>>,
  zone: string,
): AsyncGenerator<StatementPayment[]> {
  const { readCsv } = await import('../engine/csv/index.ts')
  let columns: StatementColumns | null = null
  let records = 0
  let waiting: StatementPayment[] = []
  for await (const part of readCsv(source.stream, { bytesMax, recordCharactersMax })) {
    for (const record of part.records) {
      records += 1
      if (records > linesMax)
        throw new Failure(`the file has more than ${linesMax.toLocaleString('en')} lines: split it`)
      if (columns === null) {
        columns = findColumns(record, given)
        if (columns === null && records >= headerWithin) throw noHeader()
        continue
      }
      const payment = readLine(record, columns, zone, part.delimiter)
      if (payment !== null) waiting.push(payment)
      if (waiting.length === linesAtOnce) {
        yield waiting
        waiting = []
      }
    }
  }
  if (columns === null) throw noHeader()
  if (waiting.length > 0) yield waiting
}

const lineOf = ({ receipt, paymentId, reference }: StatementPayment): StatementLine => ({
  receipt,
  paymentId,
  reference,
})

const isNamed = (line: StatementLine) => Object.keys(line).length > 0

/** Null when both sides agree. `earlier` are the paid lines of payments, by id. */
function compare(
  line: StatementPayment,
  payment: Payment | null,
  earlier: ReadonlyMap<number, StatementPayment>,
): Kind | null {
  if (payment === null) return line.state === 'paid' ? 'notHere' : null
  if (line.amount !== payment.amount.slice(0, -2) || (line.currency ?? payment.currency) !== payment.currency)
    return 'amountDiffers'
  const first = earlier.get(payment.id)
  if (line.state === 'paid' && first !== undefined && (line.receipt === undefined || line.receipt !== first.receipt))
    return 'otherReceipt'
  if (payment.endedAt === null) return 'open'
  const isOther = payment.receipt !== null && line.receipt !== undefined && payment.receipt !== line.receipt
  if (line.state === 'paid' && isOther) return 'otherReceipt'
  if (payment.state === line.state) return null
  return line.state === 'paid' ? 'paidInFile' : 'failedInFile'
}

/**
 * Money that the file proves ends the payment here. A failed payment then needs a refund. A failed line proves nothing:
 * the payer may have paid with the next one.
 */
const isApplied = (kind: Kind, { state }: StatementPayment) =>
  state === 'paid' && (kind === 'open' || kind === 'paidInFile')

async function reconcile(console: ConsoleClient, input: Input, source: Source, outcome: Outcome): Promise<void> {
  const provider = input.text('provider')
  if (provider === undefined) throw badUsage('--provider is required')
  const seen = new Set<number>()
  const paidLines = new Map<number, StatementPayment>()
  let [first, last]: [Date | null, Date | null] = [null, null]

  async function note(kind: Kind, payment: Payment | null, line: StatementPayment | null): Promise<void> {
    outcome.counts[kind] += 1
    const difference: Difference = {
      kind,
      id: payment?.id ?? null,
      paymentId: payment?.paymentId ?? line?.paymentId ?? null,
      receipt: line?.receipt ?? payment?.receipt ?? null,
      amountHere: payment?.amount.slice(0, -2) ?? null,
      amountInFile: line?.amount ?? null,
      stateInFile: line?.state ?? null,
      applied: false,
      problem: null,
    }
    if (outcome.differences.length < listedMax) outcome.differences.push(difference)
    if (!input.is('apply') || payment === null || line === null || !isApplied(kind, line)) return
    const reason = `Statement of ${provider}: ${line.receipt ?? line.reference ?? line.paymentId ?? ''}`.slice(0, 200)
    const { receipt } = line
    try {
      await console.call('POST /payments/:payment/end', {
        path: { payment: payment.id },
        body: { as: 'paid', reason, receipt },
      })
      difference.applied = true
      outcome.applied += 1
    } catch (error) {
      // One payment that cannot be ended must not hide the others.
      if (!(error instanceof Failure) || error.exitCode !== exitCodes.refused) throw error
      difference.problem = error.message
    }
  }

  for await (const lines of readPayments(source, columnsIn(input), zoneIn(input))) {
    const named = lines.filter((line) => isNamed(lineOf(line)))
    if (named.length === 0) continue
    const body = { provider, lines: named.map(lineOf) }
    const { data } = await console.call('POST /payments/match', { body })
    for (const [index, line] of named.entries()) {
      const payment = data[index] ?? null
      outcome.lines += 1
      if (payment !== null) seen.add(payment.id)
      if (line.at !== null && (first === null || line.at < first)) first = line.at
      if (line.at !== null && (last === null || line.at > last)) last = line.at
      const kind = compare(line, payment, paidLines)
      if (payment !== null && line.state === 'paid' && !paidLines.has(payment.id)) paidLines.set(payment.id, line)
      if (kind === null) outcome.matched += payment === null ? 0 : 1
      else await note(kind, payment, line)
    }
  }
  if (first === null || last === null) return
  const query = { list: 'paid', provider, from: first.toISOString(), to: last.toISOString() }
  for await (const payment of walk(console, 'GET /payments', { query }))
    if (!seen.has(payment.id)) await note('missing', payment, null)
}

function columnsIn(input: Input): Readonly<Partial<Record<StatementField, string>>> {
  const given = input.texts('columns').map((text) => {
    const [, field, column] = /^([a-z]+)=(.+)$/.exec(text) ?? []
    const known = statementFields.find((one) => one === field)
    if (known === undefined || column === undefined)
      throw badUsage(`--columns must be FIELD=COLUMN, with one of ${statementFields.join(', ')}`)
    return [known, column] as const
  })
  return Object.fromEntries(given)
}

function zoneIn(input: Input): string {
  const zone = input.text('zone') ?? '+03:00'
  if (!/^[+-]\d\d:\d\d$/.test(zone)) throw badUsage('--zone must be an offset such as +03:00')
  return zone
}

function describe({ lines, matched, counts, differences, applied }: Outcome): string {
  const found = (Object.keys(kinds) as Kind[]).filter((kind) => counts[kind] > 0)
  const summary = found.map((kind) => `${counts[kind].toLocaleString('en')} ${kinds[kind]}`)
  const head = `${countOf(lines, 'payment')} in the file: ${[`${matched.toLocaleString('en')} matched`, ...summary].join(', ')}.`
  if (differences.length === 0) return head
  const rows = differences
    .slice(0, shownMax)
    .map((one) => [
      kinds[one.kind],
      one.id,
      one.paymentId,
      one.receipt,
      one.amountHere,
      one.amountInFile,
      one.applied ? 'ended as paid' : one.problem,
    ])
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const more =
    total > rows.length ? `\n… and ${(total - rows.length).toLocaleString('en')} more; --json lists up to 1,000.` : ''
  const done = applied === 0 ? '' : `\n\n${countOf(applied, 'payment')} ended by the file.`
  return `${head}\n\n${table(['DIFFERENCE', 'ID', 'PAYMENT', 'RECEIPT', 'HERE', 'IN THE FILE', 'DONE'], rows)}${more}${done}`
}

export const reconcilePayments: Command = {
  name: 'payment reconcile',
  about: 'Compare the payments with a statement of a provider.',
  arguments: [{ name: 'FILE', about: 'The statement as CSV in UTF-8, or - for standard input.' }],
  options: {
    provider: { value: 'NAME', about: 'Name of the provider, see "ngoma provider list". Required.' },
    columns: {
      value: 'FIELD=COLUMN',
      multiple: true,
      about: `The name of a column. Fields: ${statementFields.join(', ')}. Default: the names of M-Pesa, Paystack and Flutterwave.`,
    },
    zone: { value: 'OFFSET', about: 'Offset of times without a zone. Default: +03:00, the time of Nairobi.' },
    apply: { about: 'End payments as paid that are open or failed here and paid in the file.' },
  },
  notes: `A line is matched by its receipt, by the reference of the provider, or by our payment ID. Lines that are no incoming payments are skipped. Payments that are paid here are expected in the file if they were started between its first and its last time.

With --apply, an open payment that is paid in the file ends as paid, with the receipt of the file. A payment that failed here and is paid in the file becomes paid, with a refund due if its session has ended. All other differences only appear in the list. The exit code is 1 while there are differences that were not applied.`,
  examples: [
    'payment reconcile statement.csv --provider mpesa',
    'payment reconcile export.csv --provider shop --columns payment=Order --columns amount=Total --apply',
  ],
  async run(input) {
    const [file = ''] = input.arguments
    const source = openSource(file)
    const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>
    const outcome: Outcome = { lines: 0, matched: 0, counts, applied: 0, differences: [] }
    const progress = () => `${describeRead(source)}, ${countOf(outcome.lines, 'payment')} compared`
    const run = () => withConsole((console) => reconcile(console, input, source, outcome))
    await withProgress(progress, run).catch((error: unknown) => {
      throw error instanceof Refusal ? new Failure(`${file}: ${error.message}. ${error.hint ?? ''}`.trim()) : error
    })
    input.print(outcome, describe(outcome))
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return total > outcome.applied ? exitCodes.refused : exitCodes.done
  },
}
