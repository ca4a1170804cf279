import { consoleResource, route } from '../route.ts'
import { nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/**
 * The root secrets in use, and the progress of a rotation. A secret is identified by the beginning of its fingerprint.
 */
export type SecretStatus = Static<typeof SecretStatus>
const SecretStatus = objectOf({
  source: oneOf(['given', 'made']),
  current: Type.String(),
  /**
   * The values that each secret still encrypts, with `values=true`. A secret of null stands for values from before the
   * first rotation, which do not name their secret.
   */
  values: nullable(
    Type.Array(objectOf({ secret: nullable(Type.String()), count: Type.Integer(), readable: Type.Boolean() })),
  ),
  /** The last rotation; null without one. */
  rotation: nullable(
    objectOf({
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

export const secret = consoleResource('secret', {
  get: route('GET /secret', 'operator', 'Get the state of the root secret', {
    command: null,
    query: queryOf('values'),
    answer: SecretStatus,
  }),
  rotate: route('POST /secret/rotate', 'operator', 'Rotate the root secret', {
    command: null,
    does: 'secret.rotate',
    asksProof: true,
    status: 202,
    answer: SecretStatus,
  }),
})
