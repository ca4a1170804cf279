/** Counts the tests of one process, for whoever adds up those of all: a reporter of Node's runner. */
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export interface Tally {
  readonly counts: Readonly<Record<string, number>>
  readonly failures: readonly Failure[]
}

interface Failure {
  /** File and line. */
  readonly place: string
  /** The titles from the outermost suite to the test. */
  readonly title: string
  readonly message: string
}

// biome-ignore lint/style/noDefaultExport: it is how Node's runner finds a reporter
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: Failure[] = []
  const titles: string[] = []
  let counts = {}
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, Number.POSITIVE_INFINITY, data.name)
    else if (type === 'test:summary' && data.file === undefined) counts = data.counts
    else if (type === 'test:fail' && !isOfItsTests(data.details.error))
      failures.push({
        place: `${relative(process.cwd(), data.file ?? '')}:${data.line ?? 1}`,
        title: [...titles.slice(0, data.nesting), data.name].join(' > '),
        message: messageOf(data.details.error),
      })
  }
  yield JSON.stringify({ counts, failures } satisfies Tally)
}

/** A suite fails with each of its tests, and that is no failure more. */
const isOfItsTests = (error: Error) => 'failureType' in error && error.failureType === 'subtestsFailed'

function messageOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}
