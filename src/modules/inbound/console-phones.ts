import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { phones } from '../../contract/console/inbound.ts'
import { parseTypedPrefix } from '../../values/local-number.ts'
import { noItems, readSearch, showList } from '../../values/page.ts'
import { isStoredPhone, parsePhone } from '../../values/phone.ts'
import { readPlace, writeCursor } from '../../values/place.ts'
import { findCountry, readTypedPhone } from '../accounts/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { readPhonePlace, showPhoneMessage } from './phone-rules.ts'
import { writeFromPhone } from './phone-write.ts'
import { listPhones, readPhone } from './phones.ts'

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
    const { messages, next } = await readPhone(ctx, accountId, phone, readPhonePlace(place), place.limit)
    return { data: messages.map(showPhoneMessage), next: next && writeCursor(place, next), total: null }
  })

  serve(app, phones.write, async ({ accountId, params, body: { to, text }, request }) => {
    const phone = parsePhone(params.phone) ?? (await readTypedPhone(ctx, accountId, params.phone))
    request.auditDetail = { to }
    return showPhoneMessage(await writeFromPhone(ctx, accountId, phone, to, text))
  })
}
