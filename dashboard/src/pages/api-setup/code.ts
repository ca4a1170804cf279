import { curlLine } from '../../parts/curl.ts'

/** A request as programs make it. */
export interface CodeCall {
  readonly base: string
  readonly method: string
  /** With its query. */
  readonly path: string
  /** JSON, or null for a request without a body. */
  readonly body: string | null
}

export const codeLanguages = ['curl', 'typescript', 'python'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

const placeholder = { apiKey: 'KEY', secret: 'SECRET' }

/** The JSON value of a body; undefined for one that is cut off. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** With line breaks and indents, for people. A text that is cut off stays unchanged. */
export function prettyJson(text: string): string {
  const value = readJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

export const writeCode: Readonly<Record<CodeLanguage, (call: CodeCall) => string>> = {
  curl: ({ base, method, path, body }) =>
    curlLine(base, { method, path, body: body === null ? undefined : (readJson(body) ?? body) }, placeholder),

  typescript(call) {
    const { base, method, path, body } = call
    if (method === 'POST' && path === '/v2/messages' && body !== null)
      return `// Install the client first: ${base}/docs/guides/client#install
// Save this as send.mjs. It needs Node 20 or later.
import { connect, messages } from 'ngoma/client/v2'

const ngoma = connect({ url: ${scriptOf(base)}, key: 'KEY', secret: 'SECRET' })
const sent = await messages(ngoma).send(${scriptOf(readJson(body) ?? body)})
console.log(sent)`
    const type = body === null ? '' : `\n    'Content-Type': 'application/json',`
    const content = body === null ? '' : `\n  body: ${inTypeScript(body)},`
    return `const answer = await fetch(${scriptOf(base + path)}, {
  method: '${method}',
  headers: {
    Authorization: \`Basic \${btoa('KEY:SECRET')}\`,${type}
  },${content}
})
console.log(answer.status, await answer.text())`
  },

  python({ base, method, path, body }) {
    const type = body === null ? '' : `\n        "Content-Type": "application/json",`
    const content = body === null ? '' : `\n    data=${inPython(body)}.encode(),`
    return `import base64, json, urllib.error, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(base + path)},
    method="${method}",
    headers={
        "Authorization": "Basic " + base64.b64encode(b"KEY:SECRET").decode(),${type}
    },${content}
)
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, answer.read().decode())`
  },
}

function inTypeScript(body: string): string {
  const value = readJson(body)
  return value === undefined ? scriptOf(body) : `JSON.stringify(${scriptOf(value, '  ')})`
}

/** A value of JSON in the style of TypeScript programs: single quotes, and names without quotes. */
function scriptOf(value: unknown, indent = ''): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value).slice(1, -1)
    return `'${text.replace(/\\.|'/g, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))}'`
  }
  if (Array.isArray(value)) return `[${value.map((one) => scriptOf(one, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Object.entries(value).map(
    ([name, one]) => `${inner}${/^[a-z_]\w*$/i.test(name) ? name : scriptOf(name)}: ${scriptOf(one, inner)},\n`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}

function inPython(body: string): string {
  const value = readJson(body)
  return value === undefined ? JSON.stringify(body) : `json.dumps(${pythonOf(value)})`
}

/** A JSON string is also a string in Python. */
function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${pythonOf(one)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}
