import type { Incoming } from '../../carriers/carrier.ts'
import type { Core, Module } from '../../module.ts'
import type { SmsContext } from '../sms/index.ts'
import { inboundApi } from './api.ts'
import { phonesConsole } from './console-phones.ts'
import { data } from './data.ts'
import { inboundJobs } from './jobs.ts'
import { receiveMessage } from './receive.ts'
import { inboundMark } from './store.ts'

interface App extends Core {
  readonly sms: SmsContext
}

export const inbound = {
  name: 'inbound',
  open: ({ sms }: App) => ({
    receive: (carrier: string, incoming: Incoming) => receiveMessage(sms, carrier, incoming),
  }),
  jobs: ({ sms }: App) => inboundJobs(sms),
  routes({ sms, config }: App, scope) {
    inboundApi(scope, sms)
    if (config.staging) phonesConsole(scope, sms)
  },
  data,
  liveMarks: { inbound: inboundMark },
} satisfies Module
