import { Readable } from 'node:stream'
import { csvLine } from '../../values/csv.ts'
import type { PersonContext } from './context.ts'
import type { PersonQuestion, PersonRecord, PersonSource } from './model.ts'

/** Records read in one query, and bytes buffered for the reader. */
const [stepRecords, waitingBytesMax] = [500, 65_536]

const streamOf = (parts: AsyncIterable<string>) =>
  Readable.from(parts, { objectMode: false, highWaterMark: waitingBytesMax })

/** All records of all sources as one JSON object, as fast as the reader takes it. */
export const exportJson = (ctx: PersonContext, question: PersonQuestion) => streamOf(jsonOf(ctx, question))

/** The records of one source. */
export const exportCsv = (ctx: PersonContext, question: PersonQuestion, source: PersonSource) =>
  streamOf(csvOf(ctx, question, source))

async function* pagesOf({ db }: PersonContext, question: PersonQuestion, source: PersonSource) {
  for (let afterId: string | null = null; ; ) {
    const records: PersonRecord[] = await source.list(db, question, afterId, stepRecords)
    const last = records.at(-1)
    if (last === undefined) return
    yield records
    if (records.length < stepRecords) return
    afterId = last.id
  }
}

async function* jsonOf(ctx: PersonContext, question: PersonQuestion): AsyncGenerator<string> {
  const { accountId, phone } = question
  const head = JSON.stringify({ phone, account: accountId, exportedAt: ctx.clock.now() })
  yield `${head.slice(0, -1)},"data":{`
  for (const [place, source] of ctx.sources.entries()) {
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(source.name)}:[`
    let isFirst = true
    for await (const records of pagesOf(ctx, question, source)) {
      yield `${isFirst ? '' : ','}${records.map((record) => `\n${JSON.stringify(record)}`).join(',')}`
      isFirst = false
    }
    yield ']'
  }
  yield '}}\n'
}

async function* csvOf(ctx: PersonContext, question: PersonQuestion, source: PersonSource): AsyncGenerator<string> {
  yield csvLine(source.columns)
  for await (const records of pagesOf(ctx, question, source))
    yield records.map((record) => csvLine(source.columns.map((name) => String(record[name] ?? '')))).join('')
}
