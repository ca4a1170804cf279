import type { Context } from '../../../context.ts'
import type { SharedRates } from '../../../engine/flow/shared-rates.ts'
import { createBuckets } from '../../../engine/flow/token-bucket.ts'
import { neighbourhoodOf, plainAddress } from '../../../engine/network.ts'
import type { Events } from '../../events/index.ts'
import type { AuthenticationProblem, Authenticator, Presented, SmppCredential } from '../model.ts'
import { limitGuesses } from './guesses.ts'
import { followCredentials, type Known } from './known.ts'
import { countRefused, type RefusedReason } from './metrics.ts'
import { openPasswordCheck, type PasswordCheck } from './password-check.ts'
import { allowsAddress, hasHash, isKnownAddress, isSystemId, listsAddress } from './rules.ts'
import { startUses } from './uses.ts'

export interface AuthenticatorContext extends Omit<Context, 'work'> {
  readonly events: Events
  readonly rates: SharedRates
}

/** Reads of the database for attempts that are slowed, for each address and each credential. */
const slowedReadRate = { size: 1, perSecond: 1 }
/** Comparisons with a remembered password, from an address that has used it. */
const rememberedRate = { size: 100, perSecond: 10 }

export function openAuthenticator(
  ctx: AuthenticatorContext,
  passwords: PasswordCheck = openPasswordCheck(ctx.secrets),
): Authenticator {
  const { clock, events, log, rates } = ctx
  const credentials = followCredentials(ctx)
  const guesses = limitGuesses(rates)
  const uses = startUses(ctx.db)
  const refused = countRefused(ctx.metrics)
  const slowedReads = createBuckets<string>(() => clock.now().getTime())
  /** Checks by user name, password and address: a client that opens several binds at once needs one check. */
  const running = new Map<string, Promise<SmppCredential | AuthenticationProblem>>()

  /**
   * A program with an old password must not lock out another one at the same address that has the right password, so
   * comparisons with a remembered password have their own limit.
   */
  function isRemembered(known: Known, { password, address }: Presented): boolean {
    if (!allowsAddress(known.credential, address) || !isKnownAddress(known.addresses, address)) return false
    const key = `smpp remembered ${known.row.id} ${neighbourhoodOf(address)}`
    if (rates.left(key, rememberedRate) < 1) return false
    if (credentials.remembers(known, password, clock.now())) return true
    rates.take(key, rememberedRate)
    return false
  }

  /** Slowed attempts must not make this process read the database each time. */
  async function find({ systemId, address }: Presented): Promise<Known | null> {
    if (!isSystemId(systemId)) return null
    const known = credentials.recall(systemId)
    if (known !== null) return known
    const key = addressKey(address)
    const isSlowed = guesses.isSlowed([key, systemKey(systemId)])
    return isSlowed && !slowedReads(key).take(slowedReadRate) ? null : credentials.read(systemId)
  }

  /** Another process may know that the customer has moved to this address. */
  async function readIfSlowed(known: Known, presented: Presented): Promise<Known | null> {
    const isSlowed = guesses.isSlowed(keysOf(known, presented))
    return isSlowed && slowedReads(`credential ${known.row.id}`).take(slowedReadRate)
      ? credentials.read(known.row.systemId)
      : known
  }

  async function check(presented: Presented): Promise<SmppCredential | AuthenticationProblem> {
    const { systemId, password, address } = presented
    const known = await find(presented)
    if (known !== null && isRemembered(known, presented)) return admit(known, address)
    const current = known === null ? null : await readIfSlowed(known, presented)
    if (passwords.isOverloaded) return refuse('slowed', current, presented)
    // Other addresses get the answer to a wrong password, after the same time: they must not confirm a right one.
    const isAllowed = current === null || allowsAddress(current.credential, address)
    let matched: Buffer | null = null
    const isRight = await guesses.attempt(keysOf(current, presented), async () => {
      matched = await passwords.match(isAllowed && current !== null ? current.row : null, password, clock.now())
      return matched !== null
    })
    if (isRight === null) return refuse('slowed', current, presented)
    if (matched === null) return refuse(isAllowed ? 'unknown' : 'address', current, presented)
    // The check may have waited for a second, in which the credential was changed.
    const latest = await credentials.find(systemId)
    if (latest === null || !hasHash(latest.row, matched, clock.now())) return refuse('unknown', latest, presented)
    credentials.keep(latest, { password, sealed: matched, address })
    return admit(latest, address)
  }

  /** The password was right. */
  function admit({ row, credential }: Known, address: string): SmppCredential | AuthenticationProblem {
    const presented = { systemId: row.systemId, address }
    if (row.suspendedAt !== null) return refuse('suspended', { row }, presented)
    if (!allowsAddress(credential, address)) return refuse('address', { row }, presented)
    uses.note(row.id, { at: clock.now(), address })
    return credential
  }

  function refuse(
    reason: RefusedReason,
    known: Pick<Known, 'row'> | null,
    { systemId, address }: Pick<Presented, 'systemId' | 'address'>,
  ): AuthenticationProblem {
    refused(reason)
    const cause = reason === 'unknown' && known !== null ? 'password' : reason
    if (known !== null) events.note(known.row.accountId, 'smpp.refused', known.row.systemId, cause)
    // Slowed attempts may be many. An unknown system ID may be a password in the wrong field.
    if (reason !== 'slowed')
      log.info({ ...(known === null ? {} : { systemId }), address, reason: cause }, 'SMPP credential refused')
    return reason === 'address' ? 'unknown' : reason
  }

  return {
    authenticate({ systemId, password, address: from }) {
      const address = plainAddress(from)
      const name = JSON.stringify([systemId, password, address])
      const same = running.get(name)
      if (same !== undefined) return same
      const result = check({ systemId, password, address }).finally(() => running.delete(name))
      running.set(name, result)
      return result
    },
    find(credentialId) {
      const known = credentials.get(credentialId)
      return known === null || known.row.suspendedAt !== null ? null : known.credential
    },
    onChange: credentials.onChange,
    async stop() {
      await credentials.stop()
      await uses.stop()
    },
  }
}

/**
 * A known address has an own limit for each credential, so that others cannot lock out a customer, neither from
 * elsewhere nor from the same address with another system id.
 */
function keysOf(known: Known | null, { systemId, address }: Presented): readonly string[] {
  const from = neighbourhoodOf(address)
  const fromAddress = addressKey(address)
  // Any text can be presented as a system id, and PostgreSQL rejects some texts as a key.
  if (known === null) return isSystemId(systemId) ? [fromAddress, systemKey(systemId)] : [fromAddress]
  const { row, credential, addresses } = known
  // No password works from there, so the attempts cannot find one, and must not use up those of other addresses.
  if (!allowsAddress(credential, address)) return [fromAddress]
  const isCustomers = isKnownAddress(addresses, address) || listsAddress(credential, address)
  return isCustomers ? [`smpp known ${row.id} ${from}`] : [fromAddress, systemKey(systemId)]
}

const addressKey = (address: string) => `smpp address ${neighbourhoodOf(address)}`
const systemKey = (systemId: string) => `smpp system ${systemId}`
