export { openAuthenticator } from './credentials/authenticator.ts'
export { createSmppCredential } from './credentials/manage.ts'
export { sealedSmpp } from './credentials/sealed.ts'
export { openSmppServer, type SmppPorts, type SmppServer } from './server/server.ts'
