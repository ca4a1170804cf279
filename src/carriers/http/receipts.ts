import type { Push, PushReading, Receipt } from '../carrier.ts'
import { stateOfValue, validReference } from '../http-template/answer.ts'
import { textAnswer } from '../provider-kind.ts'
import { outcomeOf } from './classify.ts'
import { itemsOf } from './pushed-items.ts'
import type { PushSettings, ReceiptSettings } from './settings.ts'

const quotedMax = 40
const quote = (text: string) => JSON.stringify(text.slice(0, quotedMax))

/** An unreadable push is rejected, so that it shows in the provider's log and is repeated. */
export const answerTo = ({ answer }: PushSettings, isUnreadable: boolean, problems: readonly string[]) =>
  isUnreadable ? textAnswer(400, problems.slice(0, 10).join('\n')) : answer

/** Reads pushed receipts. A receipt with an unknown state is skipped. */
export function readReceipts(settings: ReceiptSettings, push: Push, at: Date): PushReading {
  const items = itemsOf(settings, push)
  const receipts: Receipt[] = []
  const problems: string[] = []
  let isUnreadable = items.length === 0
  if (isUnreadable) problems.push(`no receipt found in the ${settings.from}`)
  for (const read of items) {
    const reference = validReference(read(settings.reference))
    const said = read(settings.state)
    const state = stateOfValue(settings.states, said)
    if (reference === null || said === null) {
      isUnreadable = true
      problems.push(`${reference === null ? settings.reference : settings.state} is missing`)
    } else if (state === null) {
      problems.push(`unknown state ${quote(said)}`)
    } else {
      const outcome = outcomeOf(state, read(settings.reason) ?? said)
      if (outcome !== null) receipts.push({ reference, ...outcome, at })
    }
  }
  return { receipts, messages: [], problems, answer: answerTo(settings, isUnreadable, problems) }
}
