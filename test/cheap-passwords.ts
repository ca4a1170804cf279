/**
 * Loaded into every test process: a password takes 0.1 s of CPU time to hash by design, and tests sign in hundreds of
 * times. Programs that tests start hash as usual.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
/** The smallest cost that scrypt accepts. */
const cost = 2

crypto.scrypt = ((password, salt, bytes, options, callback) =>
  typeof options === 'function'
    ? scrypt(password, salt, bytes, { N: cost }, options)
    : scrypt(password, salt, bytes, { ...options, N: cost }, callback)) as typeof scrypt
syncBuiltinESMExports()
