import { Refusal } from '../../values/refusal.ts'

export const conversationMissing = () =>
  new Refusal(404, 404, 'Conversation Not Found', {
    hint: 'list the conversations of an account with npx ngoma inbox list, or on the Inbox page',
    problem: 'conversation_not_found',
  })

/** Null when the last reply is unknown. */
export const alreadyReplied = (last: { readonly author: string; readonly createdAt: Date } | null) =>
  new Refusal(409, 409, 'Already Replied', {
    hint:
      last === null
        ? 'a member has replied since; read the conversation again'
        : `${last.author} replied at ${last.createdAt.toISOString()}; read the conversation again`,
    hintRepeats: true,
    problem: 'already_replied',
  })

export const optedOut = () =>
  new Refusal(409, 409, 'Number Opted Out', {
    hint: 'the number has opted out: it gets no messages until the person sends START, or you remove the opt-out',
    problem: 'opted_out',
  })

/** `why` is the reason of the recipient, such as `no_route`. */
export const notReachable = (why: string) =>
  new Refusal(400, 400, 'Number Not Reachable', {
    hint: `no message can be sent to this number: ${why.replaceAll('_', ' ')}`,
    problem: why === 'no_route' ? 'no_route' : 'invalid_phone',
  })

export const senderMissing = (active: readonly string[]) =>
  new Refusal(400, 400, 'Sender ID Required', {
    hint:
      active.length === 0
        ? 'the account has no active sender ID; request one'
        : `name one of these sender IDs in from: ${active.join(', ')}`,
    problem: 'reply_sender_missing',
  })

export const assigneeMissing = () =>
  new Refusal(400, 400, 'Assignee Not Found', {
    hint: 'name the id of a member or an owner of the account; GET /v2/conversations/assignees lists them',
    problem: 'assignee_not_found',
    errors: [{ field: 'assignee_id', message: 'is not a member who can answer' }],
  })
