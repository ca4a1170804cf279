import type { Unvalidated } from '../../../contract/public/shapes.ts'
import type { DeliveryReportsQuery } from '../../../contract/public/sms.ts'
import { parseId } from '../../../values/id.ts'
import { readCount } from '../../../values/page.ts'
import type { SmsContext } from '../context.ts'
import { missingReportFilter } from '../errors.ts'
import { listReports, type Report } from './store-messages.ts'

const limitMax = 1_000

/**
 * Delivery reports of a request or a number, newest first. Impossible ids and numbers return an empty list, not an
 * error.
 */
export async function readReports(
  ctx: Pick<SmsContext, 'db'>,
  accountId: number,
  query: Unvalidated<DeliveryReportsQuery>,
): Promise<Report[]> {
  const { request_id: requestText, dest_addr: phoneText } = query
  const hasRequest = requestText !== undefined && requestText !== ''
  const hasPhone = phoneText !== undefined && phoneText !== ''
  if (!hasRequest && !hasPhone) throw missingReportFilter()
  const page = readCount(query, 'page', 1, Number.MAX_SAFE_INTEGER)
  const limit = readCount(query, 'limit', limitMax, limitMax)
  const requestId = parseId(requestText)
  const phone = parseNumber(phoneText)
  if ((hasRequest && requestId === null) || (hasPhone && phone === null) || page > Number.MAX_SAFE_INTEGER / limit)
    return []
  return listReports(ctx.db, accountId, { requestId, phone, page, limit })
}

const parseNumber = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? value : null
