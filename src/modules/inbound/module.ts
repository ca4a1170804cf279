import type { Incoming } from '../../carriers/carrier.ts'
import type { Core, Module } from '../../module.ts'
import type { SmsContext } from '../sms/index.ts'
import { inboundApi } from './api.ts'
import { data } from './data.ts'
import { inboundJobs } from './jobs.ts'
import { phonesConsole } from './phones.ts'
import { receiveMessage } from './receive.ts'
import { inboundMark } from './store.ts'

type App = Core & { readonly sms: SmsContext }

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
