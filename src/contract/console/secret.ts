import { type Static, Type } from 'typebox'
import { answerOf, nullable, oneOf, queryOf, Time } from '../shapes.ts'
import type { RouteShapes } from './route.ts'

/** Which root secrets are in use, and how far a rotation is. A secret is named by the beginning of its fingerprint. */
export type SecretStatus = Static<typeof SecretStatus>
const SecretStatus = answerOf({
  source: oneOf(['given', 'made']),
  current: Type.String(),
  /**
   * What each secret still seals, when `values=true` asks for it; a secret of null stands for values from before the
   * first rotation, which do not name theirs.
   */
  values: nullable(
    Type.Array(answerOf({ secret: nullable(Type.String()), count: Type.Integer(), readable: Type.Boolean() })),
  ),
  /** The last rotation; null when there was none. */
  rotation: nullable(
    answerOf({
      state: oneOf(['preparing', 'sealing', 'done']),
      from: Type.String(),
      to: Type.String(),
      columnsDone: Type.Integer(),
      columns: Type.Integer(),
      resealed: Type.Integer(),
      unreadable: Type.Integer(),
      startedAt: Time,
      finishedAt: nullable(Time),
      /** Processes that the rotation waits for. */
      awaited: Type.Array(Type.String()),
    }),
  ),
})

export const secretRoutes = {
  'GET /secret': { query: queryOf('values'), answer: SecretStatus },
  'POST /secret/rotate': { status: 202, answer: SecretStatus },
} as const satisfies RouteShapes
