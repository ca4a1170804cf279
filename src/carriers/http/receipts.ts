import type { Push, PushReading, Receipt } from '../carrier.ts'
import { stateOfValue, validReference } from '../http-template/answer.ts'
import { outcomeOf } from './classify.ts'
import { type ItemProblem, type ReadValue, readItems, unknownState } from './pushed-items.ts'
import type { ReceiptSettings } from './settings.ts'

/** Reads pushed receipts. A receipt with an unknown state is skipped. */
export function readReceipts(settings: ReceiptSettings, push: Push, at: Date): PushReading {
  const { items, ...reading } = readItems(settings, 'receipt', push, (read) => readReceipt(settings, read, at))
  return { ...reading, receipts: items, messages: [] }
}

/** Null while the message is pending. */
function readReceipt(settings: ReceiptSettings, read: ReadValue, at: Date): Receipt | ItemProblem | null {
  const reference = validReference(read(settings.reference))
  const said = read(settings.state)
  if (reference === null || said === null)
    return { problem: `${reference === null ? settings.reference : settings.state} is missing` }
  const state = stateOfValue(settings.states, said)
  if (state === null) return unknownState(said)
  const outcome = outcomeOf(state, read(settings.reason) ?? said)
  return outcome && { reference, ...outcome, at }
}
