import type { Readable } from 'node:stream'
import { exportRows, type ListAfter, pagesOf, streamOf } from '../../engine/csv/index.ts'
import type { PersonContext } from './context.ts'
import type { PersonQuestion, PersonRecord, PersonSource } from './model.ts'

/** Records read in one query. They may be long. */
const stepRows = 500

/** All records of all sources as one JSON object. */
export const exportJson = (ctx: PersonContext, question: PersonQuestion): Readable => streamOf(jsonOf(ctx, question))

/** The records of one source. */
export const exportCsv = (ctx: PersonContext, question: PersonQuestion, source: PersonSource): Readable =>
  exportRows<PersonRecord>({
    header: source.columns,
    listAfter: listerOf(ctx, question, source),
    cells: (record) => source.columns.map((name) => String(record[name] ?? '')),
    stepRows,
  })

const listerOf =
  ({ db }: PersonContext, question: PersonQuestion, source: PersonSource): ListAfter<PersonRecord> =>
  (after, limit) =>
    source.list(db, question, after?.id ?? null, limit)

async function* jsonOf(ctx: PersonContext, question: PersonQuestion): AsyncGenerator<string> {
  const { accountId, phone } = question
  const head = JSON.stringify({ phone, account: accountId, exportedAt: ctx.clock.now() })
  yield `${head.slice(0, -1)},"data":{`
  for (const [place, source] of ctx.sources.entries()) {
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(source.name)}:[`
    let isFirst = true
    for await (const records of pagesOf(listerOf(ctx, question, source), stepRows)) {
      yield `${isFirst ? '' : ','}${records.map((record) => `\n${JSON.stringify(record)}`).join(',')}`
      isFirst = false
    }
    yield ']'
  }
  yield '}}\n'
}
