import { Alert, Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import type { Import } from '../../../../src/contract/account/contacts.ts'
import { ask, consoleAddress } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useOnOpen, useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { useBooks } from './book-names.tsx'
import { fieldLabel } from './condition-words.ts'
import { ImportReport } from './import-report.tsx'
import { ImportStatus, isUnderWay } from './import-status.tsx'

/** The progress of one import, and the result of each row. */
export function ImportPage() {
  const account = useThisAccount()
  const { import: id } = useParams({ strict: false }) as { import: string }
  const path = { account: account.id, import: id }
  const known = useAsk('GET /v2/imports/:import', { path })
  const isRunning = known.data !== undefined && isUnderWay(known.data)
  // Live hints come only now and then: a running import is polled, so that its progress moves.
  const { data, error, refetch } = useAsk('GET /v2/imports/:import', { path }, isRunning ? { everySeconds: 1 } : {})
  const cancelling = useOpening<Import>()
  const cancel = useChange(() => ask('DELETE /v2/imports/:import', { path }), {
    refreshes: [`${account.path}/imports`],
    onDone: cancelling.close,
  })
  useOnOpen(cancelling.isOpen, cancel.reset)
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
          <Button variant="default" onClick={() => cancelling.open()}>
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
      <Confirm
        title={fill(t.contacts.import.cancelTitle, { file: data?.fileName ?? '' })}
        isOpen={cancelling.isOpen}
        onClose={cancelling.close}
        change={cancel}
        submit={t.contacts.import.cancel}
        onConfirm={() => cancel.mutate(undefined)}
      >
        {t.contacts.import.cancelWarning}
      </Confirm>
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
        {isUnderWay(of) && (
          <Text size="sm" c="dimmed" mt="xs">
            {t.contacts.import.leave}
          </Text>
        )}
      </Paper>
      {reason !== null && (
        <Alert color="red" variant="light" icon={<Icon name="warning" />} title={t.contacts.import.stopped}>
          {reason}
        </Alert>
      )}
      <SimpleGrid cols={3} spacing={{ base: 'xs', xs: 'md' }}>
        {counts.map(([label, count, about]) => (
          <Paper key={label} withBorder p={{ base: 'sm', xs: 'md' }}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fz={26} fw={650} className="number" lh={1.3}>
              {showCount(count)}
            </Text>
            <Text size="sm" c="dimmed" visibleFrom="xs">
              {about}
            </Text>
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
