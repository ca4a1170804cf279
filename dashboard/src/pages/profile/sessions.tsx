import { Badge, Button, Group } from '@mantine/core'
import type { Session } from '../../../../src/contract/console/sign-in.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { type Column, Rows } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { browserName } from './browser-name.ts'

/** The current session first, then the newest. */
const inOrder = (sessions: readonly Session[], currentId: string | undefined) =>
  sessions.toSorted(
    (one, other) =>
      Number(other.id === currentId) - Number(one.id === currentId) || other.createdAt.localeCompare(one.createdAt),
  )

export function Sessions() {
  const sessions = useAsk('GET /auth/list-sessions', {})
  const { data: current } = useAsk('GET /auth/get-session', {})
  const currentId = current?.session.id
  const end = useChange((token: string) => ask('POST /auth/revoke-session', { body: { token } }), {
    refreshes: ['/auth/list-sessions'],
    onDone: () => sayDone(t.profile.sessionEnded),
  })
  const endOthers = useChange(() => ask('POST /auth/revoke-other-sessions', {}), {
    refreshes: ['/auth/list-sessions'],
    onDone: () => sayDone(t.profile.othersEnded),
  })
  const columns: readonly Column<Session>[] = [
    {
      label: t.profile.browser,
      show: ({ id, userAgent }) => (
        <Group gap="xs">
          <span title={userAgent ?? undefined}>{browserName(userAgent)}</span>
          {id === currentId && (
            <Badge variant="light" color="green" radius="sm" tt="none">
              {t.profile.thisSession}
            </Badge>
          )}
        </Group>
      ),
    },
    { label: t.profile.address, show: ({ ipAddress }) => ipAddress || '–' },
    { label: t.profile.signedIn, show: ({ createdAt }) => <When at={createdAt} /> },
    { label: t.profile.expires, show: ({ expiresAt }) => <When at={expiresAt} /> },
    {
      label: t.profile.actions,
      hidden: true,
      right: true,
      show: ({ id, token, userAgent, ipAddress }) =>
        id !== currentId && (
          <Button
            size="xs"
            variant="default"
            loading={end.isPending && end.variables === token}
            onClick={() => end.mutate(token)}
            aria-label={fill(t.profile.endNamed, {
              browser: browserName(userAgent),
              address: ipAddress || t.profile.unknownAddress,
            })}
          >
            {t.profile.end}
          </Button>
        ),
    },
  ]
  const isAlone = (sessions.data?.length ?? 0) < 2
  return (
    <Section
      title={t.profile.sessionsTitle}
      about={t.profile.sessionsAbout}
      action={
        !isAlone && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            {t.profile.endOthers}
          </Button>
        )
      }
    >
      <Problem error={end.error ?? endOthers.error} />
      <Rows
        label={t.profile.sessions}
        columns={columns}
        rows={sessions.data && inOrder(sessions.data, currentId)}
        error={sessions.error}
        retry={sessions.refetch}
        keyOf={({ id }) => id}
        empty={t.profile.noSessions}
      />
    </Section>
  )
}
