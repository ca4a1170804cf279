/** The kinds of test files, told by their directory, and the files of each command. */

/** Files with a browser, files with real processes or foreign programs, and all others. */
export type Kind = 'browser' | 'processes' | 'in-process'

const directories: readonly (readonly [prefix: string, kind: Kind])[] = [
  ['test/browser/', 'browser'],
  ['test/e2e/', 'processes'],
]

export const kindOf = (file: string): Kind =>
  directories.find(([prefix]) => file.startsWith(prefix))?.[1] ?? 'in-process'

/** All test files, for `npm run test:all`. */
export const allFiles = ['src/**/*.test.ts', 'tools/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/**/*.test.ts']

/** The one test with a process, a PostgreSQL server, an SMPP socket and a browser that `npm test` runs, too. */
const journey = 'test/e2e/journey.test.ts'

/** Files that start processes of their own, but so short ones that they disturb no others. */
const startsProcesses = (file: string): boolean => file.startsWith('test/commands/') || file === 'test/groups.test.ts'

export const isInShortRun = (file: string): boolean =>
  file === journey || (kindOf(file) === 'in-process' && !startsProcesses(file))
