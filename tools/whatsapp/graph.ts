import type { Fields } from '../emulator/json.ts'
import { parseFields } from '../emulator/json.ts'
import type { Exchange, Reply } from '../emulator/server.ts'
import { GraphProblem } from './errors.ts'
import { onlyFields, requireOneOf, requireText, requireUrl } from './fields.ts'
import { hashOf, type MediaStore } from './media.ts'
import type { Template } from './templates.ts'

/** The part of the Graph API below the version and the token check. */
export interface Graph {
  readonly businessAccountId: string
  readonly phoneNumbers: readonly PhoneNumber[]
  templates(): readonly Template[]
  readonly media: MediaStore
  /** The URL of the emulator. */
  url(): string
  send(phoneNumberId: string, body: Fields): Reply
  markRead(messageId: string): boolean
  subscribe(url: string, verifyToken: string): Promise<void>
}

export interface PhoneNumber {
  readonly id: string
  /** Digits only. */
  readonly phone: string
  readonly name: string
}

const oldestVersion = 18
const newestVersion = 30

/** Answers a request of the Graph API. Throws a GraphProblem. */
export async function answerGraph(graph: Graph, exchange: Exchange): Promise<Reply> {
  const [, version = '', id = '', edge = null, ...rest] = exchange.path.split('/')
  const [, major] = /^v(\d{1,2})\.0$/.exec(version) ?? []
  if (major === undefined || Number(major) > newestVersion || rest.length > 0)
    throw new GraphProblem(2500, `Unknown path components: ${exchange.path}`)
  if (Number(major) < oldestVersion)
    throw new GraphProblem(2635, `You are calling a deprecated version of the API: ${version}.`)

  const number = graph.phoneNumbers.find((one) => one.id === id)
  const isAccount = id === graph.businessAccountId
  const call = `${exchange.method} ${edge ?? ''}`.trimEnd()
  if (number && call === 'POST messages') return postMessages(graph, number, exchange)
  if (number && call === 'GET') return { status: 200, body: numberFields(number) }
  if (isAccount && call === 'GET message_templates') return listTemplates(graph, exchange)
  if (isAccount && call === 'GET phone_numbers')
    return {
      status: 200,
      body: { data: graph.phoneNumbers.map(numberFields), ...cursors(0, graph.phoneNumbers.length) },
    }
  if (isAccount && call === 'POST subscribed_apps') return subscribeApp(graph, exchange)
  if (graph.media.has(id) && call === 'GET') return describeMedia(graph, id)
  throw new GraphProblem(
    33,
    `Unsupported ${exchange.method.toLowerCase()} request. Object with ID '${id}' does not exist.`,
  )
}

function readJson({ headers, body }: Exchange): Fields {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new GraphProblem(100, 'The Content-Type must be application/json.')
  const fields = parseFields(body)
  if (fields === null) throw new GraphProblem(100, 'The body is not a JSON object.')
  return fields
}

function postMessages(graph: Graph, number: PhoneNumber, exchange: Exchange): Reply {
  const body = readJson(exchange)
  if (body.status === undefined) return graph.send(number.id, body)

  onlyFields(body, ['messaging_product', 'status', 'message_id', 'typing_indicator'])
  requireOneOf(body.messaging_product, 'messaging_product', ['whatsapp'])
  requireOneOf(body.status, 'status', ['read'])
  const id = requireText(body.message_id, 'message_id', 512)
  if (!graph.markRead(id)) throw new GraphProblem(131009, `Param "message_id" is not a received message: "${id}".`)
  return { status: 200, body: { success: true } }
}

async function subscribeApp(graph: Graph, exchange: Exchange): Promise<Reply> {
  const body = readJson(exchange)
  onlyFields(body, ['override_callback_uri', 'verify_token'])
  requireUrl(body.override_callback_uri, 'override_callback_uri')
  const url = requireText(body.override_callback_uri, 'override_callback_uri', 2_000)
  await graph.subscribe(url, requireText(body.verify_token, 'verify_token', 512)).catch((error: Error) => {
    throw new GraphProblem(100, error.message)
  })
  return { status: 200, body: { success: true } }
}

const numberFields = ({ id, phone, name }: PhoneNumber) => ({
  verified_name: name,
  code_verification_status: 'VERIFIED',
  display_phone_number: `+${phone}`,
  quality_rating: 'GREEN',
  platform_type: 'CLOUD_API',
  throughput: { level: 'STANDARD' },
  id,
})

const cursorOf = (place: number) => Buffer.from(`c${place}`).toString('base64url')
const cursors = (from: number, to: number) => ({ paging: { cursors: { before: cursorOf(from), after: cursorOf(to) } } })

function listTemplates(graph: Graph, { path, query }: Exchange): Reply {
  const limit = query.get('limit') ?? '25'
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1)
    throw new GraphProblem(100, 'Param limit must be a positive integer.')
  const after = query.get('after')
  const place = after === null ? '0' : /^c(\d{1,6})$/.exec(Buffer.from(after, 'base64url').toString())?.[1]
  if (place === undefined) throw new GraphProblem(100, 'Param after is not a valid cursor.')

  const all = graph
    .templates()
    .filter(
      (one) =>
        one.name.includes(query.get('name') ?? '') &&
        one.language.startsWith(query.get('language') ?? '') &&
        one.status.startsWith(query.get('status') ?? ''),
    )
  const from = Number(place)
  const page = all.slice(from, from + Number(limit))
  const to = from + page.length
  const wanted = query.get('fields')?.split(',')
  const data = page.map((one) =>
    wanted ? Object.fromEntries(Object.entries(one).filter(([name]) => name === 'id' || wanted.includes(name))) : one,
  )
  const { paging } = cursors(from, to)
  const next = new URLSearchParams(query)
  next.set('after', cursorOf(to))
  return {
    status: 200,
    body: { data, paging: { ...paging, ...(to < all.length ? { next: `${graph.url()}${path}?${next}` } : {}) } },
  }
}

function describeMedia(graph: Graph, id: string): Reply {
  const media = graph.media.get(id)
  if (!media) throw new GraphProblem(33, `Object with ID '${id}' does not exist.`)
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      url: `${graph.url()}${graph.media.openPath(id)}`,
      mime_type: media.mimeType,
      sha256: hashOf(media, 'hex'),
      file_size: media.bytes.length,
      id,
    },
  }
}
