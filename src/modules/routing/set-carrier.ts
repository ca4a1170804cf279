import { type CarrierKind, SettingsProblem } from '../../carriers/carrier.ts'
import { type CarrierSecrets, readSecretsOf, sealSecrets } from './carrier-secrets.ts'
import type { RoutingContext } from './context.ts'
import { badName, badSettings, carrierInUse, carrierMissing, nameTaken, unknownKind } from './errors.ts'
import type { HealthSettings } from './health-rules.ts'
import { addReceiptSecret, pushUrlOf } from './receipt-url.ts'
import { awaySince } from './routing.ts'
import { isFlapping } from './rules.ts'
import { deleteCarrier, listCarriers, markPaused, putCarrier, type StoredCarrier } from './store.ts'
import { countThrottles } from './store-health.ts'

/** The carrier as the operator wants it. A secret that is not given keeps its value; null removes it. */
export interface WantedCarrier {
  readonly name: string
  readonly kind: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string | null>>
  /** Undefined keeps the current value. */
  readonly failoverSeconds: number | undefined
  readonly healthSettings: Partial<HealthSettings> | undefined
}

export interface ShownCarrier extends Omit<StoredCarrier, 'secrets'> {
  /** Only the names: values are never shown again. */
  readonly secrets: readonly string[]
  /** The secrets must be set again; the carrier stays disconnected until then. */
  readonly secretsUnreadable: boolean
  /** Null while it is connected. */
  readonly awaySince: Date | null
  /** Whether one of its binds was lost several times in the last five minutes. */
  readonly flapping: boolean
  /** How often it throttled in the last five minutes. */
  readonly throttles: number
  /** The URL for pushed receipts; null when receipts are not pushed. */
  readonly receiptUrl: string | null
  /** The same for pushed messages. */
  readonly messageUrl: string | null
}

const defaultFailoverSeconds = 30

const throttlesMs = 300_000

const nameShape = /^[a-z0-9-]{1,32}$/

export async function setCarrier(
  ctx: RoutingContext,
  {
    name,
    kind: kindName,
    settings,
    secrets,
    failoverSeconds: wantedFailover,
    healthSettings: wantedHealth,
  }: WantedCarrier,
): Promise<ShownCarrier> {
  if (!nameShape.test(name) || name === 'simulator') throw badName()
  const kind = Object.hasOwn(ctx.kinds, kindName) ? ctx.kinds[kindName] : undefined
  if (kind === undefined) throw unknownKind(Object.keys(ctx.kinds))
  const stored = (await listCarriers(ctx.db)).find((one) => one.name === name)
  const merged = Object.entries({ ...(stored ? readSecretsOf(ctx, stored) : {}), ...secrets })
  const given = Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
  const { kept, connections } = await checkWith(kind, name, settings, given)
  const sealed = sealSecrets(ctx, name, kept)
  const failoverSeconds = wantedFailover ?? stored?.failoverSeconds ?? defaultFailoverSeconds
  const healthSettings = wantedHealth ?? stored?.healthSettings ?? {}
  const row = { name, kind: kindName, settings, secrets: sealed, failoverSeconds, healthSettings }
  await ctx.db.transaction(async (tx) => {
    if (stored === undefined && (await ctx.isReserved(tx, name))) throw nameTaken()
    await putCarrier(tx, row, connections, ctx.clock.now())
  })
  await ctx.routing.refresh()
  return getCarrier(ctx, name)
}

/** Validates settings and secrets. Returns the secrets, including the generated one, and the number of connections. */
async function checkWith(
  kind: CarrierKind,
  name: string,
  settings: unknown,
  secrets: CarrierSecrets,
): Promise<{ kept: CarrierSecrets; connections: number }> {
  try {
    const kept = addReceiptSecret(kind, settings, secrets)
    await kind.check(settings, Object.keys(kept))
    return { kept, connections: kind.open(name, settings, kept).connections?.count ?? 0 }
  } catch (error) {
    throw error instanceof SettingsProblem ? badSettings(error.message) : error
  }
}

export async function pauseCarrier(ctx: RoutingContext, name: string, paused: boolean): Promise<ShownCarrier> {
  if (!nameShape.test(name) || !(await markPaused(ctx.db, name, paused, ctx.clock.now()))) throw carrierMissing()
  await ctx.routing.refresh()
  return getCarrier(ctx, name)
}

/** Rejects a carrier with waiting messages, because nobody would send them. */
export async function removeCarrier(
  ctx: RoutingContext,
  name: string,
  countWaiting: (carrier: string) => Promise<number>,
): Promise<void> {
  if (!nameShape.test(name)) throw carrierMissing()
  const waiting = await countWaiting(name)
  if (waiting > 0) throw carrierInUse(waiting)
  if (!(await deleteCarrier(ctx.db, name))) throw carrierMissing()
  await ctx.routing.refresh()
}

export async function showCarriers(ctx: RoutingContext): Promise<ShownCarrier[]> {
  const since = new Date(ctx.clock.now().getTime() - throttlesMs)
  const [stored, throttled] = await Promise.all([listCarriers(ctx.db), countThrottles(ctx.db, since)])
  return stored.map((one) => {
    const secrets = readSecretsOf(ctx, one)
    const isBound = one.connections.length > 0 && secrets !== null
    return {
      ...one,
      secrets: Object.keys(secrets ?? {}),
      secretsUnreadable: secrets === null,
      awaySince: isBound ? awaySince(one) : (ctx.routing.carrierState(one.name)?.awaySince ?? null),
      flapping: isFlapping(one.connections),
      throttles: throttled.get(one.name) ?? 0,
      receiptUrl: pushUrlOf('receipts', ctx, one, secrets ?? {}),
      messageUrl: pushUrlOf('messages', ctx, one, secrets ?? {}),
    }
  })
}

export async function getCarrier(ctx: RoutingContext, name: string): Promise<ShownCarrier> {
  const shown = (await showCarriers(ctx)).find((one) => one.name === name)
  if (shown === undefined) throw carrierMissing()
  return shown
}
