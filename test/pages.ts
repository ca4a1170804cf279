/** The examples of the pages, as a shell and curl read them. */
import assert from 'node:assert/strict'
import { basic } from './world.ts'

/** Where the server of the pages is. */
export const address = 'http://127.0.0.1:8080'

/** What is pasted, and what is printed under it. */
export interface Example {
  readonly curl: string
  readonly answer: string
}

/** Lines of a shell, and what the last of them prints, where the page shows it. */
export interface Typed {
  readonly lines: readonly string[]
  readonly output: string | null
}

const blocksOf = (page: string) =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text: text.trim(),
  }))

/** What there is to do on a page, from top to bottom: examples, and commands in blocks of the language sh. */
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

/** As a shell cuts it. */
export const wordsIn = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|([^\s'"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** A block of code that begins with curl, and the next block of the page, which is its answer. */
export function examplesIn(page: string): Example[] {
  const blocks = blocksOf(page)
  return blocks.flatMap(({ text: curl }, index) => {
    const next = blocks[index + 1]
    if (!curl.startsWith('curl ')) return []
    assert.ok(next?.language === 'json' || next?.language === 'http', `there is no answer under ${curl}`)
    return [{ curl, answer: next.text }]
  })
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly showsHeaders: boolean
}

/** As a shell and curl read it, as far as the pages use them; anything else fails here. */
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

/** Status and headers stand above the body when the example asks for them; without, it was answered with 200. */
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

/** When something was made is another time on every run; that it is a time is compared. */
const created =
  /(?<="(?:created|timestamp|last_message_at|chat_session_expiry)":")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?=")/g

/**
 * What is another on every run too: ids, which depend on the time between two sends, the address of a page, which
 * depends on the secret, and random ones.
 */
const others = [
  /(?<="request_id":"|request_id=|"transaction_id":")\d+/g,
  /(?<=\/checkout\/)[0-9a-f]{32}/g,
  /(?<="pinId":")[0-9a-f-]{36}(?=")/g,
]

/** Ids of the page stand for those that were really given, each for one. Times stand for any. */
export function createIds() {
  const given = new Map<string, string>()
  return {
    /** As the page would print it. */
    toPage(answer: Answered, shown: Answered): Answered {
      for (const pattern of others) {
        const printed = JSON.stringify(shown).match(pattern) ?? []
        for (const [index, real] of (JSON.stringify(answer).match(pattern) ?? []).entries())
          if (!given.has(real)) given.set(real, printed[index] ?? real)
      }
      const times = JSON.stringify(shown.body).match(created) ?? []
      const text = JSON.stringify(answer.body).replace(created, (time) => times.shift() ?? time)
      const print = (from: string) =>
        others.reduce((so, pattern) => so.replace(pattern, (real) => given.get(real) ?? real), from)
      return { ...answer, headers: JSON.parse(print(JSON.stringify(answer.headers))), body: JSON.parse(print(text)) }
    },
    fromPage(text: string) {
      const realOf = (printed: string) => [...given].find(([, one]) => one === printed)?.[0] ?? printed
      return others.reduce((so, pattern) => so.replace(pattern, realOf), text)
    },
  }
}
