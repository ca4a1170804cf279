import type { FastifyReply, FastifyRequest } from 'fastify'
import { secondsToNext } from '../../engine/flow/token-bucket.ts'
import { admitKey } from '../accounts/index.ts'
import type { AuthenticationProblem, SmppCredential } from '../smpp/index.ts'
import type { KannelContext } from './context.ts'
import { authorizationFailed, tryLater } from './errors.ts'
import type { KannelCaller, KannelRequest } from './model.ts'

/** Admits a request with an API key, or with an SMPP credential, and sets its caller. */
export async function authenticate(
  ctx: KannelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, password }: Pick<KannelRequest, 'user' | 'password'>,
): Promise<KannelCaller> {
  if (user === '' || password === '') throw authorizationFailed({ reason: 'no user name or no password' })
  const key = await admitKey(ctx.keys, request, reply, { apiKey: user, secret: password }, ['sms'])
  if (key !== null) {
    const { id, accountId, privateUrls } = key
    const { messagesPerDay } = request.caller
    return { accountId, credential: { kind: 'key', id }, privateUrls, messagesPerDay }
  }
  const found = await ctx.authenticator.authenticate({ systemId: user, password, address: request.ip })
  if (typeof found === 'string') throw problems[found]()
  const { id, accountId, privateUrls, messagesPerDay } = found
  request.caller = { accountId, credentialId: null, lenient: false, operator: false, messagesPerDay }
  limitRate(ctx, found)
  return { accountId, credential: { kind: 'smpp', id }, privateUrls, messagesPerDay }
}

const problems: Readonly<Record<AuthenticationProblem, () => Error>> = {
  unknown: () =>
    authorizationFailed({ reason: 'unknown user name, wrong password, or an address that is not allowed' }),
  suspended: () => authorizationFailed({ reason: 'the SMPP credential belongs to a suspended account' }),
  slowed: () => tryLater({ hint: 'too many wrong passwords came from this address, or for this user name' }),
}

/** The rate of the credential is shared with its binds. */
function limitRate({ keys: { rates } }: KannelContext, { id, rate }: SmppCredential): void {
  if (rate === 0) return
  const key = `smpp submit ${id}`
  const limit = { size: rate, perSecond: rate }
  if (rates.take(key, limit)) return
  const seconds = secondsToNext(rates.left(key, limit), rate)
  throw tryLater({
    headers: { 'Retry-After': String(seconds) },
    hint: `this credential is limited to ${rate} messages a second`,
  })
}
