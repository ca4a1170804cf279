import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea } from '../../engine/http/index.ts'
import {
  invalidParameter,
  placeWanted,
  type Query,
  readCount,
  readPage,
  readSearch,
  showPage,
} from '../../values/page.ts'
import { parsePhone } from '../../values/phone.ts'
import type { SmsContext } from '../sms/index.ts'
import { badPhone } from './errors.ts'
import { type PhonePlace, parsePlace, parsePrefix, showPhoneMessage } from './phone-rules.ts'
import { writeFromPhone } from './phone-write.ts'
import { listPhones, readPhone } from './phones.ts'
import { WrittenBody } from './schema.ts'

const area = consoleArea
const phones = '/console/v1/accounts/:account/phones'
const messagesByDefault = 50
const messagesMax = 200

function phoneIn(params: unknown): string {
  const phone = parsePhone((params as { phone: string }).phone)
  if (phone === null) throw badPhone()
  return phone
}

function readPlace({ before }: Query): PhonePlace | null {
  if (before === undefined || before === '') return null
  const place = typeof before === 'string' ? parsePlace(before) : null
  if (place === null) throw invalidParameter('before', placeWanted)
  return place
}

/**
 * The phones that people of an account try it with: what it sends over the simulated network arrives there, and they
 * can write. In staging alone.
 */
export function phonesConsole(app: FastifyInstance, ctx: SmsContext): void {
  app.get(phones, { config: { area, may: 'viewer' } }, async ({ accountId, query }) => {
    const page = readPage(query as Query)
    const prefix = parsePrefix(readSearch(query as Query) ?? '')
    return showPage(
      prefix === null ? { items: [], total: 0 } : await listPhones(ctx, accountId ?? 0, prefix, page),
      page,
    )
  })

  app.get(`${phones}/:phone/messages`, { config: { area, may: 'viewer' } }, async ({ accountId, params, query }) => {
    const limit = readCount(query as Query, 'limit', messagesByDefault, messagesMax)
    const { messages, next } = await readPhone(ctx, accountId ?? 0, phoneIn(params), readPlace(query as Query), limit)
    return { data: messages.map(showPhoneMessage), next }
  })

  const write = { config: { area, may: 'member', does: 'phone.write' }, schema: { body: WrittenBody } } as const
  app.post(`${phones}/:phone/messages`, write, async (request, reply) => {
    const { to, text } = request.body as Static<typeof WrittenBody>
    const phone = phoneIn(request.params)
    request.auditDetail = { to }
    return reply.code(201).send(showPhoneMessage(await writeFromPhone(ctx, request.accountId ?? 0, phone, to, text)))
  })
}
