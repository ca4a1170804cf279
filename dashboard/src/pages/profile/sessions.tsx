import { Badge, Button, Group } from '@mantine/core'
import type { Session } from '../../../../src/contract/console/sign-in.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { type Column, Rows } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { browserName } from './browser-name.ts'

/** Newest first, and this one before all others. */
const inOrder = (sessions: readonly Session[], here: string | undefined) =>
  sessions.toSorted(
    (one, other) => Number(other.id === here) - Number(one.id === here) || other.createdAt.localeCompare(one.createdAt),
  )

export function Sessions() {
  const sessions = useAsk('GET /auth/list-sessions', {})
  const { data: current } = useAsk('GET /auth/get-session', {})
  const here = current?.session.id
  const end = useChange((token: string) => ask('POST /auth/revoke-session', { body: { token } }), {
    refreshes: ['/auth/list-sessions'],
    onDone: () => sayDone('That session has ended.'),
  })
  const endOthers = useChange(() => ask('POST /auth/revoke-other-sessions', {}), {
    refreshes: ['/auth/list-sessions'],
    onDone: () => sayDone('All other sessions have ended.'),
  })
  const columns: readonly Column<Session>[] = [
    {
      label: 'Browser',
      show: ({ id, userAgent }) => (
        <Group gap="xs">
          <span title={userAgent ?? undefined}>{browserName(userAgent)}</span>
          {id === here && (
            <Badge variant="light" color="green" radius="sm" tt="none">
              this one
            </Badge>
          )}
        </Group>
      ),
    },
    { label: 'Address', show: ({ ipAddress }) => ipAddress || '–' },
    { label: 'Signed in', show: ({ createdAt }) => <When at={createdAt} /> },
    { label: 'Ends by itself', show: ({ expiresAt }) => <When at={expiresAt} /> },
    {
      label: 'Actions',
      hidden: true,
      right: true,
      show: ({ id, token, userAgent, ipAddress }) =>
        id !== here && (
          <Button
            size="xs"
            variant="default"
            loading={end.isPending && end.variables === token}
            onClick={() => end.mutate(token)}
            aria-label={`End the session of ${browserName(userAgent)} at ${ipAddress || 'an unknown address'}`}
          >
            End
          </Button>
        ),
    },
  ]
  const isAlone = (sessions.data?.length ?? 0) < 2
  return (
    <Section
      title="Where you are signed in"
      about="End what you don’t know, or no longer use: whoever has that browser has to sign in again."
      action={
        !isAlone && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            End all others
          </Button>
        )
      }
    >
      <Problem error={end.error ?? endOthers.error} />
      <Rows
        label="Sessions"
        columns={columns}
        rows={sessions.data && inOrder(sessions.data, here)}
        error={sessions.error}
        retry={() => void sessions.refetch()}
        keyOf={({ id }) => id}
        empty="No session."
        isFiltered={false}
      />
    </Section>
  )
}
