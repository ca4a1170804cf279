import type { MessageFormat } from '../../contract/account/messages.ts'
import { mapItems, type PageOf } from '../../values/page.ts'
import { cutList, type Place } from '../../values/place.ts'
import type { SmsContext } from '../sms/index.ts'
import { mergePhone, olderThan, type PhoneDirection, type PhonePlace } from './phone-rules.ts'
import { listBeginnings, listPhonesByNumber, listRecentPhones } from './store-phone-list.ts'
import { listArrived, listWritten } from './store-phones.ts'

export interface ListedPhone {
  readonly phone: string
  /** The beginning of the last message that the phone received or wrote; null without one. */
  readonly lastText: string | null
  readonly lastFormat: MessageFormat | null
  readonly lastAt: Date | null
  readonly lastDirection: PhoneDirection | null
}

/**
 * Lists recently used phones, or those that match the prefix. When none of the account's phones was used recently,
 * lists its phones by number.
 */
export async function listPhones(
  { db }: SmsContext,
  accountId: number,
  prefix: string,
  place: Place,
): Promise<PageOf<ListedPhone>> {
  const recent = prefix === '' ? await listRecentPhones(db, accountId) : []
  const all = recent.length > 0 ? recent : await listPhonesByNumber(db, accountId, prefix)
  const shown = cutList(all, place, ({ key }) => key)
  const beginnings = await listBeginnings(db, accountId, shown.items)
  return mapItems(shown, ({ phone, direction, id, at }) => ({
    phone,
    lastText: beginnings.get(`${direction}-${id}`)?.text ?? null,
    lastFormat: beginnings.get(`${direction}-${id}`)?.format ?? null,
    lastAt: at,
    lastDirection: at === null ? null : direction,
  }))
}

/** One page of messages of a phone, newest first. */
export async function readPhone(
  { db }: SmsContext,
  accountId: number,
  phone: string,
  before: PhonePlace | null,
  limit: number,
) {
  const arrived = await listArrived(db, accountId, phone, olderThan(before, 'in'), limit + 1)
  const written = await listWritten(db, accountId, phone, olderThan(before, 'out'), limit + 1)
  return mergePhone(arrived, written, limit)
}
