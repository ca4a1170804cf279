export const inbox = {
  about:
    'Messages that people send to your numbers. STOP opts the sender out and HELP is answered with instructions, both automatically.',
  search: 'Search by first digits',
  list: 'Incoming messages',
  empty: 'No incoming messages yet. Replies and messages to your numbers appear here within moments.',
  received: 'Received',
  from: 'From',
  to: 'To',
  text: 'Text',
  type: 'Type',
  reply: 'Reply',
  replyTo: 'Reply to {phone}',
  kinds: {
    stop: 'Opted out',
    start: 'Opted in again',
    help: 'Help request',
    message: 'Message',
  },
} as const
