import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../api-route.ts'
import { parentActor } from '../../../contract/console/audit.ts'
import { person } from '../../../contract/console/person.ts'
import { endWhenStalled } from '../../../engine/http/index.ts'
import { badTypedPhone } from '../../../values/number-fault.ts'
import { showList } from '../../../values/page.ts'
import { readPlace } from '../../../values/place.ts'
import { findCountry } from '../../accounts/index.ts'
import type { PersonQuery } from '../../table-data/index.ts'
import type { ErasureContext } from './context.ts'
import { requestErasure } from './request-erasure.ts'
import { readPhone } from './rules.ts'
import { exportCsv, exportJson, showPerson, sourceNamed } from './show.ts'
import { hashPhone, listErasures } from './store.ts'

/**
 * The data of one person: of an account for its owners, of the installation for operators. The number is only in bodies,
 * because addresses are logged; the audit log has its keyed hash.
 */
export function erasureConsole(app: FastifyInstance, ctx: ErasureContext): void {
  /** The account of the path; null for operators. */
  const queryOf = async (request: FastifyRequest, typed: string): Promise<PersonQuery> => {
    const { accountId } = request
    const country = accountId === null ? null : await findCountry(ctx, accountId)
    const phone = readPhone(typed, country)
    if (phone === null) throw badTypedPhone(typed, country)
    request.auditDetail = { person: hashPhone(ctx, phone) }
    return { accountId, phone }
  }

  const find = async (request: FastifyRequest, asked: PersonQuery) => {
    const sources = await showPerson(ctx, asked)
    const counts = Object.fromEntries(sources.map(({ name, count }) => [name, count]))
    request.auditDetail = { ...request.auditDetail, counts }
    return sources
  }

  const send = (reply: FastifyReply, type: string, name: string, stream: Readable) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(endWhenStalled(stream))

  for (const operation of [person.get, person.getAll])
    serve(app, operation, async ({ body, request }) => {
      const asked = await queryOf(request, body.phone)
      const sources = await find(request, asked)
      return { phone: asked.phone, sources, sourceNames: ctx.sources.map(({ name }) => name) }
    })

  for (const operation of [person.export, person.exportAll])
    serve(app, operation, async ({ body, request, reply }) => {
      const asked = await queryOf(request, body.phone)
      await ctx.writeBuffers()
      return send(reply, 'application/json', 'person.json', exportJson(ctx, asked))
    })

  for (const operation of [person.exportCsv, person.exportAllCsv])
    serve(app, operation, async ({ body: { phone, source: name }, request, reply }) => {
      const asked = await queryOf(request, phone)
      const source = sourceNamed(ctx, name)
      request.auditDetail = { ...request.auditDetail, source: name }
      await ctx.writeBuffers()
      return send(reply, 'text/csv', `${name}.csv`, exportCsv(ctx, asked, source))
    })

  for (const operation of [person.erase, person.eraseAll])
    serve(app, operation, async ({ body, request }) => {
      const asked = await queryOf(request, body.phone)
      await find(request, asked)
      const { name = '', byParent = false } = request.actor ?? {}
      // The owner of a sub-account reads the list of erasures.
      const erasure = await requestErasure(ctx, asked, byParent ? parentActor : name)
      request.auditDetail = { ...request.auditDetail, erasure: erasure.id }
      return erasure
    })

  for (const operation of [person.erasures, person.allErasures])
    serve(app, operation, async ({ query, request }) => {
      const place = readPlace(query)
      return showList(await listErasures(ctx.db, request.accountId, place))
    })
}
