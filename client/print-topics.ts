/** Prints a function for every topic of the account API, with a method for every operation. */
import { answerOf, bodyOf, nameOf, type OpenApiDocument, type Operation, queryOf } from './print-wire.ts'

const head = `// Generated from /openapi.json by client/generate.ts (npm run generate:client). To change it, change the contract.
import { create, download, downloadText, get, inPath, iterate, page, patch, put, remove, replaceFile, upload } from './account-calls.ts'
import type * as wire from './account-wire.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'

/** The id of an object. */
export type Id = number | string
`

/** Splits the document: the account API has its own types. */
export function splitDocument({ paths, components, webhooks, tags }: OpenApiDocument) {
  const pick = (isAccount: boolean) =>
    Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/v2/') === isAccount))
  return {
    open: { paths: pick(false), ...(webhooks && { webhooks }) },
    account: { paths: pick(true), ...(components && { components }), ...(tags && { tags }) },
  }
}

export function printTopics({ paths, tags = [] }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const topics = Map.groupBy(operations, ({ operation }) => operation.operationId.replace(/\..*/, ''))
  const titles = new Map(tags.map(({ name, 'x-displayName': title = name }) => [name, title]))
  const parts = [...topics].map(([topic, some]) => {
    const methods = some.flatMap(({ path, method, operation }) => printMethods(path, method, operation))
    const title = titles.get(some[0]?.operation.tags?.[0] ?? '') ?? topic
    return `/** ${title}. */\nexport const ${topic} = (to: Transport) => ({\n${methods.join('')}})\n`
  })
  const all = [...topics.keys()].map((name) => `  ${name}: ${name}(to),\n`)
  return `${head}\n${parts.join('\n')}\n/** All topics. */\nexport const allTopics = (to: Transport) => ({\n${all.join('')}})\n`
}

/** A list gets two methods: one iterates over all pages, and one returns a page. */
function printMethods(path: string, method: string, operation: Operation): string[] {
  const { operationId, summary = operationId, requestBody, responses } = operation
  const action = operationId.replace(/.*\./, '')
  const typeOf = (part: string) => `wire.${nameOf(operation)}${part}`
  const answer = answerOf(operation)
  const typed = answer === undefined ? '' : `<${typeOf('Answer')}>`
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}
  const isUpload = requestBody?.content?.['text/csv'] !== undefined
  const isList = 'next' in (answer?.properties ?? {})

  const parts = {
    ...(isUpload && { csv: 'csv: string' }),
    ...(bodyOf(operation) && { body: `body: ${typeOf('Body')}` }),
    ...(queryOf(operation) && { query: `query?: ${typeOf('Query')}` }),
    options: `options?: ${method === 'post' ? 'CreateOptions' : 'CallOptions'}`,
  }
  const print = (name: string, about: string, call: string, given: Readonly<Record<string, string>> = parts) => {
    const parameters = [...idsIn(path).map((id) => `${id}: Id`), ...Object.values(given)]
    return `  /** ${about}. */\n  ${name}: (${parameters.join(', ')}) => ${call}(to, ${printPath(path)}, { ${Object.keys(given).join(', ')} }),\n`
  }

  if (isList)
    return [
      print(action, `${summary}. Pages are fetched on demand`, `iterate<${typeOf('Answer')}['data'][number]>`, {
        ...parts,
        query: `query?: Omit<${typeOf('Query')}, 'cursor'>`,
      }),
      print(action === 'list' ? 'page' : `${action}Page`, `${summary}: one page`, `page${typed}`),
    ]
  if (method === 'get' && answer === undefined)
    return [print(action, summary, 'text/csv' in content ? 'downloadText' : 'download')]
  const call = isUpload ? uploads[method as keyof typeof uploads] : calls[method as keyof typeof calls]
  return [print(action, summary, `${call}${typed}`)]
}

const uploads = { post: 'upload', put: 'replaceFile' } as const
const calls = { get: 'get', post: 'create', put: 'put', patch: 'patch', delete: 'remove' } as const

/** Reserved words cannot be parameters. */
const nameOfId = (name: string) => (name === 'import' ? 'importId' : name)

const idsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => nameOfId(name))

const printPath = (path: string) =>
  path.includes('{')
    ? `\`${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${inPath(${nameOfId(name)})}`)}\``
    : `'${path}'`
