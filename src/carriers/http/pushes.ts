import type { Push, PushReading, Receipt } from '../carrier.ts'
import { findAt, parseJson, readAt, stateOfValue, validReference } from '../http-template/answer.ts'
import { outcomeOf } from './judge.ts'
import type { ReceiptSettings } from './settings.ts'

type ReadValue = (path: string) => string | null

const quotedMax = 40
const quote = (text: string) => JSON.stringify(text.slice(0, quotedMax))

/**
 * Reads pushed receipts. An unreadable push is rejected, so that it shows in the provider's log; a receipt with an
 * unknown state is skipped.
 */
export function readPush(settings: ReceiptSettings, { query, body }: Push, at: Date): PushReading {
  const items = itemsOf(settings, settings.from === 'query' ? query : body)
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
      const outcome = outcomeOf(state, (settings.reason === '' ? null : read(settings.reason)) ?? said)
      if (outcome !== null) receipts.push({ reference, ...outcome, at })
    }
  }
  return {
    receipts,
    problems,
    answer: isUnreadable
      ? { status: 400, type: 'text/plain; charset=utf-8', body: problems.join('\n') }
      : settings.answer,
  }
}

function itemsOf({ from, list }: ReceiptSettings, text: string): readonly ReadValue[] {
  if (from !== 'json') {
    const fields = new URLSearchParams(text)
    return [(name) => fields.get(name)]
  }
  const json = parseJson(text)
  return [list === '' ? json : (findAt(json, list) ?? [])].flat().map((item) => (path: string) => readAt(item, path))
}
