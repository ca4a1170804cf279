import { conversationWith } from '../inbox.ts'
import type { Call, Row, Stage } from './rights-row.ts'

const account = '/accounts/:account'
const path = `${account}/conversations`
const viewers = [401, 200, 200, 200, 404, 200] as const
const changes = [401, 403, 200, 200, 404, 200] as const
const additions = [401, 403, 201, 201, 404, 201] as const

/** The shared inbox. */
export const inboxRows: readonly Row[] = [
  [`GET ${path}`, viewers],
  [`GET ${path}/counts`, viewers],
  [`GET ${path}/assignees`, viewers],
  [`POST ${path}`, additions, () => ({ body: { phone: '255712345678', text: 'Hello' } })],
  [`GET ${path}/:conversation`, viewers, (stage) => conversationOf(stage)],
  [`GET ${path}/:conversation/entries`, viewers, (stage) => conversationOf(stage, '/entries')],
  [`PUT ${path}/:conversation`, changes, (stage) => conversationOf(stage, '', { status: 'closed' })],
  [`POST ${path}/:conversation/replies`, additions, (stage) => conversationOf(stage, '/replies', { text: 'Hello' })],
  [`POST ${path}/:conversation/notes`, additions, (stage) => conversationOf(stage, '/notes', { text: 'Hello' })],
  [
    `POST ${path}/:conversation/read`,
    [401, 204, 204, 204, 404, 204],
    (stage) => conversationOf(stage, '/read', { incoming: 1 }),
  ],
]

async function conversationOf({ world, accountId }: Stage, rest = '', body?: unknown): Promise<Call> {
  return { path: `${path}/${await conversationWith(world, accountId)}${rest}`, ...(body === undefined ? {} : { body }) }
}
