import type { ArchivedDay, CheckedDay } from '../contract/console/archive.ts'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import type { Command } from './command.ts'
import { pageOptions, readAll, type Shown, showList } from './lists.ts'
import { sizeOf, withProgress } from './progress.ts'

const days: Shown<ArchivedDay> = {
  heads: ['DAY', 'FILES', 'ROWS', 'SIZE', 'STATE'],
  row: ({ day, files, rows, bytes, state }) => [day, files, rows, sizeOf(bytes), state],
  nothing: 'No archived days.',
}

export const archiveCommands: readonly Command[] = [
  {
    name: 'archive list',
    about: 'Show the archived days, newest first.',
    options: pageOptions,
    notes: `States: complete; missing (not in the archive directory); damaged (files are missing, have another size, or are not as recorded in the database); unrecorded (in the directory, but not in the database, for example after a restore).

Days are archived before their messages are removed, if NGOMA_ARCHIVE_DIR is set.`,
    examples: ['archive list', 'archive list --limit 1000 --json'],
    run: (input) => showList(input, 'GET /archive', {}, days),
  },
  {
    name: 'archive verify',
    about: 'Read all archived files, and check their checksums and numbers of rows.',
    arguments: [{ name: 'DAY', about: 'Only this day, such as 2030-01-31.', optional: true }],
    notes: 'The exit code is 1 if errors are found, otherwise 0.',
    examples: ['archive verify', 'archive verify 2030-01-31'],
    async run(input) {
      const [only] = input.arguments
      const checked: CheckedDay[] = []
      const check = async (console: ConsoleClient) => {
        const days = only === undefined ? (await readAll(console, 'GET /archive', {})).map(({ day }) => day) : [only]
        // One request for each day, because a large archive takes hours.
        for (const day of days) checked.push(await console.call('GET /archive/:day/check', { path: { day } }))
      }
      const describe = () => `${countOf(checked.length, 'day')} checked`
      await withProgress(describe, () => withConsole(check))
      const problems = checked.flatMap(({ day, problems }) => problems.map((problem) => `${day}: ${problem}`))
      const rows = checked.reduce((sum, day) => sum + day.rows, 0)
      const summary = `${countOf(problems.length, 'error')} found in ${countOf(checked.length, 'day')} with ${countOf(rows, 'row')}.`
      return input.print(
        { days: checked.length, rows, problems },
        [...problems, summary].join('\n'),
        problems.length === 0,
      )
    },
  },
]
