import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { formatMoney } from '../../values/money.ts'
import { readNumber } from '../../values/number-filter.ts'
import { invalidParameter, type Query, readListPage, readPage, showList, showPage } from '../../values/page.ts'
import { withoutSecrets } from '../../values/without-secrets.ts'
import { findCountry } from '../accounts/index.ts'
import type { ProviderAdmin, ShownProvider } from '../providers/index.ts'
import type { AirtimeContext } from './context.ts'
import { endByHand } from './end.ts'
import { transferMissing } from './errors.ts'
import { transferManually } from './manual-transfer.ts'
import { type Transfer, transferStates } from './rules.ts'
import { findTransfer, listOverdue, listTransfers } from './store.ts'

/** Transfers for the members of an account; overdue transfers and providers for operators. */
export function airtimeConsole(app: FastifyInstance, ctx: AirtimeContext, admin: ProviderAdmin): void {
  serve(
    app,
    'GET /v2/airtime',
    { scope: 'airtime:read', may: 'viewer', reads: 'airtime.read' },
    async ({ accountId, query }) => {
      const page = readListPage(query)
      const { items, total } = await listTransfers(ctx.db, accountId, page, {
        state: readState(query),
        phone: readNumber(query, await findCountry(ctx, accountId)),
      })
      return showList({ items: items.map(show), total }, page)
    },
  )

  serve(
    app,
    'POST /v2/airtime',
    { scope: 'airtime:send', may: 'member', does: 'airtime.transfer', storesKey: true, isTraffic: true },
    async ({ accountId, body, request, reply }) => {
      const { answer, replayed } = await transferManually(ctx, accountId, body, readIdempotencyKey(request, accountId))
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      const accepted = await findTransfer(ctx.db, accountId, Number(answer.transaction_id))
      if (accepted === null) throw transferMissing()
      request.auditDetail = { transfer: accepted.id, phone: accepted.phone, amount: formatMoney(accepted.amount) }
      return show(accepted)
    },
  )

  serve(app, 'GET /airtime/overdue', { may: 'operator', reads: 'airtime.read' }, async ({ query }) => {
    const page = readPage(query)
    const { items, total } = await listOverdue(ctx.db, page)
    return showPage({ items: items.map(show), total }, page)
  })

  serve(
    app,
    'POST /airtime/transfers/:transfer/end',
    { may: 'operator', does: 'airtime.end', asksProof: true },
    async ({ id, body: { as, reason }, request }) => {
      request.auditDetail = { as, reason }
      const ended = await endByHand(ctx, id('transfer'), as === 'failed' ? { state: as, reason } : { state: as })
      request.auditDetail = { as, reason, accountId: ended.accountId, amount: formatMoney(ended.amount) }
      return show(ended)
    },
  )

  serve(app, 'GET /airtime/providers', { may: 'operator' }, async () => ({
    data: (await admin.list()).map(showProvider),
    current: ctx.providers.wouldChoose(anyAccount)[0]?.name ?? null,
  }))

  // A provider that is set active through this route gets all new transfers, as in earlier versions.
  serve(
    app,
    'PUT /airtime/providers/:provider',
    { may: 'operator', does: 'airtime.provider_set', asksProof: true },
    async ({ params, body: { active = true, settings, secrets = {} }, request }) => {
      const wanted = { name: params.provider, kind: 'http', settings, secrets, paused: !active, takesPriority: active }
      const shown = showProvider(await admin.set(wanted))
      request.auditDetail = { active, settings: withoutSecrets(settings), secrets: shown.secrets }
      return shown
    },
  )

  serve(
    app,
    'DELETE /airtime/providers/:provider',
    { may: 'operator', does: 'airtime.provider_remove', asksProof: true },
    ({ params }) => admin.remove(params.provider),
  )
}

/** Only shared providers take the transfers of an account that does not exist. */
const anyAccount = 0

const showProvider = ({ name, settings, secrets, secretsUnreadable, paused, createdAt, changedAt }: ShownProvider) => ({
  name,
  settings,
  secrets,
  secretsUnreadable,
  active: !paused,
  createdAt,
  changedAt,
})

function readState({ state }: Query): string | null {
  if (state === undefined) return null
  const found = transferStates.find((one) => one === state)
  if (found === undefined) throw invalidParameter('state', `one of ${transferStates.join(', ')}`)
  return found
}

function show({ amount, triedAt: _, confirmedAt: __, ...transfer }: Transfer) {
  return { ...transfer, amount: formatMoney(amount) }
}
