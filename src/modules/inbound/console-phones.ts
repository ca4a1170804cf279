import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { parseTypedPrefix } from '../../values/local-number.ts'
import {
  invalidParameter,
  placeWanted,
  type Query,
  readCount,
  readPage,
  readSearch,
  showPage,
} from '../../values/page.ts'
import { isStoredPhone, parsePhone } from '../../values/phone.ts'
import { findCountry, readTypedPhone } from '../accounts/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { type PhonePlace, parsePlace, showPhoneMessage } from './phone-rules.ts'
import { writeFromPhone } from './phone-write.ts'
import { listPhones, readPhone } from './phones.ts'

const messagesByDefault = 50
const messagesMax = 200

function readPlace({ before }: Query): PhonePlace | null {
  if (before === undefined || before === '') return null
  const place = typeof before === 'string' ? parsePlace(before) : null
  if (place === null) throw invalidParameter('before', placeWanted)
  return place
}

/**
 * Virtual phones: members of an account receive and write messages on them over the simulated network. Staging only.
 */
export function phonesConsole(app: FastifyInstance, ctx: SmsContext): void {
  serve(app, 'GET /accounts/:account/phones', { may: 'viewer', reads: 'phones.read' }, async ({ accountId, query }) => {
    const page = readPage(query)
    const prefix = parseTypedPrefix(readSearch(query) ?? '', await findCountry(ctx, accountId))
    return showPage(prefix === null ? { items: [], total: 0 } : await listPhones(ctx, accountId, prefix, page), page)
  })

  serve(
    app,
    'GET /accounts/:account/phones/:phone/messages',
    { may: 'viewer', reads: 'phones.read' },
    async ({ accountId, params, query }) => {
      // A number of the list is in its stored form, which must not be taken for a national number.
      const phone = isStoredPhone(params.phone) ? params.phone : await readTypedPhone(ctx, accountId, params.phone)
      const limit = readCount(query, 'limit', messagesByDefault, messagesMax)
      const { messages, next } = await readPhone(ctx, accountId, phone, readPlace(query), limit)
      return { data: messages.map(showPhoneMessage), next }
    },
  )

  serve(
    app,
    'POST /accounts/:account/phones/:phone/messages',
    { may: 'member', does: 'phone.write' },
    async ({ accountId, params, body: { to, text }, request }) => {
      const phone = parsePhone(params.phone) ?? (await readTypedPhone(ctx, accountId, params.phone))
      request.auditDetail = { to }
      return showPhoneMessage(await writeFromPhone(ctx, accountId, phone, to, text))
    },
  )
}
