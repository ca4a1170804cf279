import { Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { LoggedRequest } from '../../../../src/contract/console/request-log.ts'
import { Refused } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Facts, Section } from '../../parts/section.tsx'

import { CodeLine, Copy, Note, PageLink, Status, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Cause, Unsent } from './answer.tsx'
import { prettyJson } from './code.ts'
import { CodeTabs } from './code-tabs.tsx'
import { useBase } from './credential.ts'
import { products } from './products.ts'
import { callerOf, outcomeOf, unsentIn } from './request-parts.ts'

/** One logged request, by `~` and its id, or by its X-Request-Id. */
export function RequestPage() {
  const { id, path } = useThisAccount()
  const { request } = useParams({ strict: false }) as { request: string }
  const asked = useAsk('GET /accounts/:account/request-log/:request', { path: { account: id, request } }, wait)
  const isMissing = asked.error instanceof Refused && asked.error.status === 404
  return (
    <>
      <PageLink to={`${path}/api/requests`}>{t.requestLog.title}</PageLink>
      <PageHead title={asked.data ? `${asked.data.method} ${asked.data.path}` : t.requestLog.request} />
      {isMissing ? (
        <Text role="status">{t.requestLog.missing}</Text>
      ) : (
        <Problem error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data === undefined && asked.error === null && (
        <Skeleton height={320} role="status" aria-label={t.shared.loading} />
      )}
      {asked.data && <Details request={asked.data} />}
    </>
  )
}

/** A new request is stored within a second, and never changes. */
const wait = { everySeconds: (found: unknown) => (found === undefined ? 2 : null) }

function Details({ request }: { readonly request: LoggedRequest }) {
  const { status, code, message, hint, requestId, durationMs, at, body, answer } = request
  const ofCode =
    code === null ? String(status) : fill(t.requestLog.statusCode, { status: String(status), code: String(code) })
  return (
    <Stack gap="md">
      {message !== null && <Cause message={message} hint={hint} />}
      {message === null && <Unsent answer={answer} />}
      <Section title={t.requestLog.details}>
        <Facts
          facts={[
            [
              t.requestLog.status,
              <Status
                key="status"
                value={outcomeOf(request)}
                text={ofCode}
                colour={message === null && unsentIn(answer) !== null ? 'yellow' : undefined}
              />,
            ],
            [t.requestLog.duration, fill(t.requestLog.milliseconds, { count: durationMs })],
            [t.requestLog.time, <When key="at" at={at} isExact />],
            [
              t.developer.requestId,
              <Group key="id" gap={4}>
                <Code style={{ overflowWrap: 'anywhere' }}>{requestId}</Code>
                <Copy value={requestId} label={t.developer.copyRequestId} />
              </Group>,
            ],
            [t.requestLog.caller, callerOf(request)],
            ...headersOf(request),
          ]}
        />
      </Section>
      <Section title={t.requestLog.body}>
        <Content text={body} none={t.requestLog.noBody} label={t.requestLog.body} />
      </Section>
      <Section title={t.developer.answer.title}>
        <Content text={answer} none={t.requestLog.noAnswer} label={t.developer.answer.title} />
      </Section>
      <TryAgain request={request} />
    </Stack>
  )
}

const headersOf = ({ userAgent, contentType, idempotencyKey, query }: LoggedRequest) =>
  [
    ['User-Agent', userAgent] as const,
    ['Content-Type', contentType] as const,
    ['Idempotency-Key', idempotencyKey] as const,
    [t.requestLog.query, query === null ? null : decodeQuery(query)] as const,
  ].filter(([, value]) => value !== null)

const decodeQuery = (query: string) =>
  [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join(' & ')

function Content({
  text,
  none,
  label,
}: {
  readonly text: string | null
  readonly none: string
  readonly label: string
}) {
  if (text === null) return <Note>{none}</Note>
  return <CodeLine value={prettyJson(text)} label={label} />
}

/** A path with a placeholder, such as of a phone number, can still be sent after filling it in. */
function TryAgain({ request: { method, path, query, body } }: { readonly request: LoggedRequest }) {
  const baseOf = useBase()
  if (path.includes('…')) return null
  const product = products.find(({ paths }) => paths.some((one) => path.startsWith(one.path.split('/:')[0] ?? '')))
  const call = {
    base: baseOf(product?.id ?? 'console'),
    method,
    path: query === null ? path : `${path}?${query}`,
    body,
  }
  return (
    <Section title={t.requestLog.again} about={t.requestLog.againAbout}>
      <CodeTabs call={call} />
    </Section>
  )
}
