import { type TSchema, Type } from 'typebox'

/** The schemas of one console route. */
export interface RouteShape {
  /** The query parameters, by name; rules validate their values. */
  readonly query?: TSchema
  readonly body?: TSchema
  /** The success status; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204
  readonly answer: TSchema
}

/** By method and path under `/console/v1`, such as `GET /accounts/:account/senders`. */
export type RouteShapes = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, RouteShape>>

/** Query parameters that another service defines and may extend. */
export const ForeignQuery = Type.Unsafe<Readonly<Record<string, unknown>>>({ description: 'parameters of a redirect' })

/** A response without a body. */
export const Nothing = Type.Unsafe<null>(Type.Null())

declare const fileMark: unique symbol

/** Bytes that are not JSON. */
export interface Bytes {
  readonly [fileMark]: true
}

/** A response that is a file or a stream. */
export const File = Type.Unsafe<Bytes>({ description: 'a file' })

/** The body is a CSV file, which is streamed. */
export const CsvFile = Type.Unsafe<Bytes>({ description: 'a CSV file' })
