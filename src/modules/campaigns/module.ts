import type { Module } from '../../module.ts'
import type { SmsContext } from '../sms/index.ts'
import { campaignsApi } from './api.ts'
import { data } from './data.ts'
import { deleteInterrupted } from './store-files.ts'
import { campaignWork } from './work.ts'

interface App {
  readonly sms: SmsContext
}

const dayMs = 86_400_000

export const campaigns = {
  name: 'campaigns',
  jobs: ({ sms }: App) => ({
    work: [campaignWork(sms)],
    tasks: [
      {
        name: 'campaigns: forget interrupted uploads',
        everySeconds: 3_600,
        run: () => deleteInterrupted(sms.db, new Date(sms.clock.now().getTime() - dayMs)),
      },
    ],
  }),
  routes: ({ sms }: App, scope) => campaignsApi(scope, sms),
  data,
} satisfies Module
