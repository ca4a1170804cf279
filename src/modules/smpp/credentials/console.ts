import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../../console-route.ts'
import type { Context } from '../../../context.ts'
import type { SmppChangeBody } from '../../../contract/console/smpp.ts'
import { readPage, showPage } from '../../../values/page.ts'
import { passwordsByOperators } from './errors.ts'
import { changeSmppCredential, createSmppCredential, revokeSmppCredential, rotateSmppPassword } from './manage.ts'
import { checkOwnerChange, defaultSettings } from './settings.ts'
import { listSmppBinds, listSmppCredentials } from './store-manage.ts'

/** SMPP credentials and the current binds. Only owners see passwords, once. */
export function smppConsole(app: FastifyInstance, ctx: Context): void {
  const { db, config } = ctx

  serve(app, 'GET /smpp/binds', { may: 'operator' }, async ({ query }) => {
    const page = readPage(query)
    return showPage(await listSmppBinds(db, null, page), page)
  })

  serve(app, 'GET /accounts/:account/smpp', { may: 'viewer' }, () => ({
    host: config.publicUrl === null ? null : new URL(config.publicUrl).hostname,
    port: config.smppPort,
    tlsPort: config.smppTlsPort,
  }))

  serve(app, 'GET /accounts/:account/smpp/binds', { may: 'viewer' }, async ({ accountId, query, request }) => {
    const page = readPage(query)
    const { items, ...total } = await listSmppBinds(db, accountId, page)
    const isOperator = request.actor?.operator ?? false
    // The names of processes contain those of the operator's machines.
    return showPage(
      { items: items.map((bind) => ({ ...bind, process: isOperator ? bind.process : null })), ...total },
      page,
    )
  })

  serve(app, 'GET /accounts/:account/smpp/credentials', { may: 'viewer' }, async ({ accountId, query }) => {
    const page = readPage(query)
    return showPage(await listSmppCredentials(db, accountId, page), page)
  })

  serve(
    app,
    'POST /accounts/:account/smpp/credentials',
    { may: 'owner', does: 'smpp.create', asksProof: true },
    async ({ accountId, body, request }) => {
      if (body.password !== undefined && !request.actor?.operator) throw passwordsByOperators()
      checkOf(request)(defaultSettings, body)
      const issued = await createSmppCredential(ctx, accountId, body)
      request.auditDetail = { ...settingsIn(body), id: issued.id, systemId: issued.systemId }
      return issued
    },
  )

  serve(
    app,
    'PUT /accounts/:account/smpp/credentials/:credential',
    { may: 'owner', does: 'smpp.change', asksProof: true },
    ({ accountId, id, body, request }) => {
      request.auditDetail = settingsIn(body)
      return changeSmppCredential(ctx, accountId, id('credential'), body, checkOf(request))
    },
  )

  serve(
    app,
    'DELETE /accounts/:account/smpp/credentials/:credential',
    { may: 'owner', does: 'smpp.revoke' },
    ({ accountId, id }) => revokeSmppCredential(ctx, accountId, id('credential')),
  )

  serve(
    app,
    'POST /accounts/:account/smpp/credentials/:credential/rotate',
    { may: 'owner', does: 'smpp.rotate', asksProof: true },
    async ({ accountId, id, body: { overlapHours }, request }) => {
      const rotated = await rotateSmppPassword(ctx, accountId, id('credential'), overlapHours)
      request.auditDetail = { systemId: rotated.systemId, overlapHours }
      return rotated
    },
  )
}

/** The check of changes by this caller. */
const checkOf = ({ actor }: FastifyRequest) => (actor?.operator ? () => {} : checkOwnerChange)

/** The settings in a body, by name and without the password. */
const settingsIn = (body: SmppChangeBody) => ({
  bindsMax: body.bindsMax,
  windowSize: body.windowSize,
  rate: body.rate,
  addresses: body.addresses,
  messageIds: body.messageIds,
  receivesMessages: body.receivesMessages,
  duplicateSeconds: body.duplicateSeconds,
  privateUrls: body.privateUrls,
  alphabet: body.alphabet,
})
