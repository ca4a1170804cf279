import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { parentActor } from '../../contract/console/audit.ts'
import { endWhenStalled } from '../../engine/http/index.ts'
import { readPage, showPage } from '../../values/page.ts'
import { badTypedPhone } from '../../values/typed-phone.ts'
import { findCountry } from '../accounts/index.ts'
import type { PersonContext } from './context.ts'
import { exportCsv, exportJson } from './export.ts'
import type { PersonQuestion } from './model.ts'
import { requestErasure } from './request-erasure.ts'
import { readPhone } from './rules.ts'
import { hashPhone } from './sealed-phone.ts'
import { showPerson, sourceNamed } from './show.ts'
import { listErasures } from './store.ts'

/**
 * The data of one person: of an account for its owners, of the installation for operators. The number is only in bodies,
 * because addresses are logged; the audit log has its keyed hash.
 */
export function personConsole(app: FastifyInstance, ctx: PersonContext): void {
  const question = async (
    request: FastifyRequest,
    accountId: number | null,
    typed: string,
  ): Promise<PersonQuestion> => {
    const country = accountId === null ? null : await findCountry(ctx, accountId)
    const phone = readPhone(typed, country)
    if (phone === null) throw badTypedPhone(typed, country)
    request.auditDetail = { person: hashPhone(ctx, phone) }
    return { accountId, phone }
  }

  const find = async (request: FastifyRequest, asked: PersonQuestion) => {
    const sources = await showPerson(ctx, asked)
    const counts = Object.fromEntries(sources.map(({ name, count }) => [name, count]))
    request.auditDetail = { ...request.auditDetail, counts }
    return sources
  }

  const show = async (request: FastifyRequest, asked: PersonQuestion) => {
    const sources = await find(request, asked)
    return { phone: asked.phone, sources, sourceNames: ctx.sources.map(({ name }) => name) }
  }

  const send = (reply: FastifyReply, type: string, name: string, stream: Readable) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(endWhenStalled(stream))

  const sendJson = async (reply: FastifyReply, asked: PersonQuestion) => {
    await ctx.writeBuffers()
    return send(reply, 'application/json', 'person.json', exportJson(ctx, asked))
  }

  const sendCsv = async (request: FastifyRequest, reply: FastifyReply, asked: PersonQuestion, name: string) => {
    const source = sourceNamed(ctx, name)
    request.auditDetail = { ...request.auditDetail, source: name }
    await ctx.writeBuffers()
    return send(reply, 'text/csv', `${name}.csv`, exportCsv(ctx, asked, source))
  }

  const erase = async (request: FastifyRequest, asked: PersonQuestion) => {
    await find(request, asked)
    const { name = '', byParent = false } = request.actor ?? {}
    // The owner of a sub-account reads the list of erasures.
    const erasure = await requestErasure(ctx, asked, byParent ? parentActor : name)
    request.auditDetail = { ...request.auditDetail, erasure: erasure.id }
    return erasure
  }

  const list = async (accountId: number | null, query: Parameters<typeof readPage>[0]) => {
    const page = readPage(query)
    return showPage(await listErasures(ctx.db, accountId, page), page)
  }

  const account = { may: 'owner' } as const
  const provedOwner = { ...account, asksProof: true } as const
  serve(
    app,
    'POST /accounts/:account/person',
    { ...account, does: 'person.show' },
    async ({ accountId, body, request }) => show(request, await question(request, accountId, body.phone)),
  )
  serve(
    app,
    'POST /accounts/:account/person/export',
    { ...provedOwner, does: 'person.export' },
    async ({ accountId, body, request, reply }) => sendJson(reply, await question(request, accountId, body.phone)),
  )
  serve(
    app,
    'POST /accounts/:account/person/export.csv',
    { ...provedOwner, does: 'person.export' },
    async ({ accountId, body, request, reply }) =>
      sendCsv(request, reply, await question(request, accountId, body.phone), body.source),
  )
  serve(
    app,
    'POST /accounts/:account/person/erase',
    { ...provedOwner, does: 'person.erase' },
    async ({ accountId, body, request }) => erase(request, await question(request, accountId, body.phone)),
  )
  serve(app, 'GET /accounts/:account/erasures', account, ({ accountId, query }) => list(accountId, query))

  const operator = { may: 'operator' } as const
  const provedOperator = { ...operator, asksProof: true } as const
  serve(app, 'POST /person', { ...operator, does: 'person.show' }, async ({ body, request }) =>
    show(request, await question(request, null, body.phone)),
  )
  serve(app, 'POST /person/export', { ...provedOperator, does: 'person.export' }, async ({ body, request, reply }) =>
    sendJson(reply, await question(request, null, body.phone)),
  )
  serve(
    app,
    'POST /person/export.csv',
    { ...provedOperator, does: 'person.export' },
    async ({ body, request, reply }) => sendCsv(request, reply, await question(request, null, body.phone), body.source),
  )
  serve(app, 'POST /person/erase', { ...provedOperator, does: 'person.erase' }, async ({ body, request }) =>
    erase(request, await question(request, null, body.phone)),
  )
  serve(app, 'GET /erasures', operator, ({ query }) => list(null, query))
}
