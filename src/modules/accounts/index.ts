export { authentication } from './authenticate.ts'
export { startCache } from './cache.ts'
export { createAccount, createFirstAccount, firstAccountId } from './create.ts'
export { createKey, createToken, type IssuedKey } from './credentials.ts'
