import { bindModes } from '../../values/smpp.ts'
import { consoleResource, route } from '../route.ts'
import { nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** How customers reach the SMPP server. A port is null when it is off. */
export type SmppConnection = Static<typeof SmppConnection>
const SmppConnection = objectOf({
  host: nullable(Type.String({ description: 'the host of the public URL; null when it is not set' })),
  port: nullable(Type.Integer()),
  tlsPort: nullable(Type.Integer()),
})

export type SmppBind = Static<typeof SmppBind>
const SmppBind = objectOf({
  id: Type.Integer(),
  accountId: Type.Integer(),
  credentialId: Type.Integer(),
  systemId: Type.String(),
  mode: oneOf(bindModes),
  address: Type.String(),
  encrypted: Type.Boolean(),
  /** The name of the process that has the connection. Null for callers who are not operators. */
  process: nullable(Type.String()),
  boundAt: Time,
})

export const smpp = consoleResource('smpp', {
  allBinds: route('GET /smpp/binds', 'operator', 'List the SMPP binds of all accounts', {
    command: 'smpp-bind list --all',
    ...pagesOf(SmppBind),
  }),
  get: route('GET /accounts/:account/smpp', 'viewer', 'Get host and ports of the SMPP server', {
    answer: SmppConnection,
  }),
  binds: route('GET /accounts/:account/smpp/binds', 'viewer', 'List the SMPP binds of an account', {
    command: 'smpp-bind list',
    ...pagesOf(SmppBind),
  }),
})
