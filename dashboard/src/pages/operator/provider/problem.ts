import { t } from '../../../operator-text.ts'
import { capitalised } from '../../../parts/hint.ts'
import { fill } from '../../../text.ts'

const known: readonly [pattern: RegExp, text: string][] = [
  [/answers HTTP/, t.carriers.problems.notSmpp],
  [/ECONNREFUSED/, t.carriers.problems.refused],
  [/ENOTFOUND|EAI_AGAIN/, t.carriers.problems.unknownHost],
  [/ETIMEDOUT|timed? ?out/i, t.carriers.problems.noAnswer],
  [/EHOSTUNREACH|ENETUNREACH/, t.carriers.problems.unreachable],
  [/ECONNRESET|EPIPE/, t.carriers.problems.closed],
  [/CERT|certificate|SSL|TLS/i, t.carriers.problems.certificate],
]

/** The problem of a bind or a provider in words, with the technical text that an operator may search for. */
export function describeProblem(problem: string): string {
  const text = known.find(([pattern]) => pattern.test(problem))?.[1]
  if (text === undefined) return `${capitalised(problem).replace(/\.$/, '')}.`
  return fill(t.carriers.problems.withDetail, { text, detail: problem })
}
