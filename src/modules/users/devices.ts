import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UsersContext } from './context.ts'
import { deviceDays, insertDevice } from './store-devices.ts'

const cookieName = 'ngoma.device'

/** A browser with the cookie of a completed sign-in. The database has its users. */
export type DeviceHash = string

const signatureOf = ({ secrets }: UsersContext, id: string) =>
  createHmac('sha256', secrets.key('known device')).update(id).digest('base64url')

/**
 * The device of a request; null without a valid cookie. The signature is checked without the database, so that forged
 * cookies cost nothing.
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

/**
 * Marks the browser as a known device after a completed sign-in, and returns the user of the session. From then on,
 * wrong passwords typed elsewhere do not slow down this browser.
 */
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
