import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { inbound } from '../../contract/account/inbound.ts'
import { consoleInbound, inboundNumbers } from '../../contract/console/inbound.ts'
import { parseTypedPrefix } from '../../values/local-number.ts'
import { getTypedPhone } from '../../values/number-fault.ts'
import { noItems, readSearch, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { accountExists, findCountry } from '../accounts/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { receiveMessage } from './receive.ts'
import { checkKeyword, readWord, setWords, showWords } from './set-words.ts'
import { deleteKeyword, deleteNumber, listMessages, listNumbers, putKeyword, putNumber } from './store.ts'
import { simulated } from './store-phones.ts'

const numberShape = /^[0-9]{3,15}$/

function readNumber(text: string): string {
  if (!numberShape.test(text)) throw refuse('invalid_number')
  return text
}

/** Incoming messages for the members of an account; numbers, keywords and unassigned messages for operators. */
export function inboundApi(app: FastifyInstance, ctx: SmsContext): void {
  const getAccount = async (id: number) => {
    if (!(await accountExists(ctx.db, id))) throw refuse('account_not_found')
    return id
  }

  serve(app, inbound.list, async ({ accountId, query }) => {
    const [place, { number = '' }] = [readPlace(query), query]
    const prefix = parseTypedPrefix(String(number), await findCountry(ctx, accountId))
    return showList(prefix === null ? noItems : await listMessages(ctx.db, accountId, place, prefix))
  })

  serve(app, inbound.words, ({ accountId }) => showWords(ctx, accountId))

  serve(app, inbound.setWords, async ({ accountId, body, request }) => {
    const words = await setWords(ctx, accountId, body)
    request.auditDetail = { ...words }
    return words
  })

  serve(app, consoleInbound.unowned, async ({ query }) => showList(await listMessages(ctx.db, null, readPlace(query))))

  serve(app, inboundNumbers.list, async ({ query }) => {
    const place = readPlace(query)
    const prefix = parseTypedPrefix(readSearch(query) ?? '', null)
    return showList(prefix === null ? noItems : await listNumbers(ctx.db, prefix, place))
  })

  serve(app, inboundNumbers.set, async ({ params, body: { accountId = null }, request }) => {
    const number = readNumber(params.number)
    request.auditDetail = { accountId }
    if (accountId !== null) await getAccount(accountId)
    await putNumber(ctx.db, number, accountId, ctx.clock.now())
    return { number, accountId }
  })

  serve(app, inboundNumbers.delete, async ({ params }) => {
    if (!(await deleteNumber(ctx.db, readNumber(params.number)))) throw refuse('number_not_found')
  })

  serve(app, inboundNumbers.setKeyword, async ({ params, body: { accountId }, request }) => {
    const [number, word] = [readNumber(params.number), readWord(params.keyword)]
    request.auditDetail = { accountId }
    await checkKeyword(ctx, await getAccount(accountId), word)
    if (!(await putKeyword(ctx.db, number, word, accountId, ctx.clock.now()))) throw refuse('number_not_found')
    return { number, keyword: word, accountId }
  })

  serve(app, inboundNumbers.deleteKeyword, async ({ params: { number, keyword } }) => {
    if (!(await deleteKeyword(ctx.db, readNumber(number), readWord(keyword)))) throw refuse('keyword_not_found')
  })

  serve(app, consoleInbound.simulate, async ({ body: { from, to, text }, request }) => {
    if (!ctx.config.staging) throw refuse('staging_only')
    const phone = getTypedPhone(from, ctx.config.country)
    request.auditDetail = { from: phone, to }
    const message = { id: null, from: phone, to: readNumber(to), text, part: null, at: ctx.clock.now() }
    await receiveMessage(ctx, simulated, message)
    return { from: phone, to }
  })
}
