import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea, idIn, readIdempotencyKey } from '../../engine/http/index.ts'
import { formatMoney } from '../../values/money.ts'
import { invalidParameter, type Query, readPage, showPage } from '../../values/page.ts'
import { transferByPeople } from './by-people.ts'
import type { AirtimeContext } from './context.ts'
import { endByHand } from './end.ts'
import { transferMissing } from './errors.ts'
import { type Transfer, transferStates } from './rules.ts'
import { EndBody, ProviderBody, TransferByPeopleBody } from './schema.ts'
import { removeProvider, setProvider, showProviders } from './set-provider.ts'
import { findTransfer, listOverdue, listTransfers } from './store.ts'

const area = consoleArea
const airtime = '/console/v1/airtime'

/** Transfers for the people of an account; for operators what is overdue, and through whom transfers go. */
export function airtimeConsole(app: FastifyInstance, ctx: AirtimeContext): void {
  app.get(
    '/console/v1/accounts/:account/airtime',
    { config: { area, may: 'viewer' } },
    async ({ accountId, query }) => {
      const page = readPage(query as Query)
      const { items, total } = await listTransfers(ctx.db, accountId ?? 0, page, readState(query as Query))
      return showPage({ items: items.map(show), total }, page)
    },
  )

  app.post(
    '/console/v1/accounts/:account/airtime',
    { config: { area, may: 'member', does: 'airtime.transfer' }, schema: { body: TransferByPeopleBody } },
    async (request, reply) => {
      const accountId = request.accountId ?? 0
      const asked = request.body as Static<typeof TransferByPeopleBody>
      const { answer, replayed } = await transferByPeople(ctx, accountId, asked, readIdempotencyKey(request, accountId))
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      const accepted = await findTransfer(ctx.db, accountId, Number(answer.transaction_id))
      if (accepted === null) throw transferMissing()
      request.auditDetail = { transfer: accepted.id, phone: accepted.phone, amount: formatMoney(accepted.amount) }
      return reply.code(201).send(show(accepted))
    },
  )

  app.get(`${airtime}/overdue`, { config: { area, may: 'operator' } }, async ({ query }) => {
    const page = readPage(query as Query)
    const { items, total } = await listOverdue(ctx.db, page)
    return showPage({ items: items.map(show), total }, page)
  })

  app.post(
    `${airtime}/transfers/:transfer/end`,
    { config: { area, may: 'operator', does: 'airtime.end' }, schema: { body: EndBody } },
    async (request) => {
      const { as, reason } = request.body as Static<typeof EndBody>
      request.auditDetail = { as, reason }
      const ended = await endByHand(
        ctx,
        idIn(request.params, 'transfer'),
        as === 'failed' ? { state: as, reason } : { state: as },
      )
      request.auditDetail = { as, reason, accountId: ended.accountId, amount: formatMoney(ended.amount) }
      return show(ended)
    },
  )

  app.get(`${airtime}/providers`, { config: { area, may: 'operator' } }, async () => ({
    data: await showProviders(ctx),
    /** Who gets new transfers: where none is set up, in staging, the simulated one. */
    current: ctx.providers.current()?.name ?? null,
  }))

  app.put(
    `${airtime}/providers/:provider`,
    { config: { area, may: 'operator', does: 'airtime.provider_set' }, schema: { body: ProviderBody } },
    async (request) => {
      const { active = true, settings, secrets = {} } = request.body as Static<typeof ProviderBody>
      const { provider: name } = request.params as { provider: string }
      const shown = await setProvider(ctx, { name, active, settings, secrets })
      request.auditDetail = { active, secrets: shown.secrets }
      return shown
    },
  )

  app.delete(
    `${airtime}/providers/:provider`,
    { config: { area, may: 'operator', does: 'airtime.provider_remove' } },
    async (request, reply) => {
      await removeProvider(ctx, (request.params as { provider: string }).provider)
      return reply.code(204).send()
    },
  )
}

function readState({ state }: Query): string | null {
  if (state === undefined) return null
  const found = transferStates.find((one) => one === state)
  if (found === undefined) throw invalidParameter('state', `one of ${transferStates.join(', ')}`)
  return found
}

function show({ amount, triedAt: _, confirmedAt: __, ...transfer }: Transfer) {
  return { ...transfer, amount: formatMoney(amount) }
}
