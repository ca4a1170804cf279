import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea } from '../../engine/http/index.ts'
import { type Query, readPage, readSearch, showPage } from '../../values/page.ts'
import { parsePhone } from '../../values/phone.ts'
import { accountExists } from '../accounts/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { accountMissing, badNumber, badPhone, keywordMissing, numberMissing, onlyInStaging } from './errors.ts'
import { parsePrefix } from './phone-rules.ts'
import { receiveMessage } from './receive.ts'
import { IncomingBody, KeywordBody, NumberBody, WordsBody } from './schema.ts'
import { checkKeyword, readWord, setWords, showWords } from './set-words.ts'
import { deleteKeyword, deleteNumber, listMessages, listNumbers, putKeyword, putNumber } from './store.ts'
import { simulated } from './store-phones.ts'

const area = consoleArea
const account = '/console/v1/accounts/:account'
const inbound = '/console/v1/inbound'
const operator = { area, may: 'operator' } as const

const numberShape = /^[0-9]{3,15}$/

function numberIn(params: unknown): string {
  const { number } = params as { number: string }
  if (!numberShape.test(number)) throw badNumber()
  return number
}

const keywordIn = (params: unknown) => readWord((params as { keyword: string }).keyword)

/** What people wrote, for the people of an account; numbers, keywords and what belongs to nobody, for operators. */
export function inboundConsole(app: FastifyInstance, ctx: SmsContext): void {
  const getAccount = async (id: number) => {
    if (!(await accountExists(ctx.db, id))) throw accountMissing()
    return id
  }

  app.get(`${account}/inbound`, { config: { area, may: 'viewer' } }, async ({ accountId, query }) => {
    const page = readPage(query as Query)
    return showPage(await listMessages(ctx.db, accountId ?? 0, page), page)
  })

  app.get(`${account}/inbound/words`, { config: { area, may: 'viewer' } }, ({ accountId }) =>
    showWords(ctx, accountId ?? 0),
  )

  app.put(
    `${account}/inbound/words`,
    { config: { area, may: 'owner', does: 'inbound.words' }, schema: { body: WordsBody } },
    async (request) => {
      const words = await setWords(ctx, request.accountId ?? 0, request.body as Static<typeof WordsBody>)
      request.auditDetail = { ...words }
      return words
    },
  )

  app.get(`${inbound}/unowned`, { config: operator }, async ({ query }) => {
    const page = readPage(query as Query)
    return showPage(await listMessages(ctx.db, null, page), page)
  })

  app.get(`${inbound}/numbers`, { config: operator }, async ({ query }) => {
    const page = readPage(query as Query)
    const prefix = parsePrefix(readSearch(query as Query) ?? '')
    return showPage(prefix === null ? { items: [], total: 0 } : await listNumbers(ctx.db, prefix, page), page)
  })

  app.put(
    `${inbound}/numbers/:number`,
    { config: { ...operator, does: 'inbound.number_set' }, schema: { body: NumberBody } },
    async (request) => {
      const number = numberIn(request.params)
      const { accountId = null } = request.body as Static<typeof NumberBody>
      request.auditDetail = { accountId }
      if (accountId !== null) await getAccount(accountId)
      await putNumber(ctx.db, number, accountId, ctx.clock.now())
      return { number, accountId }
    },
  )

  app.delete(
    `${inbound}/numbers/:number`,
    { config: { ...operator, does: 'inbound.number_remove' } },
    async ({ params }, reply) => {
      if (!(await deleteNumber(ctx.db, numberIn(params)))) throw numberMissing()
      return reply.code(204).send()
    },
  )

  const keyword = `${inbound}/numbers/:number/keywords/:keyword`
  app.put(
    keyword,
    { config: { ...operator, does: 'inbound.keyword_set' }, schema: { body: KeywordBody } },
    async (request) => {
      const { accountId } = request.body as Static<typeof KeywordBody>
      const [number, word] = [numberIn(request.params), keywordIn(request.params)]
      request.auditDetail = { accountId }
      await checkKeyword(ctx, await getAccount(accountId), word)
      if (!(await putKeyword(ctx.db, number, word, accountId, ctx.clock.now()))) throw numberMissing()
      return { number, keyword: word, accountId }
    },
  )

  app.delete(keyword, { config: { ...operator, does: 'inbound.keyword_remove' } }, async ({ params }, reply) => {
    if (!(await deleteKeyword(ctx.db, numberIn(params), keywordIn(params)))) throw keywordMissing()
    return reply.code(204).send()
  })

  /** Somebody in the simulated network writes. */
  app.post(
    `${inbound}/simulate`,
    { config: { ...operator, does: 'inbound.simulate' }, schema: { body: IncomingBody } },
    async (request, reply) => {
      if (!ctx.config.staging) throw onlyInStaging()
      const { from, to, text } = request.body as Static<typeof IncomingBody>
      const phone = parsePhone(from)
      if (phone === null) throw badPhone()
      request.auditDetail = { from: phone, to }
      await receiveMessage(ctx, simulated, {
        from: phone,
        to: numberIn({ number: to }),
        text,
        part: null,
        at: ctx.clock.now(),
      })
      return reply.code(202).send({ from: phone, to })
    },
  )
}
