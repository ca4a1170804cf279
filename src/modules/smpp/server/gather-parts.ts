import { createBatcher, measureFlush } from '../../../engine/batch/index.ts'
import { isConflict, isOutage, type Tx } from '../../../engine/db/index.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import type { SmsContext } from '../../sms/index.ts'
import { type PartialMessage, placePart } from './place-part.ts'
import { Rejection } from './rejection.ts'
import {
  countOpen,
  type Ending,
  endPartialMessages,
  insertPartialMessages,
  insertParts,
  listParts,
  lockPartialMessages,
  lockReferences,
  type PartialMessageKey,
  type StoredPart,
  updateJoinKeys,
} from './store-parts.ts'

/** A part to be stored. */
interface NewPart {
  readonly key: PartialMessageKey
  readonly part: StoredPart
  /** Repeated parts of an earlier message get their earlier ids for so long; 0 for new ones. */
  readonly duplicateSeconds: number
  /** The key of the send of the whole message. */
  joinKeyOf(parts: readonly StoredPart[]): string
}

/** A part that was stored, now or before. */
export interface GatheredPart {
  /** The message id of the part. */
  readonly id: number
  readonly gatheringId: number
  readonly createdAt: Date
  /** Null when it was stored before. */
  readonly insertedId: number | null
  /** The whole message; null while parts are missing. */
  readonly complete: Complete | null
}

export interface Complete {
  readonly parts: readonly StoredPart[]
  readonly joinKey: string
}

export type PartialMessages = ReturnType<typeof createPartialMessages>

/** After this long without its other parts, a message is over. */
export const partsMs = 600_000
/** Then it fails, when sends of whole messages have certainly ended. */
const graceMs = 120_000
/** The maximum messages of a credential that wait for parts. */
const openMax = 10_000
const partsAtOnce = 500
const waitingMax = 20_000

/** The long messages of this process. Both batchers write many at once. */
export function createPartialMessages(ctx: Pick<SmsContext, 'db' | 'clock' | 'metrics'>) {
  const isolate = (error: unknown) => !isOutage(error)
  const limits = { isolate, repeat: isConflict, weightMax: partsAtOnce, waitingMax }
  return {
    parts: createBatcher<NewPart, GatheredPart | Rejection>({
      ...limits,
      flush: measureFlush(ctx.metrics, 'smpp parts', (items) =>
        ctx.db.transaction((tx) => gatherParts(tx, items, ctx.clock.now())),
      ),
    }),
    endings: createBatcher<Ending, void>({
      ...limits,
      async flush(endings) {
        await endPartialMessages(ctx.db, endings)
        return []
      },
    }),
  }
}

/** A message while the parts of a batch are added. */
interface Draft extends PartialMessage {
  readonly key: PartialMessageKey
  /** Whether the stored key is outdated. */
  hasNewKey: boolean
}

/** Stores parts in the order of arrival. */
async function gatherParts(tx: Tx, items: readonly NewPart[], now: Date): Promise<(GatheredPart | Rejection)[]> {
  const drafts = await loadDrafts(tx, items, now)
  const mayOpen = await limitOpen(tx, items)
  const added: (StoredPart & { readonly draft: Draft })[] = []
  const placed = items.map((item) => {
    const { key, part, duplicateSeconds } = item
    const known = drafts.get(nameOf(key)) ?? []
    const { partial, repeats, earlier } = placePart(known, part)
    if (partial === null && !mayOpen(key.credentialId)) return tooManyOpen()
    const draft = known.find((one) => one === partial) ?? toDraft(key, now)
    if (partial === null) drafts.set(nameOf(key), [draft, ...known])
    if (repeats === null) {
      draft.parts.push(part)
      added.push({ ...part, draft })
    }
    const parts = draft.parts.length === key.total ? draft.parts.toSorted((a, b) => a.number - b.number) : null
    if (parts !== null && draft.joinKey === null) {
      draft.joinKey = item.joinKeyOf(parts)
      draft.hasNewKey = true
    }
    const isDuplicate = earlier !== null && isRecent(known, duplicateSeconds, now)
    const { id } = (isDuplicate ? earlier : repeats) ?? part
    return { id, draft, insertedId: repeats === null ? part.id : null, parts, joinKey: draft.joinKey }
  })
  const ids = await storeDrafts(tx, [...drafts.values()].flat(), now)
  const idOf = (draft: Draft) => draft.id ?? ids.get(draft) ?? 0
  const rows = added.map(({ draft, ...part }) => ({ ...part, gatheringId: idOf(draft) }))
  if (rows.length > 0) await insertParts(tx, rows)
  return placed.map((one): GatheredPart | Rejection => {
    if (one instanceof Rejection) return one
    const { id, draft, insertedId, parts, joinKey } = one
    const complete = parts === null || joinKey === null ? null : { parts, joinKey }
    return { id, gatheringId: idOf(draft), createdAt: draft.createdAt, insertedId, complete }
  })
}

const nameOf = ({ credentialId, phone, reference, source, total }: PartialMessageKey) =>
  JSON.stringify([credentialId, phone, reference, source, total])

const toDraft = (key: PartialMessageKey, now: Date): Draft => ({
  key,
  id: null,
  createdAt: now,
  isOver: false,
  joinKey: null,
  hasNewKey: false,
  parts: [],
})

const isRecent = (known: readonly PartialMessage[], seconds: number, now: Date) =>
  known.some(({ isOver, createdAt }) => isOver && createdAt.getTime() > now.getTime() - seconds * 1_000)

const tooManyOpen = () =>
  new Rejection(status.queueFull, `${openMax} long messages wait for parts: send the missing parts first`)

/** The messages with the references of the parts, the latest first. */
async function loadDrafts(tx: Tx, items: readonly NewPart[], now: Date): Promise<Map<string, Draft[]>> {
  const keys = [...new Map(items.map(({ key }) => [nameOf(key), key])).values()]
  await lockReferences(tx, keys)
  const rows = await lockPartialMessages(tx, keys, new Date(now.getTime() - partsMs))
  const ids = rows.map(({ id }) => id)
  const parts = Map.groupBy(ids.length === 0 ? [] : await listParts(tx, ids), ({ gatheringId }) => gatheringId)
  const drafts = rows.map((key): Draft => {
    const { id, createdAt, isOver, joinKey } = key
    return { key, id, createdAt, isOver, joinKey, hasNewKey: false, parts: parts.get(id) ?? [] }
  })
  return Map.groupBy(drafts, ({ key }) => nameOf(key))
}

/** Returns whether a credential may begin another message. */
async function limitOpen(tx: Tx, items: readonly NewPart[]): Promise<(credentialId: number) => boolean> {
  const credentials = [...new Set(items.map(({ key }) => key.credentialId))]
  const open = await countOpen(tx, credentials, openMax)
  return (id) => {
    const count = open.get(id) ?? 0
    open.set(id, count + 1)
    return count < openMax
  }
}

/** Stores new messages and new keys. Returns the ids of new messages. */
async function storeDrafts(tx: Tx, drafts: readonly Draft[], now: Date): Promise<ReadonlyMap<Draft, number>> {
  // A later message must have a higher id.
  const fresh = drafts.filter(({ id }) => id === null).toReversed()
  const dueAt = new Date(now.getTime() + partsMs + graceMs)
  const rows = fresh.map(({ key, joinKey, createdAt }) => ({ ...key, joinKey, createdAt, dueAt }))
  const ids = rows.length === 0 ? [] : await insertPartialMessages(tx, rows)
  const rekeyed = drafts.flatMap(({ id, joinKey, hasNewKey }) =>
    id === null || joinKey === null || !hasNewKey ? [] : [{ id, joinKey }],
  )
  if (rekeyed.length > 0) await updateJoinKeys(tx, rekeyed)
  return new Map(fresh.map((draft, index) => [draft, ids[index] ?? 0]))
}
