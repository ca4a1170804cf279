import { Anchor, Text } from '@mantine/core'
import type { ChatContent, ChatMessage } from '../../../../src/contract/console/chat.ts'
import { When } from '../../parts/text.tsx'
import { fill, rich, t } from '../../text.ts'
import classes from './chat.module.css'

/** One message with its time, and the state of an outgoing one. */
export function Bubble({
  message: { direction, content, textRemoved, state, reason, createdAt },
}: {
  readonly message: ChatMessage
}) {
  const isOwn = direction === 'out'
  return (
    <div>
      <div className={`${classes.bubble} ${isOwn ? classes.out : classes.in}`}>
        {textRemoved ? <i>{t.shared.textRemoved}</i> : <Content content={content} />}
      </div>
      <Text
        size="xs"
        c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
        className={`${classes.under} ${isOwn ? classes.mine : ''}`}
      >
        {isOwn ? (
          rich(t.chat.underOwn, { at: <When at={createdAt} />, state: showState(state, reason) })
        ) : (
          <When at={createdAt} />
        )}
      </Text>
    </div>
  )
}

/** Files are only linked: the dashboard must not load content from a stranger's server. */
function Content({ content }: { readonly content: ChatContent }) {
  if (content.type === 'text') return <>{content.text}</>
  if (content.type === 'location') {
    const { latitude, longitude, name, address } = content
    return (
      <>
        {[name, address].filter(Boolean).join(', ') || t.chat.location}
        <Text size="sm" span display="block">
          {latitude}, {longitude}
        </Text>
      </>
    )
  }
  const { type, url, caption, filename } = content
  return (
    <>
      <Anchor href={url} target="_blank" rel="noreferrer" inherit c="inherit" underline="always">
        {filename ?? t.chat.openFile[type]}
      </Anchor>
      {caption !== undefined && <span>{`\n${caption}`}</span>}
    </>
  )
}

const failures: Readonly<Record<string, string>> = t.chat.notSent

function showState(state: ChatMessage['state'], reason: string | null): string {
  if (state !== 'failed') return state === 'queued' ? t.chat.queued : t.chat.sent
  if (reason === null) return t.chat.notSentUnknown
  return failures[reason] ?? fill(t.chat.notSentReason, { reason: reason.replaceAll('_', ' ') })
}
