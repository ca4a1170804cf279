import { refuse } from '../../values/refusal.ts'

export const conversationMissing = () => refuse('conversation_not_found')

/** Null when the last reply is unknown. */
export const alreadyReplied = (last: { readonly author: string; readonly createdAt: Date } | null) =>
  refuse('already_replied', {
    hint:
      last === null
        ? 'a member has replied since; read the conversation again'
        : `${last.author} replied at ${last.createdAt.toISOString()}; read the conversation again`,
    hintRepeats: true,
  })

export const notReachable = (why: string) =>
  refuse(why === 'no_route' ? why : 'invalid_phone', {
    detail: 'The number is not reachable.',
    hint: `no message can be sent to this number: ${why.replaceAll('_', ' ')}`,
  })

export const textNeeded = () => refuse('invalid_content', { hint: 'an SMS has a text, no media or template' })

export const senderMissing = (active: readonly string[]) =>
  refuse('reply_sender_missing', {
    hint:
      active.length === 0
        ? 'the account has no active sender ID; request one'
        : `name one of these sender IDs in from: ${active.join(', ')}`,
  })

export const businessMissing = () =>
  refuse('reply_sender_missing', {
    detail: 'The message needs a business to write from.',
    hint: 'name it in from; GET /v2/conversations/addresses lists those of the account',
  })

export const assigneeMissing = () =>
  refuse('assignee_not_found', {
    hint: 'name the id of a member or an owner of the account; GET /v2/conversations/assignees lists them',
    errors: [{ field: 'assignee_id', message: 'is not a member who can answer' }],
  })
