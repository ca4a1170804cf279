import type { Context } from '../../../context.ts'
import type { SharedRates } from '../../../engine/flow/shared-rates.ts'
import { createBuckets } from '../../../engine/flow/token-bucket.ts'
import type { Metrics } from '../../../engine/metrics.ts'
import { neighbourhoodOf, plainAddress } from '../../../engine/network.ts'
import { isSystemId, startCredentialUses } from '../../accounts/index.ts'
import type { Events } from '../../events/index.ts'
import type { AuthenticationProblem, Authenticator, Presented, SmppCredential } from '../model.ts'
import { type CachedCredential, followCredentials } from './cached-credentials.ts'
import { limitLoginAttempts } from './login-attempts.ts'
import { openPasswordCheck } from './password-check.ts'
import { allowsAddress, hasHash, isKnownAddress, listsAddress } from './rules.ts'

interface AuthenticatorContext extends Omit<Context, 'work'> {
  readonly events: Events
  readonly rates: SharedRates
}

/** Reads of the database for attempts that are slowed, for each address and each credential. */
const slowedReadRate = { size: 1, perSecond: 1 }
/** Comparisons with a remembered password, from an address that has used it. */
const rememberedRate = { size: 100, perSecond: 10 }

export function openAuthenticator(
  ctx: AuthenticatorContext,
  passwords = openPasswordCheck(ctx.secrets),
): Authenticator {
  const { clock, events, log, rates } = ctx
  const credentials = followCredentials(ctx)
  const attempts = limitLoginAttempts(rates)
  const uses = startCredentialUses(ctx.db)
  const refused = countRefused(ctx.metrics)
  const slowedReads = createBuckets<string>(() => clock.now().getTime())
  /** Checks by user name, password and address: a client that opens several binds at once needs one check. */
  const running = new Map<string, Promise<SmppCredential | AuthenticationProblem>>()

  /**
   * A program with an old password must not lock out another one at the same address that has the right password, so
   * comparisons with a remembered password have their own limit.
   */
  function isRemembered(cached: CachedCredential, { password, address }: Presented): boolean {
    if (!allowsAddress(cached.credential, address) || !isKnownAddress(cached.addresses, address)) return false
    const key = `smpp remembered ${cached.row.id} ${neighbourhoodOf(address)}`
    if (rates.left(key, rememberedRate) < 1) return false
    if (credentials.remembers(cached, password, clock.now())) return true
    rates.take(key, rememberedRate)
    return false
  }

  /** Slowed attempts must not make this process read the database each time. */
  async function find({ systemId, address }: Presented): Promise<CachedCredential | null> {
    if (!isSystemId(systemId)) return null
    const cached = credentials.recall(systemId)
    if (cached !== null) return cached
    const key = addressKey(address)
    const isSlowed = attempts.isSlowed([key, systemKey(systemId)])
    return isSlowed && !slowedReads(key).take(slowedReadRate) ? null : credentials.read(systemId)
  }

  /** Another process may know that the customer has moved to this address. */
  async function readIfSlowed(cached: CachedCredential, presented: Presented): Promise<CachedCredential | null> {
    const isSlowed = attempts.isSlowed(keysOf(cached, presented))
    return isSlowed && slowedReads(`credential ${cached.row.id}`).take(slowedReadRate)
      ? credentials.read(cached.row.systemId)
      : cached
  }

  async function check(presented: Presented): Promise<SmppCredential | AuthenticationProblem> {
    const { systemId, password, address } = presented
    const cached = await find(presented)
    if (cached !== null && isRemembered(cached, presented)) return admit(cached, address)
    const current = cached === null ? null : await readIfSlowed(cached, presented)
    if (passwords.isOverloaded) return refuse('slowed', current, presented)
    // Other addresses get the answer to a wrong password, after the same time: they must not confirm a right one.
    const isAllowed = current === null || allowsAddress(current.credential, address)
    let matched: Buffer | null = null
    const isRight = await attempts.attempt(keysOf(current, presented), async () => {
      matched = await passwords.match(isAllowed && current !== null ? current.row : null, password, clock.now())
      return matched !== null
    })
    if (isRight === null) return refuse('slowed', current, presented)
    if (matched === null) return refuse(isAllowed ? 'unknown' : 'address', current, presented)
    // The check may have waited for a second, in which the credential was changed.
    const latest = await credentials.find(systemId)
    if (latest === null || !hasHash(latest.row, matched, clock.now())) return refuse('unknown', latest, presented)
    credentials.keep(latest.row.id, password, matched, address)
    return admit(latest, address)
  }

  /** The password was right. */
  function admit({ row, credential }: CachedCredential, address: string): SmppCredential | AuthenticationProblem {
    const presented = { systemId: row.systemId, address }
    if (row.suspendedAt !== null) return refuse('suspended', { row }, presented)
    if (!allowsAddress(credential, address)) return refuse('address', { row }, presented)
    uses.note(row.id, { at: clock.now(), address })
    return credential
  }

  function refuse(
    reason: RefusedReason,
    cached: Pick<CachedCredential, 'row'> | null,
    { systemId, address }: Pick<Presented, 'systemId' | 'address'>,
  ): AuthenticationProblem {
    refused(reason)
    const cause = reason === 'unknown' && cached !== null ? 'password' : reason
    if (cached !== null) events.note(cached.row.accountId, 'smpp.refused', cached.row.systemId, cause)
    // Slowed attempts may be many. An unknown system ID may be a password in the wrong field.
    if (reason !== 'slowed')
      log.info({ ...(cached === null ? {} : { systemId }), address, reason: cause }, 'SMPP credential refused')
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
      const cached = credentials.get(credentialId)
      return cached === null || cached.row.suspendedAt !== null ? null : cached.credential
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
function keysOf(cached: CachedCredential | null, { systemId, address }: Presented): readonly string[] {
  const from = neighbourhoodOf(address)
  const fromAddress = addressKey(address)
  // Any text can be presented as a system id, and PostgreSQL rejects some texts as a key.
  if (cached === null) return isSystemId(systemId) ? [fromAddress, systemKey(systemId)] : [fromAddress]
  const { row, credential, addresses } = cached
  // No password works from there, so the attempts cannot find one, and must not use up those of other addresses.
  if (!allowsAddress(credential, address)) return [fromAddress]
  const isCustomers = isKnownAddress(addresses, address) || listsAddress(credential, address)
  return isCustomers ? [`smpp known ${row.id} ${from}`] : [fromAddress, systemKey(systemId)]
}

const addressKey = (address: string) => `smpp address ${neighbourhoodOf(address)}`
const systemKey = (systemId: string) => `smpp system ${systemId}`

/** An address that is not allowed is told apart only in metrics, logs and events. */
type RefusedReason = AuthenticationProblem | 'address'

const reasons = Object.keys({ unknown: 0, slowed: 0, address: 0, suspended: 0 } satisfies Record<RefusedReason, 0>)

function countRefused({ counter }: Metrics): (reason: RefusedReason) => void {
  const refused = counter('ngoma_smpp_credentials_refused_total', 'Refused user names and passwords by reason.', [
    'reason',
  ])
  // Created at the start: a series that first appears with its first case would show no increase.
  for (const reason of reasons) refused.inc({ reason }, 0)
  return (reason) => refused.inc({ reason })
}
