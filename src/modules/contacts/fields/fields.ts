import { setImmediate as breathe } from 'node:timers/promises'
import type { Queryable, Tx } from '../../../engine/db/index.ts'
import { fieldsMax } from '../../../values/custom-field.ts'
import { Refusal, refuse } from '../../../values/refusal.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { usedBySegments } from '../segments/errors.ts'
import { resolveFilter, usesField } from '../segments/rules.ts'
import { listSegments } from '../segments/store.ts'
import { fieldExists } from './errors.ts'
import { defineField, type FieldRequest, readChoices, readName } from './rules.ts'
import {
  cleanField,
  type Field,
  findField,
  insertField,
  listFields,
  listRemovedFields,
  listRemovedKeys,
  markFieldRemoved,
  updateField,
} from './store.ts'

export async function getField(db: Queryable, accountId: number, id: number): Promise<Field> {
  const field = await findField(db, accountId, id)
  if (field === null) throw refuse('field_not_found')
  return field
}

/** The caller must hold the lock of the account's contacts. */
export async function createField(tx: Tx, accountId: number, request: FieldRequest, now: Date): Promise<Field> {
  const fields = await listFields(tx, accountId)
  if (fields.length >= fieldsMax) throw refuse('too_many_fields')
  const taken = { keys: fields.map(({ key }) => key), removed: await listRemovedKeys(tx, accountId) }
  const field = await insertField(tx, accountId, defineField(request, taken), now)
  if (field === null) throw fieldExists(request.name)
  return field
}

/** Missing properties keep their value. Key and type never change, and values of removed choices stay. */
export function changeField(
  ctx: ContactsContext,
  accountId: number,
  id: number,
  request: Pick<Partial<FieldRequest>, 'name' | 'choices'>,
): Promise<Field> {
  return changeContacts(ctx, accountId, async (tx, now) => {
    const field = await getField(tx, accountId, id)
    const changed = {
      ...field,
      name: readName(request.name ?? field.name),
      choices: readChoices(field.type, request.choices ?? field.choices),
    }
    if (!(await updateField(tx, accountId, id, changed))) throw fieldExists(changed.name)
    const fields = await listFields(tx, accountId)
    await rejectIfUsed(tx, accountId, field, (filter) => isRefused(() => resolveFilter(filter, fields, now)))
    return changed
  })
}

function isRefused(run: () => unknown): boolean {
  try {
    run()
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

async function rejectIfUsed(
  tx: Tx,
  accountId: number,
  { key }: Field,
  isAffected: (filter: Parameters<typeof usesField>[0]) => boolean,
): Promise<void> {
  const segments = await listSegments(tx, accountId)
  const users = segments.filter(({ filter }) => usesField(filter, key) && isAffected(filter))
  if (users.length > 0) throw usedBySegments('field', users)
}

/** Contacts whose values are deleted in one transaction. */
const stepSize = 5_000

/** The values of a small account are deleted at once, those of a large one by a task. */
export function removeField(ctx: ContactsContext, accountId: number, id: number): Promise<void> {
  return changeContacts(ctx, accountId, async (tx, now) => {
    const field = await getField(tx, accountId, id)
    await rejectIfUsed(tx, accountId, field, () => true)
    await markFieldRemoved(tx, accountId, id, now)
    await cleanField(tx, { accountId, id }, stepSize)
  })
}

/** Deletes the values of removed fields. An account that fails waits for the next run without delaying the others. */
export async function cleanRemovedFields(ctx: ContactsContext): Promise<void> {
  for (const field of await listRemovedFields(ctx.db)) {
    const isGone = () => changeContacts(ctx, field.accountId, (tx) => cleanField(tx, field, stepSize))
    try {
      while (!(await isGone())) await breathe()
    } catch (err) {
      ctx.log.warn({ err, accountId: field.accountId }, 'failed to delete the values of a contact field; trying again')
    }
  }
}
