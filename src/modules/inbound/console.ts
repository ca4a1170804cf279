import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { parseTypedPrefix } from '../../values/local-number.ts'
import { readListPage, readPage, readSearch, showList, showPage } from '../../values/page.ts'
import { getTypedPhone } from '../../values/typed-phone.ts'
import { accountExists, findCountry } from '../accounts/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { accountMissing, badNumber, keywordMissing, numberMissing, onlyInStaging } from './errors.ts'
import { receiveMessage } from './receive.ts'
import { checkKeyword, readWord, setWords, showWords } from './set-words.ts'
import { deleteKeyword, deleteNumber, listMessages, listNumbers, putKeyword, putNumber } from './store.ts'
import { simulated } from './store-phones.ts'

const numberShape = /^[0-9]{3,15}$/

function readNumber(text: string): string {
  if (!numberShape.test(text)) throw badNumber()
  return text
}

/** Incoming messages for the members of an account; numbers, keywords and unassigned messages for operators. */
export function inboundConsole(app: FastifyInstance, ctx: SmsContext): void {
  const getAccount = async (id: number) => {
    if (!(await accountExists(ctx.db, id))) throw accountMissing()
    return id
  }

  serve(
    app,
    'GET /v2/inbound',
    { scope: 'inbound:read', may: 'viewer', reads: 'inbox.read' },
    async ({ accountId, query }) => {
      const [page, { number = '' }] = [readListPage(query), query]
      const prefix = parseTypedPrefix(String(number), await findCountry(ctx, accountId))
      const found = prefix === null ? { items: [], total: 0 } : await listMessages(ctx.db, accountId, page, prefix)
      return showList(found, page)
    },
  )

  serve(app, 'GET /v2/inbound/words', { scope: 'inbound:read', may: 'viewer' }, ({ accountId }) =>
    showWords(ctx, accountId),
  )

  serve(
    app,
    'PUT /v2/inbound/words',
    { scope: 'account:write', may: 'owner', does: 'inbound.words' },
    async ({ accountId, body, request }) => {
      const words = await setWords(ctx, accountId, body)
      request.auditDetail = { ...words }
      return words
    },
  )

  serve(app, 'GET /inbound/unowned', { may: 'operator', reads: 'inbox.read' }, async ({ query }) => {
    const page = readPage(query)
    return showPage(await listMessages(ctx.db, null, page), page)
  })

  serve(app, 'GET /inbound/numbers', { may: 'operator' }, async ({ query }) => {
    const page = readPage(query)
    const prefix = parseTypedPrefix(readSearch(query) ?? '', null)
    return showPage(prefix === null ? { items: [], total: 0 } : await listNumbers(ctx.db, prefix, page), page)
  })

  serve(
    app,
    'PUT /inbound/numbers/:number',
    { may: 'operator', does: 'inbound.number_set' },
    async ({ params, body: { accountId = null }, request }) => {
      const number = readNumber(params.number)
      request.auditDetail = { accountId }
      if (accountId !== null) await getAccount(accountId)
      await putNumber(ctx.db, number, accountId, ctx.clock.now())
      return { number, accountId }
    },
  )

  serve(
    app,
    'DELETE /inbound/numbers/:number',
    { may: 'operator', does: 'inbound.number_remove' },
    async ({ params }) => {
      if (!(await deleteNumber(ctx.db, readNumber(params.number)))) throw numberMissing()
    },
  )

  serve(
    app,
    'PUT /inbound/numbers/:number/keywords/:keyword',
    { may: 'operator', does: 'inbound.keyword_set' },
    async ({ params, body: { accountId }, request }) => {
      const [number, word] = [readNumber(params.number), readWord(params.keyword)]
      request.auditDetail = { accountId }
      await checkKeyword(ctx, await getAccount(accountId), word)
      if (!(await putKeyword(ctx.db, number, word, accountId, ctx.clock.now()))) throw numberMissing()
      return { number, keyword: word, accountId }
    },
  )

  serve(
    app,
    'DELETE /inbound/numbers/:number/keywords/:keyword',
    { may: 'operator', does: 'inbound.keyword_remove' },
    async ({ params: { number, keyword } }) => {
      if (!(await deleteKeyword(ctx.db, readNumber(number), readWord(keyword)))) throw keywordMissing()
    },
  )

  serve(
    app,
    'POST /inbound/simulate',
    { may: 'operator', does: 'inbound.simulate' },
    async ({ body: { from, to, text }, request }) => {
      if (!ctx.config.staging) throw onlyInStaging()
      const phone = getTypedPhone(from, ctx.config.country)
      request.auditDetail = { from: phone, to }
      await receiveMessage(ctx, simulated, {
        id: null,
        from: phone,
        to: readNumber(to),
        text,
        part: null,
        at: ctx.clock.now(),
      })
      return { from: phone, to }
    },
  )
}
