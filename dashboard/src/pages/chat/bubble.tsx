import { Text } from '@mantine/core'
import type { ChatMessage } from '../../../../src/contract/account/chat.ts'
import { When } from '../../parts/text.tsx'
import { fill, rich, t } from '../../text.ts'
import classes from './chat.module.css'
import { Content } from './content.tsx'
import type { ConversationPath } from './path.ts'

/** One message with its time, and the state of an outgoing one. */
export function Bubble({ message, path }: { readonly message: ChatMessage; readonly path: ConversationPath }) {
  const { direction, textRemoved, state, createdAt } = message
  const isOwn = direction === 'out'
  return (
    <div>
      <div className={`${classes.bubble} ${isOwn ? classes.out : classes.in}`}>
        {textRemoved ? <i>{t.shared.textRemoved}</i> : <Content message={message} path={path} />}
      </div>
      <Text
        size="xs"
        c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
        className={`${classes.under} ${isOwn ? classes.mine : ''}`}
      >
        {isOwn ? (
          rich(t.chat.underOwn, { at: <When at={createdAt} />, state: showState(message) })
        ) : (
          <When at={createdAt} />
        )}
      </Text>
    </div>
  )
}

const failures: Readonly<Record<string, string>> = t.chat.notSent

function showState({ state, reason, failedAt }: ChatMessage): string {
  if (state !== 'failed') return state === 'received' ? '' : t.chat.states[state]
  if (reason === null) return t.chat.notSentUnknown
  const known = failures[reason]
  if (known !== undefined) return known
  const words = reason.replaceAll('_', ' ')
  return fill(failedAt === null ? t.chat.notSentReason : t.chat.notDeliveredReason, { reason: words })
}
