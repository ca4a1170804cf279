import type { FastifyInstance } from 'fastify'
import type { PinRequestReply, PinVerifyReply } from '../../contract/public/otp.ts'
import { readIdempotencyKey, skipSchemaValidation } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
import type { OtpContext } from './context.ts'
import { requestSchema, verifySchema } from './describe.ts'
import { appIdMissing, guessHints, messageOf, pinIdMissing, sendFailed } from './errors.ts'
import { readGuess, readRequest } from './parse.ts'
import { requestPin, resendPin } from './request.ts'
import type { Requested } from './send-first.ts'
import { verifyPin } from './verify.ts'

const area = 'otp'

export function otpRoutes(app: FastifyInstance, ctx: OtpContext): void {
  const { requested, verified } = ctx.otpMetrics

  app.post(
    '/v1/request',
    {
      ...skipSchemaValidation,
      config: { area, malformedBody: appIdMissing, fault: sendFailed },
      schema: requestSchema,
    },
    async (request, reply) => {
      const { accountId, messagesPerDay } = request.caller
      const key = readIdempotencyKey(request, accountId)
      const issued = await counted(requested, async () => {
        const asked = readRequest(request.body)
        const asker = { accountId, messagesPerDay, key }
        return ctx.otpLimit(accountId, () =>
          'pinId' in asked ? resendPin(ctx, asker, asked) : requestPin(ctx, asker, asked),
        )
      })
      const { requestId, replayed } = issued
      request.log.info({ account: accountId, requestId, valid: 1, replayed }, 'send accepted')
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      else requested(100)
      return toWire(issued)
    },
  )

  app.post(
    '/v1/verify',
    { ...skipSchemaValidation, config: { area, malformedBody: pinIdMissing }, schema: verifySchema },
    async (request, reply): Promise<PinVerifyReply> => {
      const { accountId } = request.caller
      const code = await counted(verified, async () => {
        const guess = readGuess(request.body)
        return ctx.otpLimit(accountId, () => verifyPin(ctx, accountId, guess))
      })
      verified(code)
      const hint = guessHints[code]
      if (hint !== undefined) reply.header('Ngoma-Hint', hint)
      return { data: messageOf(code) }
    },
  )
}

/** Counts refusals. */
async function counted<T>(count: (code: number) => void, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Refusal) count(error.code)
    throw error
  }
}

/** Minutes are rounded up. */
const toWire = ({ pinId, lifeSeconds }: Requested): PinRequestReply => ({
  data: {
    pinId,
    ...messageOf(100),
    pinExpiryTimeInMinutes: Math.ceil(lifeSeconds / 60),
    expiresInSeconds: lifeSeconds,
  },
})
