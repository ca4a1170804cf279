export { openSmppServer, type SmppPorts, type SmppServer } from './server/server.ts'
