export { openAuthenticator } from './credentials/authenticator.ts'
export { createSmppCredential } from './credentials/manage.ts'
export { sealedSmpp } from './credentials/sealed.ts'
