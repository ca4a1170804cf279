import { sql } from 'kysely'
import { columnsOf, type RowOf } from '../../../engine/db/index.ts'
import { done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import { deliveryReportBody, ensureEndpoint, publishToEndpoint, withStringIds } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import { reportEvents, reportsTopic } from '../model.ts'
import { explainReason } from '../reasons.ts'

const columns = columnsOf(
  { w: 'sms_reports' },
  'w.account_id, w.submitter, w.request_id, w.message_id, w.phone, w.event, w.reason',
  {
    /** Null when the message was removed. */
    recipientId: sql<
      string | null
    >`(select m.recipient_id from sms_messages m where m.id = w.message_id and m.account_id = w.account_id)`,
    /** Null when the texts of the request were removed. */
    url: sql<
      string | null
    >`(select r.origin -> 'detail' ->> 'url' from sms_requests r where r.id = w.request_id and r.account_id = w.account_id)`,
  },
)
type ReportRow = WorkRow & RowOf<typeof columns>

/**
 * Reports to the callback URL of a request. The statement that ends a message stores the report, as for other
 * submitters; it becomes an event of the endpoint for the URL here, so that messages without a URL cost nothing more.
 */
export function callBackWork(ctx: SmsContext): Work<ReportRow> {
  return {
    name: 'report to callback URLs',
    table: 'sms_reports',
    topic: reportsTopic('webhook'),
    columns,
    only: sql`w.kind = 'webhook'`,
    key: 'submitter',
    concurrency: 64,
    concurrencyPerKey: 16,
    retryAfterSeconds: [1, 10, 60, 600, 3_600],
    finished: 'delete',
    async run({ accountId, submitter, requestId, messageId, phone, event, reason, recipientId, url }) {
      if (recipientId === null) return done()
      const isDelivered = event === reportEvents.delivered
      const body = deliveryReportBody({
        requestId,
        recipientId,
        phone,
        status: isDelivered ? 'DELIVERED' : 'UNDELIVERED',
        reason: isDelivered ? null : reason,
        reasonText: isDelivered ? null : explainReason(reason),
      })
      const news = { accountId, messageId, body, variantBody: withStringIds(body) }
      const endpointId = endpointOf(submitter)
      return done(async (tx) => {
        if ((await publishToEndpoint(ctx, tx, { ...news, endpointId })) || url === null) return
        // Messages can wait longer than an unused endpoint is kept. An error keeps the report for another run.
        const renewed = await ensureEndpoint(ctx, tx, { accountId, event: 'delivery-report', url })
        if (renewed === null) throw new Error('all callback URLs of the account have pending events')
        if (renewed !== endpointId) await publishToEndpoint(ctx, tx, { ...news, endpointId: renewed })
      })
    },
    async giveUp(_, { accountId, requestId }) {
      ctx.log.error({ accountId, requestId }, 'gave up a report to a callback URL')
    },
  }
}

/** The id after `webhook/`. */
const endpointOf = (submitter: string) => Number(submitter.split('/')[1])
