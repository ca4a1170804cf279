import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { consents, optouts } from '../../contract/account/consent.ts'
import { doNotDisturb } from '../../contract/console/consent.ts'
import { createUploadLimit, exportRows, sendCsv, takeCsv, withCsvBody } from '../../engine/csv/index.ts'
import { isSoundText } from '../../values/json.ts'
import { type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { badField, badTime } from './errors.ts'
import { importRows } from './import-rows.ts'
import { consentList, doNotDisturbList, faultOfConsent, type NumberList, optOutList } from './lists.ts'
import { addOptOut, readFilter, readNumber, removeNumber } from './numbers.ts'
import { parsePastTime } from './rules.ts'
import { insertNumbers, selectNumbers, selectNumbersAfter } from './store.ts'

type Numbered = { readonly phone: string }

/** Its account is null for the list of the installation. */
interface Call {
  readonly query: Query
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Opt-outs, consents and the do-not-disturb list of the installation, of which the audit log does not get the numbers. */
export function consentApi(app: FastifyInstance, ctx: Context): void {
  const limited = createUploadLimit()

  const list = async <Listed, Stored extends Numbered>(of: NumberList<Listed, Stored>, { query, request }: Call) => {
    const place = readPlace(query)
    return showList(await selectNumbers(ctx.db, of, await readFilter(ctx, request.accountId, query), place))
  }

  /** The audit log gets the counts, without numbers. */
  const importFile = <Listed, Stored extends Numbered>(of: NumberList<Listed, Stored>, { request }: Call) =>
    limited(request.accountId, async () => {
      const imported = await withCsvBody(request, (source) => importRows(ctx, of, request.accountId, source))
      const { rows, added, existing, invalid } = imported
      request.auditDetail = { rows, added, existing, invalid }
      return imported
    })

  const exportFile = async <Listed, Stored extends Numbered>(
    of: NumberList<Listed, Stored>,
    { query, request, reply }: Call,
  ) => {
    const filter = await readFilter(ctx, request.accountId, query)
    const { header } = of
    const listAfter = (after: Listed | null, limit: number) => selectNumbersAfter(ctx.db, of, filter, after, limit)
    return sendCsv(request, reply, of.name, () => exportRows<Listed>({ header, listAfter }))
  }

  app.register(async (scope) => {
    takeCsv(scope)
    serve(scope, optouts.import, (call) => importFile(optOutList, call))
    serve(scope, consents.import, (call) => importFile(consentList, call))
    serve(scope, doNotDisturb.import, (call) => importFile(doNotDisturbList, call))
  })

  serve(app, optouts.list, (call) => list(optOutList, call))
  serve(app, consents.list, (call) => list(consentList, call))
  serve(app, doNotDisturb.list, (call) => list(doNotDisturbList, call))

  serve(app, optouts.export, (call) => exportFile(optOutList, call))
  serve(app, consents.export, (call) => exportFile(consentList, call))
  serve(app, doNotDisturb.export, (call) => exportFile(doNotDisturbList, call))

  serve(app, optouts.create, async ({ accountId, body, request }) => {
    const phone = await addOptOut(ctx, accountId, body.phone, request.caller ? 'api' : 'person')
    request.auditDetail = { phone }
    return { phone }
  })

  serve(app, consents.create, async ({ accountId, body, request }) => {
    const { status = 'given', text = '' } = body
    request.auditDetail = { status }
    const now = ctx.clock.now()
    const phone = await readNumber(ctx, accountId, body.phone)
    const at = body.at === undefined ? now : parsePastTime(body.at, now)
    if (at === null) throw badTime()
    const consent = { phone, given: status === 'given', source: body.source.trim(), at, text, recordedAt: now }
    const fault = faultOfConsent(consent)
    if (fault !== null) throw badField(...fault)
    await insertNumbers(ctx.db, consentList, accountId, [consent])
    return { phone, status, at }
  })

  serve(app, doNotDisturb.add, async ({ body: { phone: number, note = '' } }) => {
    if (!isSoundText(note)) throw badField('note', 'contains invalid characters')
    const phone = await readNumber(ctx, null, number)
    await insertNumbers(ctx.db, doNotDisturbList, null, [{ phone, source: 'person', note, createdAt: ctx.clock.now() }])
    return { phone }
  })

  serve(app, optouts.delete, async ({ accountId, params }) => {
    if (!(await removeNumber(ctx, optOutList, accountId, params.phone))) throw refuse('optout_not_found')
  })

  serve(app, doNotDisturb.remove, async ({ body: { phone } }) => {
    if (!(await removeNumber(ctx, doNotDisturbList, null, phone))) throw refuse('do_not_disturb_not_found')
  })
}
