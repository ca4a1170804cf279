import type { Core, Module } from '../../module.ts'
import type { AuthenticationDeps } from '../accounts/index.ts'
import { callUrlsWork } from './call-urls.ts'
import { type KannelContext, openDlrOutbound } from './context.ts'
import { kannelArea } from './model.ts'
import { kannelRoutes } from './routes.ts'

interface Opened {
  readonly kannel: KannelContext
}

type Needed = Core & Pick<KannelContext, 'authenticator' | 'sms'> & Pick<AuthenticationDeps, 'cache'>

export const kannel = {
  name: 'kannel',
  open: ({ config, db, clock, rates, cache, ca, sms, authenticator }: Needed): Opened => ({
    kannel: {
      sms,
      keys: { db, cache, clock, rates, defaults: config },
      authenticator,
      outbound: openDlrOutbound(ca, config.callbackLoopback),
    },
  }),
  close: ({ kannel }: Opened) => kannel.outbound.close(),
  jobs: ({ kannel }: Opened) => ({ work: [callUrlsWork(kannel)] }),
  publicRoutes: ({ kannel }: Opened, http) => http.register((scope) => kannelRoutes(scope, kannel)),
  hosts: ({ hostSms }) => ({ [kannelArea]: hostSms }),
} satisfies Module
