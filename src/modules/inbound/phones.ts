import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { phones } from '../../contract/console/inbound.ts'
import type { Tx } from '../../engine/db/index.ts'
import { parseTypedPrefix } from '../../values/local-number.ts'
import { mapItems, noItems, readSearch, showList } from '../../values/page.ts'
import { isStoredPhone, parsePhone } from '../../values/phone.ts'
import { cutList, type Place, readPlace, writeCursor } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { findCountry, readTypedPhone } from '../accounts/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { findNamedOwner, type Owner, ownerOf } from './owner.ts'
import { mergePhone, olderThan, type PhoneMessage, readPhonePlace, showPhoneMessage } from './phone-rules.ts'
import { storeForAccount } from './receive.ts'
import { cleanText } from './rules.ts'
import { listBeginnings, listPhonesByNumber, listRecentPhones } from './store-phone-list.ts'
import { hasWrittenTo, listArrived, listWritten, simulated } from './store-phones.ts'

const messagesByDefault = 50
const messagesMax = 200

/**
 * Virtual phones: members of an account receive and write messages on them over the simulated network. Staging only.
 */
export function phonesConsole(app: FastifyInstance, ctx: SmsContext): void {
  serve(app, phones.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    const prefix = parseTypedPrefix(readSearch(query) ?? '', await findCountry(ctx, accountId))
    return showList(prefix === null ? noItems : await listPhones(ctx, accountId, prefix, place))
  })

  serve(app, phones.messages, async ({ accountId, params, query }) => {
    // A number of the list is in its stored form, which must not be taken for a national number.
    const phone = isStoredPhone(params.phone) ? params.phone : await readTypedPhone(ctx, accountId, params.phone)
    const place = readPlace(query, messagesByDefault, messagesMax)
    const [before, more] = [readPhonePlace(place), place.limit + 1]
    const arrived = await listArrived(ctx.db, accountId, phone, olderThan(before, 'in'), more)
    const written = await listWritten(ctx.db, accountId, phone, olderThan(before, 'out'), more)
    const { messages, next } = mergePhone(arrived, written, place.limit)
    return { data: messages.map(showPhoneMessage), next: next && writeCursor(place, next), total: null }
  })

  serve(app, phones.write, async ({ accountId, params, body: { to, text }, request }) => {
    const phone = parsePhone(params.phone) ?? (await readTypedPhone(ctx, accountId, params.phone))
    request.auditDetail = { to }
    return showPhoneMessage(await writeFromPhone(ctx, accountId, phone, to, text))
  })
}

/**
 * Lists recently used phones, or those that match the prefix. When none of the account's phones was used recently,
 * lists its phones by number.
 */
async function listPhones({ db }: SmsContext, accountId: number, prefix: string, place: Place) {
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

/**
 * Handles a message from a virtual phone like one from a carrier, except that it can only belong to this account. The
 * virtual phones of an account receive only its own messages, so other accounts that share the number never wrote to
 * them.
 */
function writeFromPhone(ctx: SmsContext, accountId: number, phone: string, to: string, written: string) {
  const text = cleanText(written)
  return ctx.db.transaction(async (tx): Promise<PhoneMessage> => {
    const owner = await getOwner(tx, accountId, phone, to, text)
    const { id, kind, receivedAt } = await storeForAccount(ctx, tx, simulated, { from: phone, to, text }, owner)
    return { id, direction: 'out', from: phone, to, text, format: null, at: receivedAt, parts: null, kind }
  })
}

/**
 * Rejects messages that the keyword or number assigns to another account. An unknown number gets an error that does not
 * reveal whether another account has it.
 */
async function getOwner(tx: Tx, accountId: number, phone: string, to: string, text: string): Promise<Owner> {
  const named = await findNamedOwner(tx, to, text)
  if (named?.accountId === accountId) return named
  if (!(await hasWrittenTo(tx, accountId, phone, to))) throw refuse('unknown_destination')
  if (named !== null) throw refuse('belongs_to_other_account')
  return ownerOf(tx, accountId)
}
