import type { TimelineKind } from '../../contract/account/timeline.ts'
import { invalidParameter, type Query } from '../../values/page.ts'

/** The kinds to list; null for all. */
export function readKinds({ kind }: Query, known: readonly TimelineKind[]): readonly TimelineKind[] | null {
  if (kind === undefined || kind === '') return null
  const kinds = String(kind).split(',')
  const wanted = known.filter((one) => kinds.includes(one))
  if (wanted.length < new Set(kinds).size)
    throw invalidParameter('kind', `one or more of ${known.join(', ')}, separated by commas`)
  return wanted
}
