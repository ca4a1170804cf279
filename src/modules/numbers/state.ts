import type { NumberState } from '../../contract/account/numbers.ts'
import type { Sendable } from '../../contract/shapes.ts'
import { callingCodeOf, countryOf } from '../../values/countries.ts'
import type { Phone } from '../../values/phone.ts'
import type { Scope } from '../../values/scopes.ts'
import { findConsentState } from '../consent/index.ts'
import { listContactsOf } from '../contacts/index.ts'
import { canRead, listConversationsOf } from '../conversation-state/index.ts'
import type { NumbersContext } from './context.ts'

const noConsent = { optOut: null, doNotDisturb: false, consent: null }

/** The state of a number. A part that is not allowed is empty. */
export async function findNumberState(
  { db }: NumbersContext,
  accountId: number,
  phone: Phone,
  allows: (scope: Scope) => boolean,
): Promise<Sendable<NumberState>> {
  const [contacts, consent, conversations] = await Promise.all([
    allows('contacts:read') ? listContactsOf(db, accountId, phone) : [],
    allows('optouts:read') ? findConsentState(db, accountId, phone) : noConsent,
    allows('conversations:read') ? listConversationsOf(db, accountId, phone) : [],
  ])
  const readable = conversations.filter(({ channel }) => canRead(allows, channel))
  return { phone, country: countryOf(callingCodeOf(phone)), contacts, ...consent, conversations: readable }
}
