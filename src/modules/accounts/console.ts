import type { FastifyInstance } from 'fastify'
import { type ConsoleCall, serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { type CredentialBody, credentials, type Kind, kinds } from '../../contract/console/credentials.ts'
import type { Tx } from '../../engine/db/index.ts'
import { readText } from '../../values/filters.ts'
import { invalidParameter, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { uniqueScopes } from '../../values/scopes.ts'
import { changeCredential } from './change.ts'
import { type CredentialLimits, createKey, createSmppCredential, createToken, revokeCredential } from './credentials.ts'
import { BadCredential, badCredential } from './errors.ts'
import { rotateCredential } from './rotate.ts'
import { checkOwnerChange, defaultSettings, settingsIn } from './smpp-settings.ts'
import { listCredentials } from './store.ts'

type Issue<T> = (tx: Tx, accountId: number, name: string, now: Date, limits: CredentialLimits) => Promise<T>

type CreateCall = Pick<ConsoleCall<'POST /accounts/:account/keys'>, 'accountId' | 'body' | 'request'>

/** Keys, tokens and SMPP credentials. Only owners see secrets, once. */
export function credentialsConsole(app: FastifyInstance, ctx: Context): void {
  serve(app, credentials.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    return showList(await listCredentials(ctx.db, accountId, readKinds(readText(query, 'kind', 20)), place))
  })

  serve(app, credentials.createKey, (call) => issue(ctx, call, createKey))

  serve(app, credentials.createToken, (call) => issue(ctx, call, createToken))

  serve(app, credentials.createSmpp, async ({ accountId, body, request }) => {
    const byOperator = request.actor?.operator ?? false
    if (body.password !== undefined && !byOperator) throw refuse('smpp_password_by_operators')
    if (!byOperator) checkOwnerChange(defaultSettings, body)
    const issued = await createSmppCredential(ctx, accountId, body)
    request.auditDetail = { ...settingsIn(body), id: issued.id, systemId: issued.systemId }
    return issued
  })

  serve(app, credentials.update, ({ accountId, id, body, request }) => {
    const { lenient, products } = body
    const scopes = body.scopes && [...uniqueScopes(body.scopes)]
    const change = { ...settingsIn(body), lenient, scopes, products }
    request.auditDetail = change
    return changeCredential(ctx, accountId, id('credential'), change, request.actor?.operator ?? false)
  })

  serve(app, credentials.revoke, async ({ accountId, id }) => {
    if (!(await revokeCredential(ctx, accountId, id('credential')))) throw refuse('credential_not_found')
  })

  serve(app, credentials.rotate, async ({ accountId, id, body: { overlapHours }, request }) => {
    const replaced = { id: id('credential'), byOperator: request.actor?.operator ?? false }
    const rotated = await rotateCredential(ctx, accountId, replaced, overlapHours)
    request.auditDetail = { id: rotated.id, overlapHours }
    return rotated
  })
}

function readKinds(text: string | null): readonly Kind[] | null {
  if (text === null) return null
  const wanted = text.split(',')
  const found = kinds.filter((kind) => wanted.includes(kind))
  if (found.length !== wanted.length) throw invalidParameter('kind', `some of ${kinds.join(', ')}, separated by commas`)
  return found
}

async function issue<T extends { readonly id: number }>(
  { db, clock }: Context,
  { accountId, body, request }: CreateCall,
  create: Issue<T>,
): Promise<T> {
  const limits = readLimits(body, request.actor?.operator ?? false)
  const issued = await db
    .transaction((tx) => create(tx, accountId, body.name, clock.now(), limits))
    .catch(throwReadable)
  request.auditDetail = { id: issued.id, name: body.name, ...limits }
  return issued
}

function readLimits(
  { products, addresses, lenient, operator, scopes, expiresAt }: CredentialBody,
  byOperator: boolean,
): CredentialLimits {
  if (operator && !byOperator) throw refuse('operator_rights_by_operators')
  const limits = { products, addresses, lenient, operator, scopes }
  if (expiresAt === undefined) return limits
  // The schema also accepts leap seconds, which `Date` cannot parse.
  const at = new Date(expiresAt)
  if (Number.isNaN(at.getTime())) throw badCredential(`${expiresAt} is not a valid time`)
  return { ...limits, expiresAt: at }
}

function throwReadable(error: unknown): never {
  throw error instanceof BadCredential ? badCredential(error.message) : error
}
