/** The examples in the documentation, read as a shell and curl would. */
import assert from 'node:assert/strict'
import { basic } from './world.ts'

/** The address of the server in the documentation. */
export const address = 'http://127.0.0.1:8080'

/** A curl command and the answer printed below it. */
export interface Example {
  readonly curl: string
  readonly answer: string
}

/** Shell commands, and the output of the last one where the page shows it. */
export interface Typed {
  readonly lines: readonly string[]
  readonly output: string | null
}

const blocksOf = (page: string) =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text: text.trim(),
  }))

/** The steps of a page in order: curl examples, and commands in `sh` blocks. */
export function stepsIn(page: string): (Example | Typed)[] {
  const blocks = blocksOf(page)
  const examples = examplesIn(page)
  return blocks.flatMap(({ language, text }, index): (Example | Typed)[] => {
    if (text.startsWith('curl ')) return examples.splice(0, 1)
    if (language !== 'sh') return []
    const next = blocks[index + 1]
    return [{ lines: text.split('\n'), output: next?.language === 'text' ? next.text : null }]
  })
}

/** Splits a line into words as a shell does. */
export const wordsIn = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|([^\s'"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Each code block that starts with curl; the next block is its answer. */
export function examplesIn(page: string): Example[] {
  const blocks = blocksOf(page)
  return blocks.flatMap(({ text: curl }, index) => {
    const next = blocks[index + 1]
    if (!curl.startsWith('curl ')) return []
    assert.ok(next?.language === 'json' || next?.language === 'http', `no answer below ${curl}`)
    return [{ curl, answer: next.text }]
  })
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly showsHeaders: boolean
}

/** Parses the options of curl that the pages use. Any other fails. */
export function readCurl(curl: string): Call {
  const [, ...words] = wordsIn(curl.replaceAll('\\\n', ' '))
  const headers: Record<string, string> = {}
  let method: string | undefined
  let path: string | undefined
  let body: string | undefined
  let showsHeaders = false
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-i') showsHeaders = true
    else if (word === '-X') method = words.shift()
    else if (word === '-d') body = words.shift() ?? ''
    else if (word === '-u') {
      const [key = '', secret = ''] = words.shift()?.split(':') ?? []
      headers.authorization = basic(key, secret)
    } else if (word === '-H') {
      const [name = '', value = ''] = words.shift()?.split(': ') ?? []
      headers[name.toLowerCase()] = value
    } else {
      assert.ok(path === undefined && word.startsWith(`${address}/`), `${word} in ${curl}`)
      path = word.slice(address.length)
    }
  }
  assert.ok(path, `no address in ${curl}`)
  return {
    method: (method as Call['method'] | undefined) ?? (body === undefined ? 'GET' : 'POST'),
    path,
    headers,
    body,
    showsHeaders,
  }
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Status and headers are printed above the body with `-i`; without it the status is 200. */
export function readAnswer(text: string, showsHeaders: boolean): Answered {
  if (!showsHeaders) return { status: 200, headers: {}, body: JSON.parse(text) }
  const [head = '', body = ''] = text.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const headers = lines.map((line) => line.split(/: (.*)/s, 2)).map(([name = '', value]) => [name.toLowerCase(), value])
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: body === '' ? null : JSON.parse(body),
  }
}

/** Times differ on every run; only their format is compared. */
const created =
  /(?<="(?:created|timestamp|\w+_at|valid_until|chat_session_expiry)":")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?=")/g

/** Ids and addresses that differ on every run. */
const variableIds = [
  /(?<="request_id":"|request_id=|"transaction_id":")\d+/g,
  // The account API.
  /(?<="request_ids":\[|"request_id":)\d+/g,
  /(?<=\/checkout\/)[0-9a-f]{32}/g,
  /(?<="pinId":")[0-9a-f-]{36}(?=")/g,
]

/** Maps the ids printed on a page to the real ones. A printed time matches any time. */
export function createIds() {
  const printedByReal = new Map<string, string>()
  return {
    /** The answer with the ids of the page. */
    toPage(answer: Answered, shown: Answered): Answered {
      for (const pattern of variableIds) {
        const printed = JSON.stringify(shown).match(pattern) ?? []
        for (const [index, real] of (JSON.stringify(answer).match(pattern) ?? []).entries())
          if (!printedByReal.has(real)) printedByReal.set(real, printed[index] ?? real)
      }
      const times = JSON.stringify(shown.body).match(created) ?? []
      const text = JSON.stringify(answer.body).replace(created, (time) => times.shift() ?? time)
      const print = (from: string) =>
        variableIds.reduce(
          (current, pattern) => current.replace(pattern, (real) => printedByReal.get(real) ?? real),
          from,
        )
      return { ...answer, headers: JSON.parse(print(JSON.stringify(answer.headers))), body: JSON.parse(print(text)) }
    },
    fromPage(text: string) {
      const realOf = (printed: string) => [...printedByReal].find(([, one]) => one === printed)?.[0] ?? printed
      return variableIds.reduce((current, pattern) => current.replace(pattern, realOf), text)
    },
  }
}
