import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { numbers } from '../../contract/account/numbers.ts'
import type { TimelineKind } from '../../contract/account/timeline.ts'
import { callingCodeOf, countryOf } from '../../values/countries.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'
import type { Scope } from '../../values/scopes.ts'
import { readTypedPhone } from '../accounts/index.ts'
import { findConsentState } from '../consent/index.ts'
import { listContactsOf } from '../contacts/index.ts'
import { canRead, listConversationsOf } from '../inbox/conversations/index.ts'
import type { TimelineSource } from '../table-data/index.ts'
import { readTimeline } from './index.ts'

interface HistoryContext extends Context {
  /** Everything that happened with a number. */
  readonly sources: readonly TimelineSource[]
}

/** The state and the history of one phone number. */
export function historyApi(app: FastifyInstance, ctx: HistoryContext): void {
  serve(app, numbers.get, async ({ accountId, params, allows }) =>
    findNumberState(ctx, accountId, await readTypedPhone(ctx, accountId, params.phone), allows),
  )

  serve(app, numbers.timeline, async ({ accountId, params, query, allows }) => {
    const phone = await readTypedPhone(ctx, accountId, params.phone)
    const known = ctx.sources.flatMap((source) => source.kinds)
    const kinds = readKinds(query, known)
    const sources = ctx.sources.filter(
      (source) => allows(source.scope) && (kinds === null || source.kinds.some((kind) => kinds.includes(kind))),
    )
    return readTimeline(ctx, sources, { accountId, phone }, query)
  })
}

/** The kinds to list; null for all. */
function readKinds({ kind }: Query, known: readonly TimelineKind[]): readonly TimelineKind[] | null {
  if (kind === undefined || kind === '') return null
  const kinds = String(kind).split(',')
  const wanted = known.filter((one) => kinds.includes(one))
  if (wanted.length < new Set(kinds).size)
    throw invalidParameter('kind', `one or more of ${known.join(', ')}, separated by commas`)
  return wanted
}

const noConsent = { optOut: null, doNotDisturb: false, consent: null }

/** The state of a number. A part that is not allowed is empty. */
async function findNumberState({ db }: Context, accountId: number, phone: Phone, allows: (scope: Scope) => boolean) {
  const [contacts, consent, conversations] = await Promise.all([
    allows('contacts:read') ? listContactsOf(db, accountId, phone) : [],
    allows('optouts:read') ? findConsentState(db, accountId, phone) : noConsent,
    allows('conversations:read') ? listConversationsOf(db, accountId, phone) : [],
  ])
  const readable = conversations.filter(({ channel }) => canRead(allows, channel))
  return { phone, country: countryOf(callingCodeOf(phone)), contacts, ...consent, conversations: readable }
}
