import type { ListPart } from '../contract/console/index.ts'
import { CsvFile, Nothing, type Operation } from '../contract/route.ts'
import { splitRoute } from '../values/address.ts'
import { exitCodes, type Input, table } from './command.ts'
import { isChange, itemOf, needsAccount, nounOf, operations, type Parts, verbOf } from './derived-uses.ts'
import { describeChange, describeObject, fill, labelOf, tableOf } from './describe.ts'
import { describeList, nothingOfAccount, pageIn } from './lists.ts'

export const belowOf = ({ id, below }: Operation) =>
  operations.find((one) => below !== undefined && one.id === `${id.split('.')[0]}.${below}`) ?? null

const participles: Readonly<Record<string, string>> = {
  send: 'sent',
  set: 'set',
  withdraw: 'withdrawn',
  write: 'written',
}

/** "cancelled" of `cancel`, and "replied" of `reply`. */
const participleOf = (verb: string) =>
  participles[verb] ??
  (/(el|it)$/.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb.replace(/e$/, '').replace(/y$/, 'i')}ed`)

export interface Answered {
  readonly answer: unknown
  readonly body: unknown
  /** The names in the path, as the user typed them. */
  readonly named: Readonly<Record<string, string>>
  /** Nothing was changed: the object exists already. */
  readonly isFound?: boolean
}

export function printAnswer(use: Parts, input: Input, answered: Answered): number {
  const { operation, list } = use
  const { answer, named } = answered
  if (list !== null) {
    const page = list.isPaged ? pageIn(input) : { limit: 1_000 }
    const found = answer as ListPart<unknown>
    const what = operation.summary.replace(/^\w+ (the )?/, '').replace(/,.*| (of|that) .*/, '')
    const nothing = `No ${what} found`
    const empty = needsAccount(use) ? nothingOfAccount(input, nothing) : `${nothing}.`
    return input.print(
      answer,
      describeList(found, page, { ...tableOf(list.item, operation, found.data), nothing: empty }),
    )
  }
  const text = describeAnswer(use, input, answered)
  if (operation.answer === Nothing) {
    const [id] = Object.values(named)
    const { done } = doneOf(use)
    return input.print(
      { ...(id === undefined ? {} : { id: String(Number(id)) === id ? Number(id) : id }), [done]: true },
      text,
    )
  }
  input.print(answer, text)
  const { counts } = operation
  return counts !== undefined && valuesOf(answer)[counts] === 0 ? exitCodes.refused : exitCodes.done
}

const valuesOf = (answer: unknown) => (answer ?? {}) as Readonly<Record<string, unknown>>

/** The sentence of a change, the values, and the next steps. */
export function describeAnswer(use: Parts, input: Input, answered: Answered): string {
  const { operation } = use
  const { answer, named, isFound = false } = answered
  const isRead = splitRoute(operation.route).method === 'GET' || operation.does === null || isFound
  const next = (operation.next ?? [])
    .flatMap((sentence) => fill(sentence, operation, answer, named) ?? [])
    .map((sentence) => (/: ngoma [^.]*$/.test(sentence) ? `${sentence}${accountText(input)}` : sentence))
  const below = belowOf(operation)
  const rows = (below && (valuesOf(answer)[operation.below ?? ''] as readonly unknown[])) ?? []
  const shown = below && tableOf(itemOf(below)?.item ?? below.answer, below, rows)
  const parts = [
    isRead ? '' : describeDone(use, answered),
    answer === null ? (isRead ? 'Not set.' : '') : describeValues(operation, answer, isRead),
    shown && rows.length > 0 ? table(shown.heads, rows.map(shown.row)) : '',
    operation.showsSecret && !isFound ? 'Save the secret now: it is not shown again.' : '',
    next.join('\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A new object is shown. Where a sentence says what changed, nothing else is shown without `columns`. */
function describeValues(operation: Operation, answer: unknown, isRead: boolean): string {
  const { columns, done, status = 200, showsSecret, body } = operation
  const isWhole = done === undefined && (isRead || status > 200 || body === CsvFile)
  const isShown = columns !== undefined || showsSecret || isWhole
  return isShown ? describeObject(operation.answer, answer, operation, !isRead) : ''
}

const accountText = (input: Input) => {
  const account = input.text('account')
  return account === undefined ? '' : ` --account ${account}`
}

/** The last word of the sentence after a change, such as "approved", and a setting that the verb names. */
function doneOf({ name }: Parts) {
  const [what = '', aspect] = verbOf(name).split(/-(.*)/, 2)
  return { done: participleOf(what), aspect: aspect?.replaceAll('-', ' ') }
}

/** "Sender ASHA approved.", or "Account 3 changed: requests per second 10." */
function describeDone(use: Parts, { answer, body, named }: Answered): string {
  const { operation, name } = use
  const own = operation.done === undefined ? null : fill(operation.done, operation, answer, named)
  if (own !== null) return own
  const { done, aspect } = doneOf(use)
  const values = valuesOf(answer)
  const reference = [...Object.values(named), values.id ?? values.name ?? values.number].find(
    (one) => one !== undefined,
  )
  const subject = [labelOf(nounOf(name).replaceAll(' ', '-')), ...(reference === undefined ? [] : [reference])].join(
    ' ',
  )
  const changes =
    isChange(operation) && Object.keys(use.fixed ?? {}).length === 0 ? describeChange(operation.body, body) : ''
  if (changes !== '') return `${subject} ${aspect === undefined ? done : 'changed'}: ${changes}.`
  return `${subject}${aspect === undefined ? '' : `: ${aspect}`} ${done}.`
}
