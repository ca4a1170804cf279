import type { Module } from '../../module.ts'
import type { SmsContext } from '../sms/index.ts'
import { reportsApi } from './api.ts'
import { mergeOldHours, noteQueues } from './jobs.ts'

interface App {
  readonly sms: SmsContext
}

export const reports = {
  name: 'reports',
  jobs: ({ sms }: App) => ({
    tasks: [
      { name: 'reports: note the age of queues', everySeconds: 60, run: () => noteQueues(sms) },
      { name: 'reports: merge old hours into days', everySeconds: 3_600, run: () => mergeOldHours(sms) },
    ],
  }),
  routes: ({ sms }: App, scope) => reportsApi(scope, sms),
} satisfies Module
