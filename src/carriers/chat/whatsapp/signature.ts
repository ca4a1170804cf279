import { createHmac, hash, timingSafeEqual } from 'node:crypto'

const shape = /^sha256=([\da-f]{64})$/i

/** Whether the app secret signed this body. Compared in constant time. */
export function isSigned(header: string | undefined, body: Buffer, appSecret: string): boolean {
  const given = shape.exec(header ?? '')?.[1]
  const wanted = createHmac('sha256', appSecret).update(body).digest()
  return given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), wanted)
}

/** The hash has the same length for any text. */
const isSame = (one: string, other: string) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))

const challengeShape = /^[\w.-]{1,200}$/

/** The challenge to answer when WhatsApp verifies the URL; null when the token is wrong. */
export function readChallenge(query: string, verifyToken: string): string | null {
  const fields = new URLSearchParams(query)
  const challenge = fields.get('hub.challenge') ?? ''
  const isVerified = isSame(fields.get('hub.verify_token') ?? '', verifyToken)
  return isVerified && fields.get('hub.mode') === 'subscribe' && challengeShape.test(challenge) ? challenge : null
}
