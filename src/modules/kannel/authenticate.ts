import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitKey, unknownCredential } from '../accounts/index.ts'
import { type AuthenticationProblem, takeFromRate } from '../smpp/index.ts'
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
    return { accountId, credential: { kind: 'key', id }, privateUrls, messagesPerDay, rate: 0 }
  }
  const found = await ctx.authenticator.authenticate({ systemId: user, password, address: request.ip })
  if (found === 'unknown') request.rejectedCredential = unknownCredential
  if (typeof found === 'string') throw problems[found]()
  const { id, accountId, privateUrls, messagesPerDay, rate } = found
  request.caller = { accountId, credentialId: id, products: ['sms'], lenient: false, operator: false, messagesPerDay }
  return { accountId, credential: { kind: 'smpp', id }, privateUrls, messagesPerDay, rate }
}

const problems: Readonly<Record<AuthenticationProblem, () => Error>> = {
  unknown: () =>
    authorizationFailed({ reason: 'unknown user name, wrong password, or an address that is not allowed' }),
  suspended: () => authorizationFailed({ reason: 'the SMPP credential belongs to a suspended account' }),
  slowed: () => tryLater({ hint: 'too many wrong passwords came from this address, or for this user name' }),
}

/** Refuses a request that exceeds the rate of its SMPP credential. */
export function limitRate({ keys: { rates } }: KannelContext, caller: KannelCaller, messages: number): void {
  const { credential, rate } = caller
  const seconds = takeFromRate(rates, { id: credential.id, rate }, messages)
  if (seconds === 0) return
  throw tryLater({
    headers: { 'Retry-After': String(seconds) },
    hint: `this credential is limited to ${rate} messages a second; each number in to counts`,
  })
}
