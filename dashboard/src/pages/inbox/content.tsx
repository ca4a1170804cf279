import { Anchor, Text } from '@mantine/core'
import type { ChatContent } from '../../../../src/contract/account/chat.ts'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { consoleAddress } from '../../api.ts'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import classes from './inbox.module.css'

interface ContentProps {
  readonly account: Account
  readonly entry: TimelineEntry
}

/**
 * The text or other content of a message. Files that we sent are only linked: the dashboard must not load content from a
 * stranger's server. Files of people come through this server.
 */
export function Content({ account, entry }: ContentProps) {
  const { text, textRemoved, content } = entry
  if (textRemoved) return <i>{t.shared.textRemoved}</i>
  if (content === null) return <>{text}</>
  if ('media' in content) return <Media account={account} entry={entry} content={content} />
  if ('url' in content) {
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
  if ('latitude' in content) {
    const { latitude, longitude, name, address } = content
    return (
      <>
        {[name, address].filter(Boolean).join(', ') || t.chat.types.location}
        <Text size="sm" span display="block">
          {latitude}, {longitude}
        </Text>
      </>
    )
  }
  if ('contacts' in content)
    return <>{content.contacts.map(({ name, phones }) => [name, ...phones].join(' · ')).join('\n')}</>
  if ('language' in content) return <>{templateText(content)}</>
  if ('interactive' in content) return <>{bodyOf(content.interactive) ?? t.chat.types.interactive}</>
  if (!('text' in content)) return <i>{t.chat.types.unsupported}</i>
  return <>{content.text}</>
}

/** The name of the template and its parameters. */
function templateText({ name, components = [] }: Extract<ChatContent, { readonly language: string }>): string {
  const texts = components.flatMap(({ parameters }) =>
    (Array.isArray(parameters) ? parameters : []).flatMap(({ text }) => (typeof text === 'string' ? [text] : [])),
  )
  return [fill(t.chat.summary, { type: t.chat.types.template, text: name }), ...texts].join('\n')
}

const bodyOf = ({ body }: Readonly<Record<string, unknown>>): string | null =>
  typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string' ? body.text : null

function Media({
  account,
  entry: { id, conversationId },
  content: { type, caption, filename },
}: ContentProps & { readonly content: Extract<ChatContent, { readonly media: string }> }) {
  const address = consoleAddress('GET /v2/conversations/:conversation/media/:message', {
    path: { account: account.id, conversation: conversationId ?? 0, message: id.slice('chat-'.length) },
  })
  const isPicture = type === 'image' || type === 'sticker'
  return (
    <>
      {isPicture && <img src={address} alt={caption ?? t.chat.image} className={classes.picture} loading="lazy" />}
      <Anchor href={address} download={filename ?? true} inherit c="inherit" underline="always" display="block">
        {filename ?? t.chat.download[type]}
      </Anchor>
      {caption !== undefined && <span>{caption}</span>}
    </>
  )
}
