/**
 * Counts the tests of one process, for whoever adds up those of all: a reporter of Node's runner. It writes a line as
 * soon as a test failed, and the counts last: of a process that does not come to its end at least the failures are
 * known.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export interface Tally {
  /** Null of a process that did not come to its end. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly failures: readonly Failure[]
}

type Line = { readonly failure: Failure } | { readonly counts: Readonly<Record<string, number>> }

interface Failure {
  /** File and line. */
  readonly place: string
  /** The titles from the outermost suite to the test. */
  readonly title: string
  readonly message: string
}

// biome-ignore lint/style/noDefaultExport: it is how Node's runner finds a reporter
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, Number.POSITIVE_INFINITY, data.name)
    else if (type === 'test:summary' && data.file === undefined) yield lineOf({ counts: { ...data.counts } })
    else if (type === 'test:fail' && !isOfItsTests(data.details.error))
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

/** What a process wrote, as far as it got. */
export function readTally(path: string): Tally {
  const failures: Failure[] = []
  let counts: Tally['counts'] = null
  for (const text of readIfThere(path).split('\n').slice(0, -1)) {
    const line: Line = JSON.parse(text)
    if ('failure' in line) failures.push(line.failure)
    else counts = line.counts
  }
  return { counts, failures }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A suite fails with each of its tests, and that is no failure more. */
const isOfItsTests = (error: Error) => 'failureType' in error && error.failureType === 'subtestsFailed'

function messageOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}
