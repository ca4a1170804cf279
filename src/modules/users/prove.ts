import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import { sessions } from '../../contract/console/sign-in.ts'
import { refuse } from '../../values/refusal.ts'
import type { UsersContext } from './context.ts'
import { cookiesOf } from './session-cookie.ts'
import { findUser } from './store.ts'
import { markProof, takeCode } from './store-devices.ts'
import { forgetFailures } from './store-failures.ts'

interface Limits {
  readonly onRequest: (request: FastifyRequest) => Promise<void>
  /** Counts the attempt as wrong until it turns out to be right. */
  readonly preValidation: (request: FastifyRequest) => Promise<void>
}

/** Asks for a new proof of identity before sensitive actions, so that nobody can do them at an unattended screen. */
export function proofRoutes(app: FastifyInstance, ctx: UsersContext, limits: Limits): void {
  const { db } = ctx

  // For requests that a browser makes by itself, such as downloads, where the page cannot ask for a proof.
  serve(app, sessions.proof, () => ({ status: true }))

  serve(
    app,
    sessions.prove,
    async ({ body: { password, code }, request }) => {
      const { actor, proof, tries } = request
      if (actor?.userId == null || proof === null) return { status: true }
      if (code !== undefined) await checkCode(ctx, request, actor.userId, code)
      else await checkPassword(ctx, request, password ?? '')
      await forgetFailures(db, tries?.counters ?? [])
      await markProof(db, proof.token, code !== undefined || 'kept')
      return { status: true }
    },
    limits,
  )
}

const headersOf = (request: FastifyRequest) => new Headers({ cookie: cookiesOf(request) ?? '' })

async function checkPassword({ auth }: UsersContext, request: FastifyRequest, password: string): Promise<void> {
  const { api } = await auth()
  await api.verifyPassword({ body: { password }, headers: headersOf(request) }).catch((error: unknown) => {
    throw isRefusal(error) ? refuse('invalid_password') : error
  })
}

/** Each code works once. A code of a second factor that is still being set up is not accepted. */
async function checkCode(
  { auth, db }: UsersContext,
  request: FastifyRequest,
  userId: string,
  code: string,
): Promise<void> {
  const user = await findUser(db, userId)
  if (!user?.twoFactor || !(await takeCode(db, userId, code))) throw refuse('invalid_code')
  const { api } = await auth()
  await api.verifyTOTP({ body: { code }, headers: headersOf(request) }).catch((error: unknown) => {
    throw isRefusal(error) ? refuse('invalid_code') : error
  })
}

/** better-auth throws refusals as errors with a 4xx status. */
const isRefusal = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500
