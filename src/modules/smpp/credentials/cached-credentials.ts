import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import { callingCodeIn } from '../../../values/countries.ts'
import type { SmppCredential } from '../model.ts'
import { hasHash } from './rules.ts'
import { type ActiveCredential, findActive, findBySystemId } from './store.ts'

/** A credential in the memory of this process. */
export interface CachedCredential {
  readonly row: ActiveCredential
  readonly credential: SmppCredential
  /** Addresses of successful checks, the latest first. */
  readonly addresses: readonly string[]
  /** Fast hashes of passwords that were right. Each is valid as long as the sealed hash that it was checked with. */
  readonly passwords: readonly { readonly fast: Buffer; readonly sealed: Buffer }[]
}

/** Memory is not used when a change of this long ago may be unknown. */
const trustMs = 900
const cachedMax = 50_000
/** The current password and the one before. */
const passwordsMax = 2
const addressesMax = 4

/** Credentials that were used in this process, kept current with the database. */
export function followCredentials({ db, changes, config }: Pick<Context, 'db' | 'changes' | 'config'>) {
  const byId = new BoundedMap<number, CachedCredential>(cachedMax)
  const idOf = new BoundedMap<string, number>(cachedMax)
  const listeners: (() => void)[] = []
  const fastKey = randomBytes(32)
  let changesSeen = 0

  const fastHash = (password: string) => createHmac('sha256', fastKey).update(password).digest()

  function put(row: ActiveCredential): CachedCredential {
    const { addresses = [], passwords = [] } = byId.get(row.id) ?? {}
    const cached: CachedCredential = {
      row,
      credential: toCredential(row, config),
      addresses: row.lastAddress === null ? addresses : withLatest(addresses, row.lastAddress),
      passwords,
    }
    byId.set(row.id, cached)
    idOf.set(row.systemId, row.id)
    return cached
  }

  function forget(id: number): void {
    const systemId = byId.get(id)?.row.systemId
    byId.delete(id)
    // The system id may have a new credential.
    if (systemId !== undefined && idOf.get(systemId) === id) idOf.delete(systemId)
  }

  async function reload(): Promise<void> {
    const ids = [...byId.keys()]
    const rows = ids.length === 0 ? [] : await findActive(db, ids)
    const active = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!active.has(id)) forget(id)
    for (const row of rows) put(row)
    for (const listener of listeners) listener()
  }

  // Also the topic of account limits and suspensions.
  const following = changes.follow('credentials', reload)
  const reloadSoon = () => void following.reload().catch(() => {})
  const unwatch = changes.watch('credentials', () => {
    changesSeen += 1
  })

  async function read(systemId: string): Promise<CachedCredential | null> {
    const changesBefore = changesSeen
    const row = await findBySystemId(db, systemId)
    if (row === null) return null
    const cached = put(row)
    // The row may be from before a change that memory already has.
    if (changesSeen !== changesBefore) reloadSoon()
    return cached
  }

  function recall(systemId: string): CachedCredential | null {
    const id = changes.isCurrent(trustMs) ? idOf.get(systemId) : undefined
    return (id === undefined ? undefined : byId.get(id)) ?? null
  }

  return {
    /** From memory when it is current. Null for an unknown system id. */
    find: async (systemId: string) => recall(systemId) ?? read(systemId),
    /** From memory when it is current; null otherwise. */
    recall,
    /** From the database. */
    read,
    /** From memory only. */
    get: (id: number) => byId.get(id) ?? null,
    /** Whether this password was right before, and still is. */
    remembers({ row, passwords }: CachedCredential, password: string, now: Date): boolean {
      if (passwords.length === 0) return false
      const fast = fastHash(password)
      return passwords.some((one) => timingSafeEqual(one.fast, fast) && hasHash(row, one.sealed, now))
    },
    /** Remembers a password that was just checked. */
    keep(id: number, password: string, sealed: Buffer, address: string): void {
      const cached = byId.get(id)
      if (cached === undefined) return
      const fast = fastHash(password)
      const others = cached.passwords.filter((one) => !one.fast.equals(fast))
      byId.set(id, {
        ...cached,
        passwords: [{ fast, sealed }, ...others].slice(0, passwordsMax),
        addresses: withLatest(cached.addresses, address),
      })
    },
    onChange: (listener: () => void) => void listeners.push(listener),
    async stop() {
      unwatch()
      await following.stop()
    },
  }
}

const withLatest = (addresses: readonly string[], address: string) =>
  [address, ...addresses.filter((one) => one !== address)].slice(0, addressesMax)

const toCredential = (
  row: ActiveCredential,
  { messagesPerDay, country }: Pick<Context['config'], 'messagesPerDay' | 'country'>,
): SmppCredential => ({
  id: row.id,
  accountId: row.accountId,
  systemId: row.systemId,
  ...row.smpp,
  addresses: row.addresses,
  privateUrls: row.privateUrls,
  callingCode: callingCodeIn(row.country ?? country),
  messagesPerDay: (row.messagesPerDay ?? messagesPerDay) || null,
})
