import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import type { Exchange } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { hintToSentence, wordsOf } from '../../parts/hint.ts'
import { explainReason } from '../../parts/labels.ts'
import { Problem } from '../../parts/problem.tsx'
import { CodeLine, Copy, Note, PageLink, Status } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { prettyJson, readJson } from './code.ts'
import { unsentIn } from './request-parts.ts'

/** The answer to a request, with the state of its message. */
export function Answer({ exchange, messageId }: { readonly exchange: Exchange; readonly messageId: number | null }) {
  const { path } = useThisAccount()
  const { status, text, requestId } = exchange
  const isRefused = status >= 400
  const isUnsent = !isRefused && unsentIn(text) !== null
  return (
    <Stack gap="sm" role="status">
      <Group gap="sm">
        <Text fw={600}>{t.developer.answer.title}</Text>
        <Status
          value={isRefused ? 'refused' : 'success'}
          text={String(status)}
          colour={isUnsent ? 'yellow' : undefined}
        />
        {messageId !== null && <Delivery messageId={messageId} />}
      </Group>
      {isRefused && <Cause {...problemIn(text)} />}
      {isUnsent && <Unsent answer={text} />}
      <CodeLine value={prettyJson(text)} label={t.developer.answer.title} />
      <Group gap="xs">
        <Text size="sm">{t.developer.requestId}</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{requestId}</Code>
        <Copy value={requestId} label={t.developer.copyRequestId} />
        <PageLink to={`${path}/api/requests/${encodeURIComponent(requestId)}`}>{t.developer.answer.inLog}</PageLink>
        {messageId !== null && <PageLink to={`${path}/messages/${messageId}`}>{t.developer.answer.message}</PageLink>}
      </Group>
    </Stack>
  )
}

function problemIn(text: string): { readonly message: string; readonly hint: string | null } {
  const { detail, message, hint } = (readJson(text) ?? {}) as Readonly<Record<string, string | undefined>>
  return { message: detail ?? message ?? text, hint: hint ?? null }
}

/** Why a request was refused, and how to fix it. */
export function Cause({ message, hint }: { readonly message: string; readonly hint: string | null }) {
  return (
    <Alert color="red" variant="light" title={message}>
      {hint === null ? t.developer.noHint : hintToSentence(hint, wordsOf(message))}
    </Alert>
  )
}

/** An accepted send that created no message. Renders nothing for other answers. */
export function Unsent({ answer }: { readonly answer: string | null }) {
  const unsent = unsentIn(answer)
  if (unsent === null) return null
  const { total, why } = unsent
  return (
    <Alert color="yellow" variant="light" title={fill(t.developer.answer.unsent, { valid: 0, total })}>
      {why}. {t.developer.answer.unsentAbout}
    </Alert>
  )
}

/** Live: changes of messages are events of the server. */
function Delivery({ messageId }: { readonly messageId: number }) {
  const { id } = useThisAccount()
  const { data, error } = useAsk(
    'GET /v2/messages/:message',
    { path: { account: id, message: messageId } },
    { everySeconds: (message) => (message?.stage === 'delivered' || message?.stage === 'undelivered' ? null : 5) },
  )
  if (data === undefined) return <Problem error={error} />
  const { stage, reason, explanation } = data
  const why = stage === 'undelivered' ? explainReason(reason, explanation) : null
  return (
    <Group gap={6}>
      <Text size="sm">{t.developer.answer.delivery}</Text>
      <Status value={stage} />
      {why && <Note>{why}</Note>}
    </Group>
  )
}
