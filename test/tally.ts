/**
 * A reporter for Node's runner that counts tests and measures files. It writes failures and measurements at once and the
 * counts last, so that the failures of a crashed process are known.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export interface Tally {
  /** Null if the process did not finish. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly failures: readonly Failure[]
  readonly secondsByFile: ReadonlyMap<string, number>
  /** The file of the running test; null before the first test, and between two files. */
  readonly running: string | null
}

type Line =
  | { readonly running: string }
  | { readonly failure: Failure }
  | { readonly measured: { readonly file: string; readonly seconds: number } }
  | { readonly counts: Readonly<Record<string, number>> }

interface Failure {
  /** File and line. */
  readonly place: string
  /** The titles of all suites and the test. */
  readonly title: string
  readonly message: string
}

// biome-ignore lint/style/noDefaultExport: Node's runner expects a default export
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []
  let file = ''
  let running = ''
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') {
      // If a helper such as `onOneEngine` defines the suite, only the tests have the name of the test file.
      if (data.file?.endsWith('.test.ts')) file = relative(process.cwd(), data.file)
      if (data.nesting === 0) {
        running = ''
        // The file is unknown while a helper has defined all tests.
        if (file !== '') yield lineOf({ measured: { file, seconds: data.details.duration_ms / 1_000 } })
      }
    }
    if (type === 'test:start' && data.file?.endsWith('.test.ts') && data.file !== running) {
      running = data.file
      yield lineOf({ running: relative(process.cwd(), running) })
    }
    if (type === 'test:start') titles.splice(data.nesting, Number.POSITIVE_INFINITY, data.name)
    else if (type === 'test:summary' && data.file === undefined) yield lineOf({ counts: { ...data.counts } })
    else if (type === 'test:fail' && !isCausedByTests(data.details.error))
      yield lineOf({
        failure: {
          place: `${relative(process.cwd(), data.file ?? '')}:${data.line ?? 1}`,
          title: [...titles.slice(0, data.nesting), data.name].join(' > '),
          message: messageOf(data.details.error),
        },
      })
  }
}

const lineOf = (line: Line) => `${JSON.stringify(line)}\n`

/** Reads the tally of a process, which may be incomplete. */
export function readTally(path: string): Tally {
  const failures: Failure[] = []
  const secondsByFile = new Map<string, number>()
  let counts: Tally['counts'] = null
  let running: string | null = null
  for (const text of readIfThere(path).split('\n').slice(0, -1)) {
    const line: Line = JSON.parse(text)
    if ('failure' in line) failures.push(line.failure)
    else if ('counts' in line) counts = line.counts
    else if ('running' in line) running = line.running
    else {
      const { file, seconds } = line.measured
      running = null
      secondsByFile.set(file, (secondsByFile.get(file) ?? 0) + seconds)
    }
  }
  return { counts, failures, secondsByFile, running }
}

export const linesOf = ({ place, title, message }: Failure): string =>
  `  ${place}  ${title}\n    ${message.replaceAll('\n', '\n    ')}`

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A suite that failed only because of its tests is not a failure of its own. */
const isCausedByTests = (error: Error) => 'failureType' in error && error.failureType === 'subtestsFailed'

function messageOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}
