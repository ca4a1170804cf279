import type { ChatMessage } from '../../../../src/contract/account/chat.ts'
import { Bubble } from '../../parts/bubble.tsx'
import { describeChatState } from '../../parts/chat-state.ts'
import { When } from '../../parts/text.tsx'
import { rich, t } from '../../text.ts'
import { Content } from './content.tsx'
import type { ConversationPath } from './path.ts'

/** One message with its time, and the state of an outgoing one. */
export function MessageBubble({ message, path }: { readonly message: ChatMessage; readonly path: ConversationPath }) {
  const { direction, textRemoved, state, createdAt } = message
  const at = <When at={createdAt} />
  return (
    <Bubble
      look={direction}
      hasFailed={state === 'failed'}
      under={direction === 'out' ? rich(t.chat.underOwn, { at, state: describeChatState(message) }) : at}
    >
      {textRemoved ? <i>{t.shared.textRemoved}</i> : <Content message={message} path={path} />}
    </Bubble>
  )
}
