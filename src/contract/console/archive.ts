import { consoleResource, route } from '../route.ts'
import { objectOf, oneOf, pagesOf } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** An archived day. `missing`: not in the directory. `unrecorded`: not in the database. */
export type ArchivedDay = Static<typeof ArchivedDay>
const ArchivedDay = objectOf({
  day: Type.String(),
  files: Type.Integer(),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  state: oneOf(['complete', 'missing', 'damaged', 'unrecorded']),
})

export type CheckedDay = Static<typeof CheckedDay>
const CheckedDay = objectOf({
  day: Type.String(),
  files: Type.Integer(),
  rows: Type.Integer(),
  problems: Type.Array(Type.String()),
})

export const archive = consoleResource('archive', {
  get: route('GET /archive', 'operator', 'Get the state of the archive', {
    command: null,
    ...pagesOf(ArchivedDay),
  }),
  check: route('GET /archive/:day/check', 'operator', 'Check the archived files of a day', {
    command: null,
    answer: CheckedDay,
  }),
})
