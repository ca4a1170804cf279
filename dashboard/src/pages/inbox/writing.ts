import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import type { NumberState } from '../../../../src/contract/account/numbers.ts'
import { ask, hasCode, Refused } from '../../api.ts'
import { refresh, useAsk, useChange } from '../../data.ts'
import { withPlus } from '../../parts/numbers.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import type { Account } from '../../session.tsx'
import { afterReply, bodyOf, type Draft, isBehind, type Message } from './draft.ts'

const isAlreadyReplied = (error: unknown) => hasCode(error, 'already_replied')

/** Sends the reply and the note of a draft. */
export function useWriting(
  account: Account,
  conversation: Conversation,
  draft: Draft,
  /** Null while it is incomplete. */
  message: Message | null,
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
      const body = bodyOf(draft, message ?? {}, from, seen)
      set({ replies: seen, unanswered: body })
      try {
        const { replies } = await ask(
          'POST /v2/conversations/:conversation/replies',
          { path, body },
          { headers: onceKey(place, body) },
        )
        return { body, replies }
      } catch (error) {
        if (error instanceof Refused && error.status < 500) set({ unanswered: null })
        // The reply of the other member is shown with the notice.
        if (isAlreadyReplied(error)) await refresh(place)
        throw error
      }
    },
    {
      refreshes: [all],
      onDone: ({ body, replies }) => {
        forgetOnceKey(place)
        change((before) => afterReply(before, body, replies))
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

/** The contacts and other conversations of a number; undefined until they are known. */
export function useNumber(account: Account, phone: string): NumberState | undefined {
  const { data } = useAsk('GET /v2/numbers/:phone', { path: { account: account.id, phone: withPlus(phone) } })
  return data
}
