import type { SystemReport } from '../contract/console/reports.ts'
import { countOf } from '../values/count.ts'
import { showAmount } from '../values/money.ts'
import { reportFilters, reportGroups, systemReportGroups } from '../values/reports.ts'
import { withConsole } from './client.ts'
import {
  badUsage,
  type Command,
  choiceIn,
  count,
  exitCodes,
  type Input,
  type Option,
  table,
  timeCell,
} from './command.ts'
import { exportFile } from './csv-files.ts'
import { accountIn, accountOption } from './lists.ts'

const rangeOptions: Readonly<Record<string, Option>> = {
  from: { value: 'DAY', about: 'First day, such as 2026-11-01. Default: 29 days before --to.' },
  to: { value: 'DAY', about: 'Last day. Default: today.' },
  'time-zone': { value: 'ZONE', about: 'Time zone of days and hours, such as Africa/Nairobi. Default: UTC.' },
  carrier: { value: 'NAME', about: 'Only this carrier.' },
}

const queryOf = (input: Input) =>
  Object.fromEntries(reportFilters.map((name) => [name, input.text(name === 'timeZone' ? 'time-zone' : name)] as const))

const cellsOf = (figures: SystemReport['total']) => [
  count(figures.messages),
  count(figures.delivered),
  count(figures.failed),
  count(figures.pending),
  figures.deliveryRate === null ? '' : `${figures.deliveryRate}%`,
  figures.deliverySeconds === null ? '' : `${figures.deliverySeconds} s`,
  figures.spent === null ? '' : showAmount(figures.spent),
]

function describeReport({ by, from, to, timeZone, currency, rows, hasMore, total }: SystemReport): string {
  const heads = ['MESSAGES', 'DELIVERED', 'FAILED', 'PENDING', 'DELIVERY RATE', 'DELIVERY TIME', `SPENT ${currency}`]
  const lines = rows.map((row) => [row.label === row.key ? row.key : `${row.key} (${row.label})`, ...cellsOf(row)])
  return [
    `Messages from ${from} to ${to} (${timeZone}).`,
    table([by.toUpperCase(), ...heads], [...lines, ['TOTAL', ...cellsOf(total)]]),
    ...(hasMore ? ['Only the largest groups are listed. Use --csv to export all.'] : []),
  ].join('\n\n')
}

/** Days and hours without messages are left out, because they would fill the screen. */
const withoutEmpty = (report: SystemReport): SystemReport => ({
  ...report,
  rows: report.rows.filter(({ messages }) => messages > 0),
})

export const reportCommands: readonly Command[] = [
  {
    name: 'report show',
    about: 'Show messages, delivery rate and spend of an account, or of all accounts.',
    options: {
      ...accountOption,
      all: { about: 'All accounts.' },
      by: { value: 'GROUP', about: `${reportGroups.join(', ')}; with --all also account. Default: day.` },
      ...rangeOptions,
      country: { value: 'CODE', about: 'Only this country, such as TZ.' },
      sender: { value: 'SENDER', about: 'Only this sender ID.' },
      campaign: { value: 'ID', about: 'Only this campaign; 0 for messages without one.' },
      reason: { value: 'REASON', about: 'Only messages that failed with this reason.' },
      csv: { value: 'FILE', about: 'Write the report to a new CSV file; - for standard output.' },
    },
    notes:
      'A message counts in the hour in which it was submitted, or in which it failed before. Reports stay complete after messages are removed.',
    examples: ['report show --by country --from 2026-11-01', 'report show --all --by account --csv accounts.csv'],
    async run(input) {
      const isAll = input.is('all')
      if (isAll && input.text('account') !== undefined) throw badUsage('use either --account or --all, not both')
      const by = choiceIn(input, 'by', isAll ? systemReportGroups : reportGroups)
      const query = { by, ...queryOf(input) }
      const file = input.text('csv')
      if (file !== undefined) {
        const rows = await exportFile(file, 'group', (console) =>
          isAll
            ? console.stream('GET /reports.csv', { query })
            : console.stream('GET /v2/reports.csv', { path: accountIn(input), query }),
        )
        if (file !== '-') input.print({ file, rows }, `${countOf(rows, 'group')} written to ${file}.`)
        return exitCodes.done
      }
      const found: SystemReport = await withConsole((console) =>
        isAll
          ? console.call('GET /reports', { query })
          : console.call('GET /v2/reports', { path: accountIn(input), query }),
      )
      return input.print(found, describeReport(withoutEmpty(found)))
    },
  },
  {
    name: 'report queues',
    about: 'Show the longest wait of messages for each carrier by hour.',
    options: rangeOptions,
    notes: 'At most 31 days. Hours in which no message waited are left out.',
    examples: ['report queues --carrier vodacom --from 2026-11-01 --to 2026-11-07'],
    async run(input) {
      const { from, to, timeZone, carrier } = queryOf(input)
      const found = await withConsole((console) =>
        console.call('GET /reports/queues', { query: { from, to, timeZone, carrier } }),
      )
      const rows = found.hours.map(({ hour, carrier, ageSeconds }) => [
        timeCell(hour),
        carrier,
        `${count(ageSeconds)} s`,
      ])
      return input.print(
        found,
        rows.length === 0 ? 'No message had to wait.' : table(['HOUR', 'CARRIER', 'LONGEST WAIT'], rows),
      )
    },
  },
]
