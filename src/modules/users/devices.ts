import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UsersContext } from './context.ts'
import { deviceDays, insertDevice } from './store-devices.ts'

const cookieName = 'ngoma.device'

/** A browser that has the cookie of a complete sign-in. Which users signed in with it is in the database. */
export type DeviceHash = string

const signatureOf = ({ secrets }: UsersContext, id: string) =>
  createHmac('sha256', secrets.key('known device')).update(id).digest('base64url')

/**
 * The device that a request comes from; null for a browser without a cookie of ours. The signature is checked without
 * the database, so that made-up cookies cost nothing.
 */
export function deviceOf(ctx: UsersContext, { headers: { cookie } }: FastifyRequest): DeviceHash | null {
  const id = readId(ctx, cookie)
  return id === null ? null : hash('sha256', id)
}

function readId(ctx: UsersContext, cookie = ''): string | null {
  const [, id = '', given = ''] = /(?:^|;\s*)ngoma\.device=([\w-]{43})\.([\w-]{43})(?:;|$)/.exec(cookie) ?? []
  const wanted = Buffer.from(signatureOf(ctx, id))
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), wanted) ? id : null
}

/** After a complete sign-in, by the token of its session; returns its user: from now on wrong passwords that others type do not make this browser wait. */
export async function rememberDevice(
  ctx: UsersContext,
  token: string,
  { headers: { cookie }, protocol }: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const id = readId(ctx, cookie) ?? randomBytes(32).toString('base64url')
  const userId = await insertDevice(ctx.db, token, hash('sha256', id))
  const attributes = `Max-Age=${deviceDays * 86_400}; Path=/console/v1; HttpOnly; SameSite=Strict`
  const line = `${cookieName}=${id}.${signatureOf(ctx, id)}; ${attributes}`
  reply.header('Set-Cookie', protocol === 'https' ? `${line}; Secure` : line)
  return userId
}
