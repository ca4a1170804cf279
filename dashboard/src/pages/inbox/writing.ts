import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { ask, Refused } from '../../api.ts'
import { refresh, useChange } from '../../data.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import type { Account } from '../../session.tsx'
import type { Draft } from './draft.ts'

const isAlreadyReplied = (error: unknown) => error instanceof Refused && error.reason === 'ALREADY_REPLIED'

/** Sends the reply and the note of a draft. */
export function useWriting(
  account: Account,
  conversation: Conversation,
  draft: Draft,
  change: (next: (before: Draft) => Draft) => void,
) {
  const all = `${account.path}/conversations`
  const place = `${all}/${conversation.id}`
  const path = { account: account.id, conversation: conversation.id }
  const { reply: text, from } = draft
  /** Somebody has replied since the reply was begun. */
  const isBehind = text !== '' && draft.replies !== null && conversation.replies > draft.replies && !draft.isUnanswered
  const set = (part: Partial<Draft>) => change((before) => ({ ...before, ...part }))
  const reply = useChange(
    async (replies: number) => {
      const body = { text, replies, ...(from === null ? {} : { from }) }
      set({ replies, isUnanswered: true })
      try {
        await ask('POST /v2/conversations/:conversation/replies', { path, body }, { headers: onceKey(place, body) })
      } catch (error) {
        if (error instanceof Refused && error.status < 500) set({ isUnanswered: false })
        // The reply of the other member is shown with the notice.
        if (isAlreadyReplied(error)) await refresh(place)
        throw error
      }
      return text
    },
    {
      refreshes: [all],
      onDone: (sent) => {
        forgetOnceKey(place)
        // Text that was typed during the request is the next reply.
        change((before) => ({
          ...before,
          reply: before.reply === sent ? '' : before.reply,
          replies: null,
          isUnanswered: false,
        }))
      },
    },
  )
  const noted = `${place}/notes`
  const note = useChange(
    (sent: string) =>
      ask(
        'POST /v2/conversations/:conversation/notes',
        { path, body: { text: sent } },
        { headers: onceKey(noted, sent) },
      ).then(() => sent),
    {
      refreshes: [place],
      onDone: (sent) => {
        forgetOnceKey(noted)
        change((before) => ({ ...before, note: before.note === sent ? '' : before.note }))
      },
    },
  )
  return {
    reply: { ...reply, error: isBehind && isAlreadyReplied(reply.error) ? null : reply.error },
    note,
    isBehind,
  }
}
