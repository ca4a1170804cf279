import { parseXml, type XmlElement } from '../../values/xml.ts'
import type { Push } from '../carrier.ts'
import { findAt, parseJson, readAt } from '../http-template/answer.ts'
import { textAnswer } from '../provider-kind.ts'
import type { PushSettings } from './settings.ts'

/** Returns the value at a path as text; null when it is missing, or without a path. */
export type ReadValue = (path: string) => string | null

const xmlLimits = { depthMax: 32, elementsMax: 50_000, keepsAttributes: true }

/** Why an item was left out. A skipped item does not reject the push. */
export interface ItemProblem {
  readonly problem: string
  readonly isSkipped?: boolean
}

export const unknownState = (said: string): ItemProblem => ({
  problem: `unknown state ${JSON.stringify(said.slice(0, 40))}`,
  isSkipped: true,
})

/**
 * Reads the items of a push; `readItem` returns null for one without news. A push with an unreadable item is rejected, so
 * that it shows in the provider's log and is repeated, but its other items are stored.
 */
export function readItems<Item extends object>(
  settings: PushSettings,
  thing: string,
  push: Push,
  readItem: (read: ReadValue) => Item | ItemProblem | null,
) {
  const found = itemsOf(settings, push)
  const items: Item[] = []
  const problems = found.length === 0 ? [`no ${thing} found in the ${settings.from}`] : []
  let isUnreadable = found.length === 0
  for (const read of found) {
    const item = readItem(read)
    if (item === null) continue
    if ('problem' in item) {
      problems.push(item.problem)
      isUnreadable ||= !item.isSkipped
    } else items.push(item)
  }
  const answer = isUnreadable ? textAnswer(400, problems.slice(0, 10).join('\n')) : settings.answer
  return { items, problems, answer }
}

/** The receipts or messages of a push; none when it is unreadable. */
function itemsOf({ from, list }: PushSettings, { query, body }: Push): readonly ReadValue[] {
  if (from === 'form' || from === 'query') {
    const fields = new URLSearchParams(from === 'query' ? query : body)
    return [(name) => (name === '' ? null : fields.get(name))]
  }
  const root = from === 'json' ? parseJson(body) : parseTree(body)
  return [list === '' ? root : (findAt(root, list) ?? [])]
    .flat()
    .map((item) => (path: string) => (path === '' ? null : (readAt(item, path) ?? readAt(item, `${path}.${ownText}`))))
}

/** The text of an element that has attributes as well. */
const ownText = '#text'

function parseTree(text: string): unknown {
  const root = parseXml(text, xmlLimits)
  return root === null ? null : treeOf(root)
}

/**
 * An element as JSON: text, or an object with its children by name and its attributes as `@name`. Repeated elements are
 * a list. Providers change namespace prefixes, so they are left out.
 */
function treeOf({ text, children, attributes }: XmlElement): unknown {
  if (children.length === 0 && attributes === undefined) return text
  const tree = new Map<string, unknown>(children.length === 0 ? [[ownText, text]] : [])
  for (const [name, value] of attributes ?? []) tree.set(`@${localName(name)}`, value)
  for (const child of children) {
    const name = localName(child.name)
    const before = tree.get(name)
    const value = treeOf(child)
    if (before === undefined) tree.set(name, value)
    else if (Array.isArray(before)) before.push(value)
    else tree.set(name, [before, value])
  }
  return Object.fromEntries(tree)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
