import { sql } from 'kysely'
import { smsChannel } from '../../contract/account/conversations.ts'
import { columnsOf } from '../../engine/db/index.ts'
import { dataOf, ofNumber } from '../table-data/index.ts'
import { numberNotesTimeline } from './notes.ts'

const notes = dataOf('conversation_notes', {
  at: 'created_at',
  idsGrow: true,
  joins: sql`join conversations c on c.id = t.conversation_id`,
  person: {
    name: 'conversation-notes',
    show: [
      'account_id',
      'conversation_id',
      columnsOf({ c: 'conversations' }, { phone: 'c.phone' }),
      'kind',
      'author',
      'text',
      'created_at',
    ],
    where: ofNumber('c'),
  },
  keep: [
    {
      name: 'Conversation notes',
      dataClass: 'texts',
      where: sql`t.kind = 'note' and t.text <> ''`,
      overwrite: { text: '' },
    },
  ],
  history: numberNotesTimeline,
})

const hasMessages = sql`exists (select from chat_messages m where m.conversation_id = t.id)`
const isSms = sql`t.channel = ${sql.lit(smsChannel)}`

/** Conversations by SMS follow the limits of incoming messages. Those by chat are deleted when they have no messages left. */
const conversations = dataOf('conversations', {
  at: 'last_at',
  person: {
    name: 'conversations',
    show: [
      'account_id',
      'channel',
      'business',
      'phone',
      'status',
      'incoming',
      'replies',
      'last_text',
      'last_direction',
      'last_at',
      'created_at',
      'received_at',
    ],
    erasable: sql`not ${hasMessages}`,
  },
  keep: [
    { name: 'Conversation texts', dataClass: 'texts', where: sql`t.last_text <> ''`, overwrite: { last_text: '' } },
    { name: 'Conversations', dataClass: 'messages', where: isSms },
    {
      name: 'Chat conversations',
      dataClass: 'messages',
      where: sql`not ${isSms} and not ${hasMessages}`,
      daysWithoutLimit: 365,
    },
  ],
  unsearched: ['business', 'phone'],
})

/** Notes come first: they are deleted with their conversation. */
export const data = [notes, conversations]
