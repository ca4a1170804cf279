import { Alert, Anchor, Grid, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Delay, Message } from '../../../../src/contract/account/messages.ts'
import { useAsk } from '../../data.ts'
import { showTime } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { carrierName, explainReason } from '../../parts/labels.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Facts, Section } from '../../parts/section.tsx'

import { Amount, Note, PageLink, Status, StoredText, When } from '../../parts/text.tsx'
import { type Account, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Resend } from './resend.tsx'
import { Timeline } from './timeline.tsx'

export function MessagePage() {
  const account = useThisAccount()
  const showPhone = usePhoneText()
  const { message: id } = useParams({ strict: false }) as { message: string }
  // Polled, because webhook calls have no live events.
  const {
    data: message,
    error,
    refetch,
  } = useAsk('GET /v2/messages/:message', { path: { account: account.id, message: id } }, { everySeconds: 15 })
  return (
    <>
      <PageLink to={`${account.path}/messages`}>{t.messages.allMessages}</PageLink>
      <PageHead
        title={
          message === undefined ? t.messages.message : fill(t.messages.messageTo, { phone: showPhone(message.phone) })
        }
      />
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {message === undefined && error === null && (
          <Skeleton height={320} role="status" aria-label={t.messages.loading} />
        )}
        {message && <Failure message={message} account={account} />}
        {message?.delay && <Delayed delay={message.delay} carrier={message.carrier} />}
        {message && (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <About message={message} account={account} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Timeline entries={message.timeline} />
            </Grid.Col>
          </Grid>
        )}
      </Stack>
    </>
  )
}

/** The message ended before a carrier accepted it, and the held credit was released. */
const isReturned = ({ status, submittedAt }: Message) => status === 'UNDELIVERED' && submittedAt === null

function Failure({ message, account }: { readonly message: Message; readonly account: Account }) {
  const { id, stage, reason, explanation } = message
  if (stage !== 'undelivered' && stage !== 'cancelled') return null
  return (
    <Alert
      color={stage === 'cancelled' ? 'gray' : 'red'}
      variant="light"
      icon={<Icon name={stage === 'cancelled' ? 'stop' : 'warning'} />}
      title={stage === 'cancelled' ? t.messages.cancelledTitle : t.messages.failedTitle}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        {explainReason(reason, explanation) ?? t.messages.noReason}
        {stage === 'undelivered' && <Resend account={account} of={{ message: id }} />}
      </Stack>
    </Alert>
  )
}

/** Why a queued message is not submitted. */
function Delayed({ delay: { cause, since }, carrier }: { readonly delay: Delay; readonly carrier: string }) {
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="clock" />} title={t.messages.delayedTitle} role="status">
      {fill(t.messages.delays[cause], {
        carrier: carrierName(carrier),
        time: since === null ? '' : showTime(new Date(since)),
      })}
    </Alert>
  )
}

function About({ message, account: { id, path } }: { readonly message: Message; readonly account: Account }) {
  const { data: account } = useAsk('GET /accounts/:account', { path: { account: id } })
  const {
    phone,
    sender,
    text,
    format,
    stage,
    reason,
    retryAt,
    parts,
    price,
    createdAt,
    dueAt,
    validUntil,
    campaign,
    tags,
    reference,
    requestId,
    recipientId,
    carrier,
  } = message
  const list = (search: Readonly<Record<string, string>>, text: string) => (
    <Anchor component={Link} to={`${path}/messages`} search={search as never}>
      {text}
    </Anchor>
  )
  return (
    <Section title={t.messages.details}>
      <Paper bg="var(--mantine-color-default-hover)" p="md">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <StoredText text={text} format={format} />
        </Text>
      </Paper>
      <Facts
        facts={[
          [t.messages.status, <Status key="status" value={stage} />],
          ...(stage === 'queued' && reason === 'throttled'
            ? [[t.messages.throttledUntil, <When key="throttled" at={retryAt} />] as const]
            : []),
          [t.messages.to, <Phone key="to" of={phone} />],
          [t.messages.from, sender],
          [t.messages.length, fill(t.shared.parts, { count: parts })],
          [
            t.messages.price,
            <Fragment key="price">
              <Amount value={price} currency={account?.currency} />
              {isReturned(message) && <Note>{t.messages.priceReturned}</Note>}
            </Fragment>,
          ],
          [t.messages.messageAccepted, <When key="accepted" at={createdAt} />],
          ...(dueAt > createdAt ? [[t.messages.messageScheduled, <When key="due" at={dueAt} />] as const] : []),
          [t.messages.validUntil, <When key="valid" at={validUntil} />],
          ...(campaign === null ? [] : [[t.messages.campaign, list({ campaign }, campaign)] as const]),
          ...(tags.length === 0 ? [] : [[t.messages.tags, tags.join(', ')] as const]),
          [t.messages.request, list({ request: String(requestId) }, String(requestId))],
          ...(reference === null ? [] : [[t.messages.requestReference, list({ reference }, reference)] as const]),
          [t.messages.reference, recipientId],
          [t.messages.carrier, carrierName(carrier)],
        ]}
      />
    </Section>
  )
}
