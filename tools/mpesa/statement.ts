import { localDigits, type Payment } from './payments.ts'

const columns = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Reason Type',
  'Other Party Info',
  'A/C No.',
]

/** The successful payments like the statement that the organisation portal exports. */
export function statementOf(payments: readonly Payment[]): string {
  let balance = 0
  const rows = payments.flatMap(({ result, amount, phone, at, accountReference }) => {
    if (result === null || result.receipt === null) return []
    balance += amount
    const masked = `${phone.slice(0, 6)}***${phone.slice(-3)}`
    return [
      [
        result.receipt,
        timeCell(result.at),
        timeCell(at),
        `Pay Bill Online from ${masked} Acc. ${accountReference}`,
        'Completed',
        `${amount}.00`,
        '',
        `${balance}.00`,
        'Pay Bill Online',
        masked,
        accountReference,
      ],
    ]
  })
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const timeCell = (time: Date) => localDigits(time).replace(/^(....)(..)(..)(..)(..)(..)$/, '$3-$2-$1 $4:$5:$6')
