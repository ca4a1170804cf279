import { sql } from 'kysely'
import type { Core, Module } from '../../module.ts'
import { dataOf, isAccount } from '../table-data/index.ts'
import { requestLogApi } from './api.ts'
import { endOf } from './digits.ts'
import { type RequestLog, startRequestLog } from './gather.ts'

interface Opened {
  readonly requestLog: RequestLog
}

const daysMax = 7

const requests = dataOf('request_log', {
  at: 'at',
  /** Logged API requests that contain the number. Bodies may have other numbers, so they are not exported. */
  person: {
    name: 'api-requests',
    show: ['account_id', 'request_id', 'method', 'status', 'at'],
    where: ({ accountId, phone }) =>
      sql`${isAccount('t.account_id', accountId)} and t.digits @> array[${endOf(phone)}]::integer[]`,
  },
  // Bodies contain message texts, so their limit applies too.
  keep: [{ name: 'Request log', dataClass: 'texts', atMostDays: daysMax }],
})

export const requestLog = {
  name: 'request log',
  open: ({ ctx }: Core): Opened => ({ requestLog: startRequestLog(ctx) }),
  close: ({ requestLog }: Opened) => requestLog.stop(),
  routes: ({ ctx }: Core, scope) => requestLogApi(scope, ctx),
  data: [requests],
} satisfies Module
