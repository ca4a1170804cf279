import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * A slow hash of a password, with its salt and parameters. A password of 8 characters can be guessed from any hash, so
 * hashes are only stored sealed. The cost is chosen for many customers who connect again at the same time.
 */
const parameters = { N: 16_384, r: 8, p: 1 }
const saltBytes = 16
const hashBytes = 32

export async function hashPassword(password: string): Promise<string> {
  const { N, r, p } = parameters
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, hashBytes, parameters)
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join(':')
}

/** False also for a text that is no hash. */
export async function matchesHash(password: string, text: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = text.split(':')
  if (kind !== 'scrypt') return false
  const expected = Buffer.from(hash, 'base64')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), expected.length, options), expected)
}

const derive = (password: string, salt: Buffer, bytes: number, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, bytes, options, (error, hash) => (error === null ? resolve(hash) : reject(error))),
  )
