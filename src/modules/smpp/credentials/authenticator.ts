import type { Context } from '../../../context.ts'
import type { SharedRates } from '../../../engine/flow/shared-rates.ts'
import { neighbourhoodOf, plainAddress } from '../../../engine/network.ts'
import type { Events } from '../../events/index.ts'
import type { AuthenticationProblem, Authenticator, Presented, SmppCredential } from '../model.ts'
import { limitGuesses } from './guesses.ts'
import { followCredentials, type Known } from './known.ts'
import { countRefused } from './metrics.ts'
import { openPasswordCheck } from './password-check.ts'
import { allowsAddress, isKnownAddress, isSystemId } from './rules.ts'
import { startUses } from './uses.ts'

export interface AuthenticatorContext extends Omit<Context, 'work'> {
  readonly events: Events
  readonly rates: SharedRates
}

/** Comparisons with a remembered password, from an address that has used it. */
const rememberedRate = { size: 100, perSecond: 10 }

export function openAuthenticator(ctx: AuthenticatorContext): Authenticator {
  const { clock, events, log, rates } = ctx
  const credentials = followCredentials(ctx)
  const guesses = limitGuesses(rates)
  const passwords = openPasswordCheck(ctx.secrets)
  const uses = startUses(ctx.db)
  const refused = countRefused(ctx.metrics)
  /** Checks by user name, password and address: a client that opens several binds at once needs one check. */
  const running = new Map<string, Promise<SmppCredential | AuthenticationProblem>>()

  /**
   * A program with an old password must not lock out another one at the same address that has the right password, so
   * comparisons with a remembered password have their own limit.
   */
  function isRemembered(known: Known, { password, address }: Presented): boolean {
    if (!isKnownAddress(known.addresses, address)) return false
    const key = `smpp remembered ${known.row.id} ${neighbourhoodOf(address)}`
    if (rates.left(key, rememberedRate) < 1) return false
    if (credentials.remembers(known, password, clock.now())) return true
    rates.take(key, rememberedRate)
    return false
  }

  async function check(presented: Presented): Promise<SmppCredential | AuthenticationProblem> {
    const { systemId, password, address } = presented
    let known = isSystemId(systemId) ? await credentials.find(systemId) : null
    if (known !== null && isRemembered(known, presented)) return admit(known, address)
    // Another process may know that the customer has moved to this address.
    if (known !== null && guesses.isSlowed(keysOf(known, presented))) known = await credentials.read(systemId)
    const current = known
    if (passwords.isOverloaded) return refuse('slowed', current, presented)
    let matched: Buffer | null = null
    const isRight = await guesses.attempt(keysOf(current, presented), async () => {
      matched = await passwords.match(current?.row ?? null, password, clock.now())
      return matched !== null
    })
    if (isRight === null) return refuse('slowed', current, presented)
    if (matched === null || current === null) return refuse('unknown', current, presented)
    credentials.keep(current, { password, sealed: matched, address })
    return admit(current, address)
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
    reason: AuthenticationProblem,
    known: Pick<Known, 'row'> | null,
    { systemId, address }: Pick<Presented, 'systemId' | 'address'>,
  ): AuthenticationProblem {
    refused(reason)
    if (known !== null) events.note(known.row.accountId, 'smpp.refused', known.row.systemId, reason)
    // Slowed attempts may be many. An unknown system ID may be a password in the wrong field.
    if (reason !== 'slowed')
      log.info({ ...(known === null ? {} : { systemId }), address, reason }, 'SMPP credential refused')
    return reason
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
  if (known !== null && isKnownAddress(known.addresses, address)) return [`smpp known ${known.row.id} ${from}`]
  // Any text can be presented as a system id, and PostgreSQL rejects some texts as a key.
  return [`smpp address ${from}`, ...(isSystemId(systemId) ? [`smpp system ${systemId}`] : [])]
}
