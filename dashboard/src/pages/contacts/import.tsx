import { Alert, Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import type { Import } from '../../../../src/contract/account/contacts.ts'
import { ask, consoleAddress } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { useFields } from '../../parts/account-settings.ts'
import { confirm } from '../../parts/confirm.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Note, showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { useBooks } from './book-names.tsx'
import { fieldLabel } from './condition-words.ts'
import { ImportReport, ImportStatus, isUnderWay } from './import-report.tsx'

/** The progress of one import, and the result of each row. */
export function ImportPage() {
  const account = useThisAccount()
  const { import: id } = useParams({ strict: false }) as { import: string }
  const path = { account: account.id, import: id }
  const known = useAsk('GET /v2/imports/:import', { path })
  const isRunning = known.data !== undefined && isUnderWay(known.data)
  // Live hints come only now and then: a running import is polled, so that its progress moves.
  const { data, error, refetch } = useAsk('GET /v2/imports/:import', { path }, isRunning ? { everySeconds: 1 } : {})
  const cancel = () =>
    confirm({
      title: fill(t.contacts.import.cancelTitle, { file: data?.fileName ?? '' }),
      warning: t.contacts.import.cancelWarning,
      submit: t.contacts.import.cancel,
      run: () => ask('DELETE /v2/imports/:import', { path }),
      refreshes: [`${account.path}/imports`],
    })
  return (
    <>
      <PageHead
        title={data?.fileName ?? t.contacts.import.title}
        about={data && <About of={data} path={account.path} />}
      >
        {data && (
          <Button
            variant="default"
            component="a"
            href={consoleAddress('GET /v2/imports/:import/report', { path })}
            download
            leftSection={<Icon name="download" />}
          >
            {t.contacts.import.download}
          </Button>
        )}
        {isRunning && mayAs(account, 'member') && (
          <Button variant="default" onClick={cancel}>
            {t.contacts.import.cancel}
          </Button>
        )}
      </PageHead>
      <Stack gap="lg">
        <Problem error={error} onRetry={() => void refetch()} />
        {data && (
          <>
            <ImportProgress of={data} />
            <ImportReport of={data} />
            <Columns of={data} />
          </>
        )}
      </Stack>
    </>
  )
}

function About({ of: { bookId, createdAt }, path }: { readonly of: Import; readonly path: string }) {
  const book = useBooks([bookId]).get(bookId)
  return rich(t.contacts.import.about, {
    at: <When at={createdAt} />,
    book: (
      <Anchor component={Link} to={`${path}/contacts`} search={{ book: bookId } as never} underline="always">
        {book?.name ?? t.contacts.addressBook}
      </Anchor>
    ),
  })
}

function ImportProgress({ of }: { readonly of: Import }) {
  const { rowsDone, rowsTotal, status, reason, added, updated, invalid } = of
  const counts: readonly (readonly [label: string, count: number, about: string])[] = [
    [t.contacts.import.added, added, t.contacts.import.addedAbout],
    [t.contacts.import.updated, updated, t.contacts.import.updatedAbout],
    [t.contacts.import.skipped, invalid, t.contacts.import.skippedAbout],
  ]
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Group justify="space-between" mb="xs" gap="sm">
          <Text fw={600} className="number" role="status">
            {status === 'uploading'
              ? t.contacts.import.uploading
              : fill(t.contacts.import.progress, { done: rowsDone, total: rowsTotal })}
          </Text>
          <ImportStatus of={of} />
        </Group>
        <Progress
          value={rowsTotal === 0 ? 0 : (rowsDone / rowsTotal) * 100}
          size="lg"
          animated={isUnderWay(of)}
          aria-label={t.contacts.import.progressLabel}
        />
        {isUnderWay(of) && <Note mt="xs">{t.contacts.import.leave}</Note>}
      </Paper>
      {reason !== null && (
        <Alert color="red" variant="light" icon={<Icon name="warning" />} title={t.contacts.import.stopped}>
          {reason}
        </Alert>
      )}
      <SimpleGrid cols={3} spacing={{ base: 'xs', xs: 'md' }}>
        {counts.map(([label, count, about]) => (
          <Paper key={label} withBorder p={{ base: 'sm', xs: 'md' }}>
            <Note>{label}</Note>
            <Text fz={26} fw={650} className="number" lh={1.3}>
              {showCount(count)}
            </Text>
            <Note visibleFrom="xs">{about}</Note>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function Columns({ of: { columns } }: { readonly of: Import }) {
  const custom = useFields()
  const mapped = columns.flatMap(({ column, field }) =>
    field === null ? [] : [fill(t.contacts.import.mapped, { column, field: labelOf(field, custom) })],
  )
  const skipped = columns.filter(({ field }) => field === null).map(({ column }) => column)
  return (
    <div>
      <Title order={2} size="h4" mb="xs">
        {t.contacts.import.mapping}
      </Title>
      <Text>{mapped.join(', ')}</Text>
      {skipped.length > 0 && (
        <Text c="dimmed">{fill(t.contacts.import.notImported, { columns: skipped.join(', ') })}</Text>
      )}
    </div>
  )
}

const labelOf = (field: string, custom: readonly ContactField[]): string =>
  field === 'full_name' ? t.contacts.newImport.fullName : fieldLabel(field.replace(/^fields\./, ''), custom)
