import type { FastifyInstance } from 'fastify'
import { serve } from '../console-route.ts'
import type { Context } from '../context.ts'
import { type RootSecrets, readStatus, rotationsTopic, SecretProblem, startRotation } from '../engine/secrets/index.ts'
import { sealedColumns } from '../sealed.ts'
import { Refusal } from '../values/refusal.ts'

const cannotRotate = (hint: string) => new Refusal(409, 409, 'The Root Secret Cannot Be Rotated', { hint })

/** State and rotation of the root secret, for operators. */
export function secretConsole(app: FastifyInstance, ctx: Context, secrets: RootSecrets): void {
  const status = (counts: boolean) => readStatus(ctx.db, secrets, sealedColumns, { counts })

  serve(app, 'GET /secret', { may: 'operator' }, ({ query }) => status(query.values === 'true'))

  serve(app, 'POST /secret/rotate', { may: 'operator', does: 'secret.rotate', asksProof: true }, async () => {
    try {
      await startRotation({ ...ctx, secrets })
    } catch (error) {
      throw error instanceof SecretProblem ? cannotRotate(error.message) : error
    }
    ctx.work.announce(rotationsTopic)
    return status(false)
  })
}
