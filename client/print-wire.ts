/** Prints TypeScript types of the body, the query and the answer of every operation in the OpenAPI document. */

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string | undefined
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }

export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  /** Callbacks. */
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
  readonly tags?: readonly { readonly name: string; readonly 'x-displayName'?: string }[]
}

/** In requests, optional fields also accept undefined, and lists are readonly. */
type Side = 'request' | 'answer'

interface Printer {
  readonly resolve: (schema: Schema) => Schema
  /** Names of shared types, by the JSON of their schemas. */
  readonly named: ReadonlyMap<string, string>
}

const head = `// Generated from /openapi.json by client/generate.ts (npm run generate:client). To change it, change the schemas of the modules.
`
const methods = ['get', 'post', 'put', 'patch', 'delete']
/** An object that this many answers have under the same name becomes a type. */
const sharedMin = 3

export function printWire(document: OpenApiDocument): string {
  const resolve = (schema: Schema): Schema => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
    if (name === undefined) return schema
    const found = document.components?.schemas?.[name]
    if (found === undefined) throw new Error(`unknown schema ${name} in the document`)
    return resolve(found)
  }
  const operations = Object.values(document.paths).flatMap((byMethod) =>
    methods.flatMap((method) =>
      byMethod[method] === undefined ? [] : [{ name: nameOf(byMethod[method]), operation: byMethod[method] }],
    ),
  )
  const shared = findShared(
    operations.map(({ operation }) => answerOf(operation)),
    resolve,
  )
  const objects = Object.entries(document.components?.schemas ?? {}).filter(([, { properties }]) => properties)
  const printer: Printer = {
    resolve,
    named: new Map([...shared, ...objects].map(([name, schema]) => [JSON.stringify(schema), name])),
  }
  const parts = [...shared, ...objects].map(([name, schema]) => {
    const others = new Map([...printer.named].filter(([, other]) => other !== name))
    const about = shared.has(name) ? 'Part of several answers.' : `${schema.description ?? 'Part of several answers.'}`
    return declare({ resolve, named: others }, name, { ...schema, description: undefined }, 'answer', about)
  })
  for (const { name, operation } of operations) {
    const { summary = name } = operation
    const query = queryOf(operation)
    const body = bodyOf(operation)
    const answer = answerOf(operation)
    if (query !== null) parts.push(declare(printer, `${name}Query`, query, 'request', `${summary}: the query.`))
    if (body !== undefined) parts.push(declare(printer, `${name}Body`, body, 'request', `${summary}: the body.`))
    if (answer !== undefined) parts.push(declare(printer, `${name}Answer`, answer, 'answer', `${summary}: the answer.`))
  }
  for (const { post } of Object.values(document.webhooks ?? {})) {
    const body = bodyOf(post)
    if (body !== undefined) parts.push(declare(printer, `${nameOf(post)}Callback`, body, 'answer', `${post.summary}.`))
  }
  return `${head}\n${parts.join('\n')}`
}

export const nameOf = ({ operationId }: Operation) => inPascalCase(operationId)

const inPascalCase = (words: string) =>
  words.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase())

export const answerOf = ({ responses }: Operation) =>
  Object.entries(responses).find(
    ([status, { content }]) => status.startsWith('2') && content?.['application/json'],
  )?.[1].content?.['application/json']?.schema

export const bodyOf = ({ requestBody }: Operation) => requestBody?.content?.['application/json']?.schema

export function queryOf({ parameters = [] }: Operation): Schema | null {
  const found = parameters.filter((one) => one.in === 'query')
  if (found.length === 0) return null
  const describe = ({ schema, description }: Parameter) =>
    description === undefined ? schema : { ...schema, description }
  return {
    type: 'object',
    properties: Object.fromEntries(found.map((one) => [one.name, describe(one)])),
    required: found.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** Finds objects that are the same in several answers, such as the pagination of lists. */
function findShared(answers: readonly (Schema | undefined)[], resolve: Printer['resolve']): Map<string, Schema> {
  const seen = new Map<string, Schema[]>()
  const walk = (given: Schema | undefined) => {
    if (given === undefined) return
    const { properties = {}, items } = resolve(given)
    walk(items)
    for (const [name, property] of Object.entries(properties)) {
      seen.set(name, [...(seen.get(name) ?? []), resolve(property)])
      walk(property)
    }
  }
  answers.forEach(walk)
  const isShared = (schemas: readonly Schema[]) =>
    schemas.length >= sharedMin &&
    schemas.every((one) => one.properties !== undefined && JSON.stringify(one) === JSON.stringify(schemas[0]))
  return new Map(
    [...seen].flatMap(([name, schemas]) =>
      isShared(schemas) ? [[name.replace(/^./, (letter) => letter.toUpperCase()), schemas[0] ?? {}]] : [],
    ),
  )
}

function declare(printer: Printer, name: string, given: Schema, side: Side, about: string): string {
  const schema = printer.resolve(given)
  const type = typeOf(printer, schema, side, '')
  const { description } = schema
  // The schema of an answer has the description of the answer.
  const text = comment(
    description === undefined || side === 'request' ? about : `${about.replace(/\.$/, '')}. ${description}`,
    '',
  )
  return schema.properties !== undefined && type.startsWith('{')
    ? `${text}export interface ${name} ${type}\n`
    : `${text}export type ${name} = ${type}\n`
}

function typeOf(printer: Printer, given: Schema, side: Side, indent: string): string {
  const schema = printer.resolve(given)
  const name = printer.named.get(JSON.stringify(schema))
  if (name !== undefined) return name
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return unionOf(choices.map((one) => typeOf(printer, one, side, indent)))
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeOf(printer, one, side, indent)).join(' & ')
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return schema.properties === undefined ? 'unknown' : objectOf(printer, schema, side, indent)
  return unionOf(types.map((type) => plainType(printer, type, schema, side, indent)))
}

const unionOf = (types: readonly string[]) => [...new Set(types)].join(' | ')

function plainType(printer: Printer, type: string, schema: Schema, side: Side, indent: string): string {
  if (type === 'integer') return 'number'
  if (type === 'object') return objectOf(printer, schema, side, indent)
  if (type !== 'array') return type
  const items = printer.resolve(schema.items ?? {})
  const item = typeOf(printer, items, side, indent)
  const isUnion = /[|&]/.test(item) && (items.anyOf !== undefined || !item.startsWith('{'))
  return `${side === 'request' ? 'readonly ' : ''}${isUnion ? `(${item})` : item}[]`
}

function objectOf(
  printer: Printer,
  { properties = {}, required = [], additionalProperties }: Schema,
  side: Side,
  indent: string,
): string {
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(([name, property]) => {
    const isOptional = !required.includes(name)
    const type = typeOf(printer, property, side, deeper)
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
    return `${comment(property.description, deeper)}${deeper}${key}${isOptional ? '?' : ''}: ${type}${isOptional && side === 'request' ? ' | undefined' : ''}\n`
  })
  if (fields.length === 0) {
    const value =
      typeof additionalProperties === 'object' ? typeOf(printer, additionalProperties, side, indent) : 'unknown'
    return `Record<string, ${value}>`
  }
  return `{\n${fields.join('')}${indent}}`
}

const comment = (text: string | undefined, indent: string) =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)
