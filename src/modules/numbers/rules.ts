import { type TimelineKind, timelineKinds } from '../../contract/account/timeline.ts'
import { invalidParameter, type Query } from '../../values/page.ts'

/** The kinds to list; null for all. */
export function readKinds({ kind }: Query): readonly TimelineKind[] | null {
  if (kind === undefined || kind === '') return null
  const kinds = String(kind).split(',')
  const known = timelineKinds.filter((one) => kinds.includes(one))
  if (known.length < new Set(kinds).size)
    throw invalidParameter('kind', `one or more of ${timelineKinds.join(', ')}, separated by commas`)
  return known
}
