import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { type OptOutSource, optOutSources } from '../../contract/account/consent.ts'
import { createUploadLimit, takeCsv } from '../../engine/csv/index.ts'
import { invalidParameter, type Query, readListPage, showList } from '../../values/page.ts'
import { findCountry } from '../accounts/index.ts'
import { addConsent, exportConsents, importConsents, setConsentRule } from './consents.ts'
import { doNotDisturbConsole } from './console-do-not-disturb.ts'
import { optOutMissing } from './errors.ts'
import { importFile, sendFile } from './files.ts'
import { fileBytesMax } from './import-rows.ts'
import { addOptOut, exportOptOuts, importOptOuts, removeOptOut } from './optouts.ts'
import { readPrefix } from './rules.ts'
import { type Consent, hasRule, listConsents } from './store-consents.ts'
import { listOptOuts } from './store-optouts.ts'

/** Opt-outs, consents and the do-not-disturb list. */
export function consentConsole(app: FastifyInstance, ctx: Context): void {
  const limited = createUploadLimit()
  app.register(async (scope) => {
    takeCsv(scope)
    serveImports(scope, ctx, limited)
    doNotDisturbConsole(scope, ctx, limited)
  })
  serveOptOuts(app, ctx)
  serveConsents(app, ctx)
}

function serveOptOuts(app: FastifyInstance, ctx: Context): void {
  serve(
    app,
    'GET /v2/optouts',
    { scope: 'optouts:read', may: 'viewer', reads: 'optouts.read' },
    async ({ accountId, query }) => {
      const page = readListPage(query)
      const question = { prefix: readPrefix(query, await findCountry(ctx, accountId)), source: readSource(query) }
      return showList(await listOptOuts(ctx.db, accountId, question, page), page)
    },
  )

  serve(
    app,
    'POST /v2/optouts',
    { scope: 'optouts:write', may: 'member', does: 'optout.add', isTraffic: true },
    async ({ accountId, body: { phone }, request }) => {
      const added = await addOptOut(ctx, accountId, phone, request.caller ? 'api' : 'person')
      request.auditDetail = { phone: added }
      return { phone: added }
    },
  )

  serve(
    app,
    'DELETE /v2/optouts/:phone',
    { scope: 'optouts:write', may: 'member', does: 'optout.remove', isTraffic: true },
    async ({ accountId, params }) => {
      if (!(await removeOptOut(ctx, accountId, params.phone))) throw optOutMissing()
    },
  )

  serve(
    app,
    'GET /v2/optouts.csv',
    { scope: 'optouts:read', may: 'viewer', does: 'optouts.export' },
    async ({ accountId, query, request, reply }) => {
      const source = readSource(query)
      return sendFile(request, reply, 'opt-outs', () => exportOptOuts(ctx, accountId, source))
    },
  )
}

function serveConsents(app: FastifyInstance, ctx: Context): void {
  serve(
    app,
    'GET /v2/consents',
    { scope: 'optouts:read', may: 'viewer', reads: 'consents.read' },
    async ({ accountId, query }) => {
      const page = readListPage(query)
      const prefix = readPrefix(query, await findCountry(ctx, accountId))
      const { items, ...rest } = await listConsents(ctx.db, accountId, prefix, page)
      return showList({ ...rest, items: items.map(showConsent) }, page)
    },
  )

  serve(
    app,
    'POST /v2/consents',
    { scope: 'optouts:write', may: 'member', does: 'consent.add', isTraffic: true },
    async ({ accountId, body, request }) => {
      const { phone, status = 'given', source, at = null, text = '' } = body
      request.auditDetail = { status }
      const added = await addConsent(ctx, accountId, { phone, given: status === 'given', source, at, text })
      return { phone: added.phone, status, at: added.at }
    },
  )

  serve(
    app,
    'GET /v2/consents.csv',
    { scope: 'optouts:read', may: 'viewer', does: 'consents.export' },
    async ({ accountId, request, reply }) => sendFile(request, reply, 'consents', () => exportConsents(ctx, accountId)),
  )

  serve(app, 'GET /v2/consent-rule', { scope: 'account:read', may: 'viewer' }, async ({ accountId }) => ({
    required: await hasRule(ctx.db, accountId),
  }))

  serve(
    app,
    'PUT /v2/consent-rule',
    { scope: 'account:write', may: 'owner', does: 'account.consent_rule' },
    async ({ accountId, body: { required }, request }) => {
      request.auditDetail = { required }
      await setConsentRule(ctx, accountId, required)
      return { required }
    },
  )
}

const showConsent = ({ given, ...rest }: Consent) => ({ ...rest, status: given ? 'given' : 'withdrawn' }) as const

function serveImports(scope: FastifyInstance, ctx: Context, limited: ReturnType<typeof createUploadLimit>): void {
  const upload = { may: 'member', streamsBody: true, bodyLimit: fileBytesMax } as const

  serve(
    scope,
    'POST /v2/optouts/import',
    { scope: 'optouts:write', ...upload, does: 'optouts.import' },
    ({ accountId, request }) =>
      limited(accountId, () => importFile(request, (source) => importOptOuts(ctx, accountId, source))),
  )

  serve(
    scope,
    'POST /v2/consents/import',
    { scope: 'optouts:write', ...upload, does: 'consents.import' },
    ({ accountId, request }) =>
      limited(accountId, () => importFile(request, (source) => importConsents(ctx, accountId, source))),
  )
}

const unknown = 'unknown'

/** Null for all sources. */
function readSource({ source }: Query): OptOutSource | typeof unknown | null {
  if (source === undefined || source === '') return null
  const found = [...optOutSources, unknown as typeof unknown].find((one) => one === source)
  if (found === undefined) throw invalidParameter('source', `one of ${[...optOutSources, unknown].join(', ')}`)
  return found
}
