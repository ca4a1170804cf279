import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { ask, Refused } from '../../api.ts'
import { refresh, useChange } from '../../data.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import type { Account } from '../../session.tsx'
import { afterReply, bodyOf, type Draft, isBehind } from './draft.ts'

const isAlreadyReplied = (error: unknown) => error instanceof Refused && error.reason === 'ALREADY_REPLIED'

/** Sends the reply and the note of a draft. */
export function useWriting(
  account: Account,
  conversation: Conversation,
  draft: Draft,
  /** The sender that the reply names. */
  from: string | null,
  change: (next: (before: Draft) => Draft) => void,
) {
  const all = `${account.path}/conversations`
  const place = `${all}/${conversation.id}`
  const path = { account: account.id, conversation: conversation.id }
  const hasNewer = isBehind(draft, conversation.replies)
  const set = (part: Partial<Draft>) => change((before) => ({ ...before, ...part }))
  const reply = useChange(
    async (seen: number) => {
      const body = bodyOf(draft, from, seen)
      set({ replies: seen, unanswered: body })
      try {
        const { replies } = await ask(
          'POST /v2/conversations/:conversation/replies',
          { path, body },
          { headers: onceKey(place, body) },
        )
        return { text: body.text, replies }
      } catch (error) {
        if (error instanceof Refused && error.status < 500) set({ unanswered: null })
        // The reply of the other member is shown with the notice.
        if (isAlreadyReplied(error)) await refresh(place)
        throw error
      }
    },
    {
      refreshes: [all],
      onDone: ({ text, replies }) => {
        forgetOnceKey(place)
        change((before) => afterReply(before, text, replies))
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
    reply: { ...reply, error: hasNewer && isAlreadyReplied(reply.error) ? null : reply.error },
    note,
    // The newer reply may be the one that waits for its answer.
    hasNewer: hasNewer && !reply.isPending,
  }
}
