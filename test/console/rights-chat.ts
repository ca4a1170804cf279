import { addConversation } from '../chat.ts'
import type { Call, Row, Stage } from './rights-row.ts'

const account = '/accounts/:account'
const viewers = [401, 200, 200, 200, 404, 200] as const
const operators = [401, 403, 403, 403, 403, 200] as const

/** Conversations and message templates. */
export const chatRows: readonly Row[] = [
  [`GET ${account}/chat/conversations`, viewers],
  [`GET ${account}/chat/conversations/:conversation`, viewers, (stage) => conversationOf(stage)],
  [`GET ${account}/chat/conversations/:conversation/messages`, viewers, (stage) => conversationOf(stage, '/messages')],
  [
    `POST ${account}/chat/conversations/:conversation/messages`,
    [401, 403, 201, 201, 404, 201],
    async (stage) => ({ ...(await conversationOf(stage, '/messages')), body: { text: 'Hello' } }),
  ],
  [
    `POST ${account}/chat/conversations`,
    [401, 403, 201, 201, 404, 201],
    () => ({ body: { channel: 'whatsapp', from: 'SHOP', to: '255713100002', text: 'Hello' } }),
  ],
  [
    `GET ${account}/chat/conversations/:conversation/messages/:message/media`,
    [401, 404, 404, 404, 404, 404],
    (stage) => conversationOf(stage, '/messages/1/media'),
  ],
  [`GET ${account}/chat/addresses`, viewers],
  [`GET ${account}/chat/templates`, viewers],
  [
    'POST /providers/chat/:provider/templates/sync',
    operators,
    () => ({ path: '/providers/chat/simulator/templates/sync' }),
  ],
]

async function conversationOf({ world, accountId }: Stage, rest = ''): Promise<Call> {
  return { path: `${account}/chat/conversations/${await addConversation(world, accountId)}${rest}` }
}
