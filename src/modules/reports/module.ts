import type { Module } from '../../module.ts'
import type { SmsContext } from '../sms/index.ts'
import { reportsApi } from './api.ts'
import { reportsJobs } from './jobs.ts'

interface App {
  readonly sms: SmsContext
}

export const reports = {
  name: 'reports',
  jobs: ({ sms }: App) => reportsJobs(sms),
  routes: ({ sms }: App, scope) => reportsApi(scope, sms),
} satisfies Module
