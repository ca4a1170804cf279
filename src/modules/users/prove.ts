import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import type { UsersContext } from './context.ts'
import { wrongCode, wrongProof } from './errors.ts'
import { findUser } from './store.ts'
import { takeCode } from './store-codes.ts'
import { forgetFailures } from './store-failures.ts'
import { markProof } from './store-sessions.ts'

const bodyBytesMax = 1_024

interface Limits {
  readonly onRequest: (request: FastifyRequest) => Promise<void>
  /** Counts the try as a wrong one, until it turns out to be right. */
  readonly preValidation: (request: FastifyRequest) => Promise<void>
}

/** Proves again who uses a session, before what somebody at an unlocked screen must not be able to do. */
export function proofRoutes(app: FastifyInstance, ctx: UsersContext, limits: Limits): void {
  const { db } = ctx

  // For what a browser opens by itself, such as a download: it can't ask for a proof.
  serve(app, 'GET /auth/proof', { may: 'user', asksProof: true }, () => ({ status: true }))

  serve(
    app,
    'POST /auth/prove',
    { may: 'user', does: 'session.prove', bodyLimit: bodyBytesMax, ...limits },
    async ({ body: { password, code }, request }) => {
      const { actor, proof, tries } = request
      if (actor?.userId == null || proof === null) return { status: true }
      if (code !== undefined) await checkCode(ctx, request, actor.userId, code)
      else await checkPassword(ctx, request, password ?? '')
      await forgetFailures(db, tries?.counters ?? [])
      await markProof(db, proof.token, code !== undefined || 'kept')
      return { status: true }
    },
  )
}

const headersOf = ({ headers: { cookie = '' } }: FastifyRequest) => new Headers({ cookie })

async function checkPassword({ auth }: UsersContext, request: FastifyRequest, password: string): Promise<void> {
  const { api } = await auth()
  await api.verifyPassword({ body: { password }, headers: headersOf(request) }).catch((error: unknown) => {
    throw isRefusal(error) ? wrongProof() : error
  })
}

/** Each code works once. One of a second factor that is being set up proves nothing yet. */
async function checkCode(
  { auth, db }: UsersContext,
  request: FastifyRequest,
  userId: string,
  code: string,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user?.twoFactor || !(await takeCode(db, userId, code))) throw wrongCode()
  const { api } = await auth()
  await api.verifyTOTP({ body: { code }, headers: headersOf(request) }).catch((error: unknown) => {
    throw isRefusal(error) ? wrongCode() : error
  })
}

/** What better-auth throws when it says no. */
const isRefusal = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500
