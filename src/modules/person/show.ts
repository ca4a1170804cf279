import type { PersonContext } from './context.ts'
import { unknownSource } from './errors.ts'
import type { PersonQuestion, PersonRecord, PersonSource } from './model.ts'

/** Records that are counted and shown of each source. */
const countedMax = 1_000
const shownMax = 10

export interface FoundSource {
  readonly name: string
  readonly columns: readonly string[]
  readonly count: number
  /** There are more than `count`. */
  readonly hasMore: boolean
  /** The newest records. */
  readonly records: readonly PersonRecord[]
}

/** The data of a person: the number of records of each source, and the newest. */
export async function showPerson(ctx: PersonContext, question: PersonQuestion): Promise<FoundSource[]> {
  const { db, sources } = ctx
  await ctx.writeBuffers()
  const found: FoundSource[] = []
  for (const source of sources) {
    const { name, columns } = source
    const newest = await newestOf(source, db, question)
    const count = Math.min(newest.length, countedMax)
    if (count > 0)
      found.push({ name, columns, count, hasMore: newest.length > countedMax, records: newest.slice(0, shownMax) })
  }
  return found
}

const newestOf = (source: PersonSource, db: PersonContext['db'], question: PersonQuestion) =>
  source.newest?.(db, question, countedMax + 1) ?? source.list(db, question, null, countedMax + 1)

export function sourceNamed({ sources }: PersonContext, name: string): PersonSource {
  const found = sources.find((source) => source.name === name)
  if (found === undefined) throw unknownSource(sources.map((source) => source.name))
  return found
}
