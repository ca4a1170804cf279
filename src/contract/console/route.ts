import { type TSchema, Type } from 'typebox'

/** One route of the console, as its server and its clients see it. */
export interface RouteShape {
  /** The parameters behind the question mark, by name; rules judge their values. */
  readonly query?: TSchema
  readonly body?: TSchema
  /** The status of success; 200 when left out. */
  readonly status?: 200 | 201 | 202 | 204
  readonly answer: TSchema
}

/** By method and path under `/console/v1`, such as `GET /accounts/:account/senders`. */
export type RouteShapes = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, RouteShape>>

/** An answer without a body. */
export const Nothing = Type.Unsafe<null>(Type.Null())

declare const fileMark: unique symbol

/** Bytes that are not JSON. */
export interface Bytes {
  readonly [fileMark]: true
}

/** An answer that is a file or a stream, and not JSON. */
export const File = Type.Unsafe<Bytes>({ description: 'a file' })

/** The body is a CSV file, which is read as it arrives. */
export const CsvFile = Type.Unsafe<Bytes>({ description: 'a CSV file' })
