import type { Readable } from 'node:stream'
import type { PersonData } from '../../../contract/console/person.ts'
import type { Sendable } from '../../../contract/shapes.ts'
import { exportRows, type ListAfter, pagesOf, streamOf } from '../../../engine/csv/index.ts'
import { refuse } from '../../../values/refusal.ts'
import type { PersonQuery, PersonRecord, PersonSource } from '../../table-data/index.ts'
import type { ErasureContext } from './context.ts'

/** Records read in one query of an export. They may be long. */
const stepRows = 500
/** Records that are counted and shown of each source. */
const countedMax = 1_000
const shownMax = 10

/** The data of a person: the number of records of each source, and the newest. */
export async function showPerson(ctx: ErasureContext, query: PersonQuery): Promise<Sendable<PersonData>['sources']> {
  const { db, sources } = ctx
  await ctx.writeBuffers()
  const found: Sendable<PersonData>['sources'][number][] = []
  for (const source of sources) {
    const { name, columns } = source
    const newest = await (source.newest?.(db, query, countedMax + 1) ?? source.list(db, query, null, countedMax + 1))
    const count = Math.min(newest.length, countedMax)
    if (count > 0)
      found.push({ name, columns, count, hasMore: newest.length > countedMax, records: newest.slice(0, shownMax) })
  }
  return found
}

export function sourceNamed({ sources }: ErasureContext, name: string): PersonSource {
  const found = sources.find((source) => source.name === name)
  if (found === undefined)
    throw refuse('unknown_source', { hint: `use one of: ${sources.map((source) => source.name).join(', ')}` })
  return found
}

/** All records of all sources as one JSON object. */
export const exportJson = (ctx: ErasureContext, query: PersonQuery): Readable => streamOf(jsonOf(ctx, query))

/** The records of one source. */
export const exportCsv = (ctx: ErasureContext, query: PersonQuery, source: PersonSource): Readable =>
  exportRows<PersonRecord>({
    header: source.columns,
    listAfter: listerOf(ctx, query, source),
    cells: (record) => source.columns.map((name) => String(record[name] ?? '')),
    stepRows,
  })

const listerOf =
  ({ db }: ErasureContext, query: PersonQuery, source: PersonSource): ListAfter<PersonRecord> =>
  (after, limit) =>
    source.list(db, query, after?.id ?? null, limit)

async function* jsonOf(ctx: ErasureContext, query: PersonQuery): AsyncGenerator<string> {
  const { accountId, phone } = query
  const head = JSON.stringify({ phone, account: accountId, exportedAt: ctx.clock.now() })
  yield `${head.slice(0, -1)},"data":{`
  for (const [place, source] of ctx.sources.entries()) {
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(source.name)}:[`
    let isFirst = true
    for await (const records of pagesOf(listerOf(ctx, query, source), stepRows)) {
      yield `${isFirst ? '' : ','}${records.map((record) => `\n${JSON.stringify(record)}`).join(',')}`
      isFirst = false
    }
    yield ']'
  }
  yield '}}\n'
}
