import { Anchor, Text } from '@mantine/core'
import type { ChatContent, ChatMessage } from '../../../../src/contract/console/chat.ts'
import { When } from '../../parts/text.tsx'
import classes from './chat.module.css'

/** One message; under it when it was written, and what became of one's own. */
export function Bubble({
  message: { direction, content, state, reason, createdAt },
}: {
  readonly message: ChatMessage
}) {
  const isOwn = direction === 'out'
  return (
    <div>
      <div className={`${classes.bubble} ${isOwn ? classes.out : classes.in}`}>
        <Shown content={content} />
      </div>
      <Text
        size="xs"
        c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
        className={`${classes.under} ${isOwn ? classes.mine : ''}`}
      >
        <When at={createdAt} />
        {isOwn &&
          ` · ${state === 'failed' ? `Not sent: ${wordsFor(reason)}` : state === 'queued' ? 'On its way' : 'Sent'}`}
      </Text>
    </div>
  )
}

/** Only as a link: the page of a business must not load what a stranger's server offers. */
function Shown({ content }: { readonly content: ChatContent }) {
  if (content.type === 'text') return <>{content.text}</>
  if (content.type === 'location') {
    const { latitude, longitude, name, address } = content
    return (
      <>
        {[name, address].filter(Boolean).join(', ') || 'A place'}
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
        {filename ?? `Open the ${type}`}
      </Anchor>
      {caption !== undefined && <span>{`\n${caption}`}</span>}
    </>
  )
}

const reasons: Readonly<Record<string, string>> = {
  refused_by_channel: 'the chat service refused it. It is not paid for.',
  expired: 'the chat service could not be reached for a day. It is not paid for.',
}

const wordsFor = (reason: string | null) =>
  reason === null ? 'no reason was given.' : (reasons[reason] ?? `${reason.replaceAll('_', ' ')}.`)
