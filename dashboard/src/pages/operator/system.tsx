import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { SystemState } from '../../../../src/contract/console/system.ts'
import { ask, consoleAddress } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { Icon } from '../../parts/icon.tsx'
import { carrierName } from '../../parts/labels.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { linkOutside, Status } from '../../parts/text.tsx'
import { fill, rich } from '../../text.ts'
import { showDuration } from './simulator.ts'
import { Ledger } from './system/ledger.tsx'

/** The state of the server, and the tools of its operators. */
export function SystemPage() {
  const { data, error, refetch } = useAsk('GET /system', {}, { everySeconds: 15 })
  // A download cannot ask for a confirmed identity, so this asks first.
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
      <PageHead title={t.system.title} about={t.system.about} />
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
        <Section title={t.system.backup} about={t.system.backupAbout}>
          <Text size="sm">{t.system.backupWarning}</Text>
          <Group>
            <Button
              loading={download.isPending}
              onClick={() => download.mutate(undefined)}
              variant="default"
              leftSection={<Icon name="download" />}
            >
              {t.system.downloadBackup}
            </Button>
          </Group>
          <Problem error={download.error} />
        </Section>
        <Section title={t.system.metrics} about={t.system.metricsAbout}>
          <Text size="sm">{rich(t.system.metricsLink, { link: linkOutside('/metrics') })}</Text>
        </Section>
      </Stack>
    </>
  )
}

function Server({
  system: { version, node, pid, role, host, port, consoleHost, staging },
}: {
  readonly system: SystemState
}) {
  return (
    <Section title={t.system.server}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 4 }} m={0}>
        <Fact name={t.system.version}>{version}</Fact>
        <Fact name="Node.js">{node}</Fact>
        <Fact name={t.system.process}>{pid}</Fact>
        <Fact name={t.system.role}>{t.system.roles[role]}</Fact>
        <Fact name={t.system.listensOn}>{fill(t.system.hostPort, { host, port: String(port) })}</Fact>
        <Fact name={t.system.consoleHost}>{consoleHost ?? t.system.everyHost}</Fact>
        <Fact name={t.system.mode}>{staging ? t.system.staging : t.system.production}</Fact>
      </SimpleGrid>
    </Section>
  )
}

/** The progress of a rotation of the root secret. */
function RotationProgress() {
  const rotation = useAsk('GET /secret', {}, { everySeconds: 5 }).data?.rotation ?? null
  if (rotation === null || rotation.state === 'done') return null
  const { awaited, columnsDone, columns, resealed } = rotation
  return (
    <Text size="sm">
      {awaited.length > 0
        ? fill(t.system.rotationWaits, { names: awaited.join(', ') })
        : fill(t.system.rotationRuns, { done: columnsDone, total: columns, values: resealed })}
    </Text>
  )
}

function Database({ system: { databaseLabel, database } }: { readonly system: SystemState }) {
  const { engine, version, schema, secret, waitingSeconds, connections, fsync, synchronousCommit } = database
  return (
    <Section title={t.system.database}>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, sm: 3, lg: 4 }} m={0}>
        <Fact name={t.system.engine}>
          {fill(engine === 'embedded' ? t.system.embedded : t.system.postgres, { version })}
        </Fact>
        {engine === 'postgres' && (
          <Fact name={t.system.location}>
            <span className="code">{databaseLabel}</span>
          </Fact>
        )}
        <Fact name={t.system.schema}>{describeSchema(schema)}</Fact>
        <Fact name={t.system.rootSecret}>
          {'wrong' in secret ? secret.wrong : secret.source === 'given' ? 'NGOMA_SECRET' : t.system.secretGenerated}
          {'rotating' in secret && secret.rotating && <RotationProgress />}
        </Fact>
        {engine === 'postgres' && (
          <Fact name={t.system.connections}>{fill(t.system.connectionsUsed, connections)}</Fact>
        )}
        <Fact name={t.system.durability}>
          {engine === 'embedded' && t.system.durabilityEmbedded}
          {engine === 'postgres' && (fsync && synchronousCommit ? t.system.durable : t.system.notDurable)}
        </Fact>
        <Fact name={t.system.queueAge}>
          {waitingSeconds === null ? t.system.queueEmpty : showDuration(Math.round(waitingSeconds))}
        </Fact>
      </SimpleGrid>
    </Section>
  )
}

function describeSchema({ applied, missing, unknown }: SystemState['database']['schema']): string {
  const count = applied.length
  if (missing.length > 0) return fill(t.system.schemaMissing, { count, missing: missing.length })
  return unknown.length > 0
    ? fill(t.system.schemaNewer, { count, newer: unknown.length })
    : fill(t.system.schemaCurrent, { count })
}

function Carriers({ carriers }: Pick<SystemState, 'carriers'>) {
  return (
    <Section title={t.system.carriers} about={t.system.carriersAbout}>
      {carriers.length === 0 ? (
        <Text c="dimmed">{t.system.noCarriers}</Text>
      ) : (
        <Group gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {carriers.map(({ name, ready, paused = false }) => (
            <Group key={name} component="li" gap="xs">
              {carrierName(name)} <Status value={paused ? 'paused' : ready ? 'up' : 'down'} />
            </Group>
          ))}
        </Group>
      )}
    </Section>
  )
}
