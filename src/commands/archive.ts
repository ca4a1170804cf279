import type { CheckedDay } from '../contract/console/archive.ts'
import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes } from './command.ts'
import { listCommand, readAll } from './lists.ts'
import { createProgress, sizeOf } from './progress.ts'

export const archiveCommands: readonly Command[] = [
  listCommand({
    name: 'archive list',
    about: 'Show the archived days, newest first.',
    route: 'GET /archive',
    request: () => ({}),
    notes: `States: complete; missing (not in the archive directory); damaged (files are missing, have another size, or are not as recorded in the database); unrecorded (in the directory, but not in the database, for example after a restore).

Days are archived before their messages are removed, if NGOMA_ARCHIVE_DIR is set.`,
    examples: ['archive list', 'archive list --limit 1000 --json'],
    heads: ['DAY', 'FILES', 'ROWS', 'SIZE', 'STATE'],
    row: ({ day, files, rows, bytes, state }) => [day, files, rows, sizeOf(bytes), state],
    nothing: 'No archived days.',
  }),
  {
    name: 'archive verify',
    about: 'Read all archived files, and check their checksums and numbers of rows.',
    arguments: [{ name: 'DAY', about: 'Only this day, such as 2030-01-31.', optional: true }],
    notes: 'The exit code is 1 if errors are found, otherwise 0.',
    examples: ['archive verify', 'archive verify 2030-01-31'],
    async run(input) {
      const [only] = input.arguments
      const checked: CheckedDay[] = []
      const progress = createProgress(() => `${countOf(checked.length, 'day')} checked`)
      try {
        await withConsole(async (console) => {
          const days = only === undefined ? (await readAll(console, 'GET /archive', {})).map(({ day }) => day) : [only]
          // One request for each day, because a large archive takes hours.
          for (const day of days) checked.push(await console.call('GET /archive/:day/check', { path: { day } }))
        })
      } finally {
        progress.end()
      }
      const problems = checked.flatMap(({ day, problems }) => problems.map((problem) => `${day}: ${problem}`))
      const rows = checked.reduce((sum, day) => sum + day.rows, 0)
      const summary = `${countOf(problems.length, 'error')} found in ${countOf(checked.length, 'day')} with ${countOf(rows, 'row')}.`
      input.print({ days: checked.length, rows, problems }, [...problems, summary].join('\n'))
      return problems.length === 0 ? exitCodes.done : exitCodes.refused
    },
  },
]
