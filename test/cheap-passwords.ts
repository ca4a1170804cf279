/**
 * Loaded into every process of tests. A password takes a tenth of a second of processor time to hash, by design, and
 * tests sign in hundreds of times. Processes that tests start hash as usual.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
/** The smallest that scrypt takes. */
const cost = 2

crypto.scrypt = ((password, salt, bytes, options, callback) =>
  typeof options === 'function'
    ? scrypt(password, salt, bytes, { N: cost }, options)
    : scrypt(password, salt, bytes, { ...options, N: cost }, callback)) as typeof scrypt
syncBuiltinESMExports()
