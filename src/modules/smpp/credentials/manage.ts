import type { Context } from '../../../context.ts'
import {
  badSystemId,
  smppCredentialMissing,
  smppCredentialRevoked,
  smppPasswordRotated,
  systemIdTaken,
  tooManySmppCredentials,
} from './errors.ts'
import { hashPassword } from './hash.ts'
import { isSystemId, makePassword, makeSystemId } from './rules.ts'
import { readHash, sealHash } from './sealed.ts'
import { defaultSettings, mergeSettings, type SmppSettings, type SmppSettingsChange } from './settings.ts'
import {
  countActive,
  insertSmppCredential,
  type ListedSmppCredential,
  lockSmppCredential,
  markSmppRevoked,
  replacePassword,
  updateSmppSettings,
} from './store-manage.ts'

type ManageContext = Pick<Context, 'db' | 'clock' | 'secrets'>

/** The password is shown only in this answer. */
export interface IssuedSmppCredential {
  readonly id: number
  readonly systemId: string
  readonly password: string
}

interface WantedSmppCredential extends SmppSettingsChange {
  /** Generated when it is not given. */
  readonly systemId?: string | undefined
  /** Generated when it is not given. */
  readonly password?: string | undefined
}

/** System ids are unique over all accounts, so one account must not take them all. */
const credentialsMax = 100
const hourMs = 3_600_000

export async function createSmppCredential(
  ctx: ManageContext,
  accountId: number,
  { systemId = makeSystemId(), password = makePassword(), ...wanted }: WantedSmppCredential,
): Promise<IssuedSmppCredential> {
  if (!isSystemId(systemId)) throw badSystemId()
  const settings = mergeSettings(defaultSettings, wanted)
  const passwordHash = sealHash(ctx.secrets, { accountId, systemId }, await hashPassword(password))
  return ctx.db.transaction(async (tx) => {
    if ((await countActive(tx, accountId)) >= credentialsMax) throw tooManySmppCredentials(credentialsMax)
    const id = await insertSmppCredential(tx, { accountId, systemId, passwordHash, settings }, ctx.clock.now())
    if (id === null) throw systemIdTaken(systemId)
    return { id, systemId, password }
  })
}

/** Every process applies the change within seconds. `check` throws for a change that the caller may not make. */
export function changeSmppCredential(
  { db }: ManageContext,
  accountId: number,
  id: number,
  change: SmppSettingsChange,
  check: (current: SmppSettings, change: SmppSettingsChange) => void = () => {},
): Promise<ListedSmppCredential> {
  return db.transaction(async (tx) => {
    const current = await lockSmppCredential(tx, accountId, id)
    if (current === null) throw smppCredentialMissing()
    if (current.revokedAt !== null) throw smppCredentialRevoked()
    check(current, change)
    const changed = await updateSmppSettings(tx, accountId, id, mergeSettings(current, change))
    if (changed === null) throw smppCredentialMissing()
    return changed
  })
}

export interface RotatedPassword extends IssuedSmppCredential {
  /** Null when the old password is no longer valid. */
  readonly oldPasswordUntil: Date | null
}

/**
 * The password before stays valid for a while, so that clients can switch one by one. Only one is stored, so another
 * rotation in that time is refused, unless it ends all passwords before.
 */
export async function rotateSmppPassword(
  ctx: ManageContext,
  accountId: number,
  id: number,
  overlapHours: number,
): Promise<RotatedPassword> {
  const password = makePassword()
  const hash = await hashPassword(password)
  const now = ctx.clock.now()
  const until = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * hourMs)
  return ctx.db.transaction(async (tx) => {
    const current = await lockSmppCredential(tx, accountId, id)
    if (current === null) throw smppCredentialMissing()
    if (current.revokedAt !== null) throw smppCredentialRevoked()
    const owner = { accountId, systemId: current.systemId }
    const isReadable = readHash(ctx.secrets, owner, current.passwordHash) !== null
    const oldPasswordUntil = isReadable ? until : null
    if (oldPasswordUntil !== null && current.oldPasswordUntil !== null && current.oldPasswordUntil > now)
      throw smppPasswordRotated(id, current.oldPasswordUntil)
    await replacePassword(tx, accountId, id, {
      passwordHash: sealHash(ctx.secrets, owner, hash),
      oldPasswordHash: oldPasswordUntil === null ? null : current.passwordHash,
      oldPasswordUntil,
    })
    return { id, systemId: current.systemId, password, oldPasswordUntil }
  })
}

/** Ends its binds on every process within seconds. */
export async function revokeSmppCredential(ctx: ManageContext, accountId: number, id: number): Promise<void> {
  const isRevoked = await ctx.db.transaction((tx) => markSmppRevoked(tx, accountId, id, ctx.clock.now()))
  if (!isRevoked) throw smppCredentialMissing()
}
