import { ActiveUsers, ActiveUsersQuery, ChatBody, ChatReply, messageTypes } from '../../contract/public/chat.ts'
import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter as invalidListParameter, showPage } from '../../values/page.ts'
import {
  insufficientBalance,
  invalidParameter,
  invalidPhone,
  missingParameter,
  noRoute,
  templateNeeded,
  transactionUsed,
} from './errors.ts'

const message = { from: 'SHOP', to: '255712345678', channel: 'whatsapp' }
const users = [{ from: '255712345678', channel: 'whatsapp', last_message_at: '2030-01-31T08:00:00.000Z' }]

export const sendSchema = {
  operationId: 'sendChatMessage',
  summary: 'Send a chat message',
  description:
    'Answers once the message is stored. Replies are sent with the chat callback. The same `transaction_id` with the same message returns the same message; with another it is refused with 409 and code 105. Codes: 113 not a JSON object, 104 missing field, 102 invalid number, 105 invalid field, 106 no channel, 107 a template is required, 103 insufficient credit.',
  headers: IdempotencyHeader,
  body: ChatBody,
  response: { 200: { ...ChatReply, description: 'The message is accepted, and its credit is held.' } },
  examples: {
    body: {
      text: { ...message, message_type: 'text', text: 'Hello', transaction_id: 'chat-4711' },
      image: {
        ...message,
        message_type: 'image',
        image: { url: 'https://example.com/shoes.jpg', caption: 'Your shoes' },
      },
      location: {
        ...message,
        message_type: 'location',
        location: { latitude: -6.8, longitude: 39.28, name: 'Our shop' },
      },
      template: {
        ...message,
        message_type: 'template',
        template: {
          name: 'order_ready',
          language: 'en',
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
        },
      },
      buttons: {
        ...message,
        message_type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: 'Shall we deliver it?' },
          action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
        },
      },
    },
    answer: { accepted: { message: 'success' } },
  },
  refused: [
    missingParameter('to'),
    invalidPhone(),
    invalidParameter('message_type', `message_type is one of ${messageTypes.join(', ')}`),
    transactionUsed(),
    noRoute(),
    templateNeeded(null),
    insufficientBalance('1.0000', '0.0000'),
  ],
} satisfies Described

export const activeUsersSchema = {
  operationId: 'listChatUsers',
  summary: 'List people who wrote within the last 24 hours',
  description: 'Each person once for each channel, latest message first. Code 104: a parameter is invalid.',
  querystring: ActiveUsersQuery,
  response: { 200: { ...ActiveUsers, description: 'A page of people.' } },
  examples: { answer: { 'a page': showPage({ items: users, total: users.length }, { page: 1, limit: 10 }) } },
  refused: [invalidListParameter('page', 'a positive integer')],
} satisfies Described
