import { Alert, Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { Import } from '../../../../src/contract/console/contacts.ts'
import { ask, consoleAddress } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useOnOpen, useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { useBooks } from './book-names.tsx'
import { fieldTitles } from './fields.ts'
import { ImportReport } from './import-report.tsx'
import { ImportStatus, isUnderWay } from './import-status.tsx'

/** One file on its way into a book, and what became of each of its rows. */
export function ImportPage() {
  const account = useThisAccount()
  const { import: id } = useParams({ strict: false }) as { import: string }
  const path = { account: account.id, import: id }
  const known = useAsk('GET /accounts/:account/imports/:import', { path })
  const isRunning = known.data !== undefined && isUnderWay(known.data)
  // ChangeStreams tell that something happened; while it runs, one should see it move.
  const { data, error, refetch } = useAsk(
    'GET /accounts/:account/imports/:import',
    { path },
    isRunning ? { everySeconds: 1 } : {},
  )
  const cancelling = useOpening<Import>()
  const cancel = useChange(() => ask('DELETE /accounts/:account/imports/:import', { path }), {
    refreshes: [`${account.path}/imports`],
    onDone: cancelling.close,
  })
  useOnOpen(cancelling.isOpen, cancel.reset)
  return (
    <>
      <PageHead title={data?.fileName ?? 'Import'} about={data && <About of={data} path={account.path} />}>
        {data && (
          <Button
            variant="default"
            component="a"
            href={consoleAddress('GET /accounts/:account/imports/:import/report', { path })}
            download
            leftSection={<Icon name="download" />}
          >
            Download report
          </Button>
        )}
        {isRunning && mayAs(account, 'member') && (
          <Button variant="default" onClick={() => cancelling.open()}>
            Cancel import
          </Button>
        )}
      </PageHead>
      <Stack gap="lg">
        <Problem error={error} onRetry={() => void refetch()} />
        {data && (
          <>
            <HowFar of={data} />
            <ImportReport of={data} />
            <Columns of={data} />
          </>
        )}
      </Stack>
      <Confirm
        title="Cancel this import?"
        isOpen={cancelling.isOpen}
        onClose={cancelling.close}
        change={cancel}
        submit="Cancel import"
        onConfirm={() => cancel.mutate(undefined)}
      >
        The rows that are done stay in the address book; the others are dropped.
      </Confirm>
    </>
  )
}

function About({ of: { bookId, createdAt }, path }: { readonly of: Import; readonly path: string }) {
  const book = useBooks([bookId]).get(bookId)
  return (
    <>
      Into{' '}
      {book === undefined ? (
        'an address book'
      ) : (
        <Anchor component={Link} to={`${path}/contacts`} search={{ book: bookId } as never} underline="always">
          {book.name}
        </Anchor>
      )}
      , uploaded <When at={createdAt} />.
    </>
  )
}

function HowFar({ of }: { readonly of: Import }) {
  const { rowsDone, rowsTotal, status, reason, added, updated, invalid } = of
  const counts: readonly (readonly [label: string, count: number, about: string])[] = [
    ['Added', added, 'new contacts'],
    ['Updated', updated, 'were in your contacts already'],
    ['Left out', invalid, 'could not be used; see why below'],
  ]
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Group justify="space-between" mb="xs" gap="sm">
          <Text fw={600} className="number" role="status">
            {status === 'uploading'
              ? 'The file is being uploaded.'
              : `${showCount(rowsDone)} of ${showCount(rowsTotal)} rows`}
          </Text>
          <ImportStatus of={of} />
        </Group>
        <Progress
          value={rowsTotal === 0 ? 0 : (rowsDone / rowsTotal) * 100}
          size="lg"
          animated={isUnderWay(of)}
          aria-label="Rows done"
        />
        {isUnderWay(of) && (
          <Text size="sm" c="dimmed" mt="xs">
            You can leave this page: it goes on without you.
          </Text>
        )}
      </Paper>
      {reason !== null && (
        <Alert color="red" variant="light" icon={<Icon name="warning" />} title="It ended before its time">
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
  const taken = columns.flatMap(({ column, field }) =>
    field === null ? [] : [`${column} as ${fieldTitles[field].toLowerCase()}`],
  )
  const left = columns.filter(({ field }) => field === null).map(({ column }) => column)
  return (
    <div>
      <Title order={2} size="h4" mb="xs">
        How the file was read
      </Title>
      <Text>
        {taken.join(', ')}.{left.length > 0 && ` Left out: ${left.join(', ')}.`}
      </Text>
    </div>
  )
}
