import { Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { SystemState } from '../../../../src/contract/console/system.ts'
import { ask, consoleAddress } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { Status, showCount } from '../../parts/text.tsx'
import { Ledger } from './system/ledger.tsx'

/** What this server is and stands on, and what operators do with all of it. */
export function SystemPage() {
  const { data, error, refetch } = useAsk('GET /system', {}, { everySeconds: 15 })
  // A download can't ask for a proof, so it is asked for before.
  const download = useChange(() => ask('GET /auth/proof', {}), {
    onDone: () => {
      const link = document.createElement('a')
      link.href = consoleAddress('GET /backup', {})
      link.download = 'ngoma.backup.gz'
      link.click()
    },
  })
  return (
    <>
      <PageHead title="System" about="What this server is, and what it stands on." />
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {data === undefined && error === null && <Skeleton height={280} />}
        {data && (
          <>
            <Server system={data} />
            <Database system={data} />
            <Carriers carriers={data.carriers} />
          </>
        )}
        <Ledger />
        <Section
          title="Backup"
          about="Everything that the database holds, of one moment, as one compressed file; the server works on meanwhile. The command ngoma restore reads it into an empty database."
        >
          <Text size="sm">
            Keep it as safe as the database itself: numbers, texts and hashes of passwords are in it, and, where
            NGOMA_SECRET is not set, the secret that the server made.
          </Text>
          <Group>
            <Button
              loading={download.isPending}
              onClick={() => download.mutate(undefined)}
              variant="default"
              leftSection={<Icon name="download" />}
            >
              Download a backup
            </Button>
          </Group>
          <Problem error={download.error} />
        </Section>
        <Section
          title="Metrics"
          about="Figures for Prometheus, such as how many messages go out and how long answers take."
        >
          <Text size="sm">
            <Anchor href="/metrics" target="_blank" rel="noreferrer" inherit underline="always">
              Open /metrics
            </Anchor>
            . It answers on the machine of the server, and to who brings the token NGOMA_METRICS_TOKEN.
          </Text>
        </Section>
      </Stack>
    </>
  )
}

const roleWords = {
  all: 'answers requests, and sends',
  api: 'answers requests',
  worker: 'sends',
  command: 'one command',
} as const

function Server({
  system: { version, node, pid, role, host, port, consoleHost, staging },
}: {
  readonly system: SystemState
}) {
  return (
    <Section title="Server">
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 4 }} m={0}>
        <Fact name="Version">{version}</Fact>
        <Fact name="Node.js">{node}</Fact>
        <Fact name="Process">{pid}</Fact>
        <Fact name="What it does">{roleWords[role]}</Fact>
        <Fact name="Listens on">
          {host}, port {port}
        </Fact>
        <Fact name="Console on">{consoleHost ?? 'every host name'}</Fact>
        <Fact name="Mode">{staging ? 'staging, with a simulated network' : 'production'}</Fact>
      </SimpleGrid>
    </Section>
  )
}

/** How far a rotation of the root secret is. */
function RotationWords() {
  const rotation = useAsk('GET /secret', {}, { everySeconds: 5 }).data?.rotation ?? null
  if (rotation === null || rotation.state === 'done') return null
  const { awaited, columnsDone, columns, resealed } = rotation
  return awaited.length > 0
    ? `; its rotation waits for ${awaited.join(', ')}`
    : `; being rotated: ${showCount(columnsDone)} of ${showCount(columns)} columns, ${showCount(resealed)} values sealed again`
}

function Database({ system: { databaseLabel, database } }: { readonly system: SystemState }) {
  const { engine, version, schema, secret, waitingSeconds, connections, fsync, synchronousCommit } = database
  return (
    <Section title="Database">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, sm: 3, lg: 4 }} m={0}>
        <Fact name="Engine">{engine === 'embedded' ? `embedded, PostgreSQL ${version}` : `PostgreSQL ${version}`}</Fact>
        {engine === 'postgres' && (
          <Fact name="Where">
            <span className="code">{databaseLabel}</span>
          </Fact>
        )}
        <Fact name="Schema">{schemaWords(schema)}</Fact>
        <Fact name="Root secret">
          {'wrong' in secret
            ? secret.wrong
            : secret.source === 'given'
              ? 'NGOMA_SECRET'
              : 'made by the server, kept in the database'}
          {'rotating' in secret && secret.rotating && <RotationWords />}
        </Fact>
        {engine === 'postgres' && (
          <Fact name="Connections">
            {showCount(connections.used)} of {showCount(connections.max)}, {showCount(connections.ours)} of them ours
          </Fact>
        )}
        <Fact name="After a power cut">
          {engine === 'embedded' && 'the last moments may be lost: take PostgreSQL for real traffic'}
          {engine === 'postgres' &&
            (fsync && synchronousCommit
              ? 'nothing that was answered is lost'
              : 'answered requests may be lost: fsync or synchronous_commit is off')}
        </Fact>
        <Fact name="Oldest message that waits">
          {waitingSeconds === null ? 'none is due' : `due for ${showCount(waitingSeconds)} s`}
        </Fact>
      </SimpleGrid>
    </Section>
  )
}

function schemaWords({ applied, missing, unknown }: SystemState['database']['schema']): string {
  const count = `${showCount(applied.length)} migrations`
  if (missing.length > 0) return `${count}, ${missing.length} missing: run ngoma migrate`
  return unknown.length > 0 ? `${count}, ${unknown.length} of a newer version` : `${count}, up to date`
}

function Carriers({ carriers }: Pick<SystemState, 'carriers'>) {
  return (
    <Section title="Carriers" about="Whether they are up, on whichever process.">
      {carriers.length === 0 ? (
        <Text c="dimmed">No carrier is set up.</Text>
      ) : (
        <Group gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {carriers.map(({ name, ready }) => (
            <Group key={name} component="li" gap="xs">
              {name === 'simulator' ? 'Simulated network' : name} <Status value={ready ? 'up' : 'down'} />
            </Group>
          ))}
        </Group>
      )}
    </Section>
  )
}
