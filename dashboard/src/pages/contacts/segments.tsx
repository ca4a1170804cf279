import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Segment } from '../../../../src/contract/account/segments.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { type Opening, useOnOpen, useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { useBooks } from './book-names.tsx'
import { describeFilter } from './condition-words.ts'

/** The saved filters of contacts. */
export function SegmentsPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  const [{ q }, setFilters] = useFilters()
  const removing = useOpening<Segment>()

  const columns: readonly Column<Segment>[] = [
    {
      label: t.segments.name,
      width: '24%',
      show: ({ id, name }) => (
        <Anchor component={Link} inherit to={`${path}/contacts`} search={{ segment: id } as never}>
          {name}
        </Anchor>
      ),
    },
    { label: t.segments.filter, prose: true, show: (segment) => <InWords of={segment} /> },
    { label: t.segments.created, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: t.contacts.actions,
      hidden: true,
      right: true,
      width: 220,
      show: (segment) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {mayChange && (
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              to={`${path}/send`}
              search={{ segment: segment.id } as never}
              aria-label={fill(t.segments.sendTo, { name: segment.name })}
            >
              {t.segments.send}
            </Button>
          )}
          <RowMenu
            label={fill(t.contacts.actionsFor, { name: segment.name })}
            actions={[
              { label: t.segments.viewContacts, to: `${path}/contacts`, search: { segment: segment.id } },
              ...(mayChange
                ? [
                    { label: t.contacts.edit, to: `${path}/segments/${segment.id}` },
                    { label: t.contacts.delete, isDangerous: true, onClick: () => removing.open(segment) },
                  ]
                : []),
            ]}
          />
        </Group>
      ),
    },
  ]

  return (
    <>
      <PageHead title={t.segments.title} about={t.segments.about}>
        {mayChange && (
          <Button component={Link} to={`${path}/segments/new`} leftSection={<Icon name="plus" />}>
            {t.segments.create}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Group>
          <SearchField label={t.segments.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
        </Group>
        <Listing
          route="GET /v2/segments"
          path={{ account: account.id }}
          query={{ q }}
          label={t.segments.title}
          columns={columns}
          keyOf={({ id }) => id}
          empty={t.segments.empty}
        />
      </Stack>
      <RemoveSegment opening={removing} />
    </>
  )
}

function InWords({ of: { filter, missingBookIds } }: { readonly of: Segment }) {
  const fields = useFields()
  const ids = filter.conditions.flatMap((condition) => ('book' in condition ? [condition.book] : []))
  const books = useBooks([...new Set(ids)])
  return (
    <>
      <Text inherit lineClamp={3}>
        {describeFilter(filter, fields, (id) => books.get(id)?.name ?? String(id))}
      </Text>
      {missingBookIds.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t.segments.bookMissing}
        </Text>
      )}
    </>
  )
}

function RemoveSegment({ opening: { isOpen, about, close } }: { readonly opening: Opening<Segment> }) {
  const { id: account, path } = useThisAccount()
  const name = about?.name ?? ''
  const remove = useChange(
    ({ id }: Segment) => ask('DELETE /v2/segments/:segment', { path: { account, segment: id } }),
    {
      refreshes: [`${path}/segments`],
      onDone: () => {
        close()
        sayDone(fill(t.segments.deleted, { name }))
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={fill(t.segments.deleteTitle, { name })}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={t.segments.delete}
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {t.segments.deleteWarning}
    </Confirm>
  )
}
