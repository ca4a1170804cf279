import { type RawBuilder, sql } from 'kysely'
import { invalidParameter, placeWanted, type Query, readListPage } from '../../values/page.ts'

/** The position of a conversation in the list. JavaScript times would lose the microseconds. */
export interface Position {
  readonly micros: number
  readonly id: number
}

/** The requested part of the list. */
export interface Place {
  /** Null from the start. */
  readonly after: Position | null
  readonly limit: number
}

const cursorShape = /^(-?\d{1,16})\.(\d{1,15})\.(\d{1,4})$/

/** The cursor names the last conversation of the previous page, and the limit. */
export function readPlace(query: Query): Place {
  const { cursor } = query
  if (cursor === undefined || cursor === '') return { after: null, limit: readListPage(query).limit }
  const [, micros, id, limit] = cursorShape.exec(typeof cursor === 'string' ? cursor : '') ?? []
  if (Number(micros) > Number.MAX_SAFE_INTEGER || limit === undefined || Number(limit) < 1 || Number(limit) > 1_000)
    throw invalidParameter('cursor', placeWanted)
  return { after: { micros: Number(micros), id: Number(id) }, limit: Number(limit) }
}

export const writeCursor = ({ micros, id }: Position, limit: number) => `${micros}.${id}.${limit}`

export const microsOf = (time: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${time}) * 1000000)::bigint`

export const timeOf = ({ micros }: Position) => sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
