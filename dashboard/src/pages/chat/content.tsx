import { Anchor, Text } from '@mantine/core'
import type { ChatContent, ChatMessage } from '../../../../src/contract/account/chat.ts'
import { consoleAddress } from '../../api.ts'
import { fill, t } from '../../text.ts'
import classes from './chat.module.css'
import type { ConversationPath } from './path.ts'

interface ContentProps {
  readonly message: ChatMessage
  readonly path: ConversationPath
}

/**
 * The content of a message. Files that we sent are only linked: the dashboard must not load content from a stranger's
 * server. Files of people come through this server.
 */
export function Content({ message, path }: ContentProps) {
  const { content } = message
  if ('media' in content) return <Media content={content} message={message} path={path} />
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
        {[name, address].filter(Boolean).join(', ') || t.chat.location}
        <Text size="sm" span display="block">
          {latitude}, {longitude}
        </Text>
      </>
    )
  }
  if ('contacts' in content)
    return <>{content.contacts.map(({ name, phones }) => [name, ...phones].join(' · ')).join('\n')}</>
  if ('language' in content) return <>{templateText(content)}</>
  if ('interactive' in content) return <>{bodyOf(content.interactive) ?? t.chat.interactive}</>
  if (!('text' in content)) return <i>{t.chat.unsupported}</i>
  return <>{content.text}</>
}

/** The name of the template and its parameters. */
function templateText({ name, components = [] }: Extract<ChatContent, { readonly language: string }>): string {
  const texts = components.flatMap(({ parameters }) =>
    (Array.isArray(parameters) ? parameters : []).flatMap(({ text }) => (typeof text === 'string' ? [text] : [])),
  )
  return [fill(t.chat.templateNamed, { name }), ...texts].join('\n')
}

const bodyOf = ({ body }: Readonly<Record<string, unknown>>): string | null =>
  typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string' ? body.text : null

function Media({
  content: { type, caption, filename },
  message: { id: message },
  path,
}: ContentProps & { readonly content: Extract<ChatContent, { readonly media: string }> }) {
  const address = consoleAddress('GET /v2/chat/conversations/:conversation/messages/:message/media', {
    path: { ...path, message },
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
