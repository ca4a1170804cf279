import type { FastifyInstance } from 'fastify'
import { serve } from '../api-route.ts'
import type { Context } from '../context.ts'
import { secret } from '../contract/console/secret.ts'
import {
  type RootSecrets,
  readStatus,
  rotationsTopic,
  type SealedColumn,
  SecretProblem,
  startRotation,
} from '../engine/secrets/index.ts'
import { refuse } from '../values/refusal.ts'

/** State and rotation of the root secret, for operators. */
export function secretConsole(
  app: FastifyInstance,
  ctx: Context,
  secrets: RootSecrets,
  sealed: readonly SealedColumn[],
): void {
  const status = (counts: boolean) => readStatus(ctx.db, secrets, sealed, { counts })

  serve(app, secret.get, ({ query }) => status(query.values === 'true'))

  serve(app, secret.rotate, async () => {
    try {
      await startRotation({ ...ctx, secrets })
    } catch (error) {
      throw error instanceof SecretProblem ? refuse('secret_not_rotatable', { hint: error.message }) : error
    }
    ctx.work.announce(rotationsTopic)
    return status(false)
  })
}
