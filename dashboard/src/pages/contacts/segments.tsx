import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Segment } from '../../../../src/contract/account/segments.ts'
import { ask } from '../../api.ts'
import { useFields } from '../../parts/account-settings.ts'
import { Icon } from '../../parts/icon.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { useBooks } from './book-names.tsx'
import { describeFilter } from './condition-words.ts'

/** The saved filters of contacts. */
export function SegmentsPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  return (
    <ResourcePage
      route="GET /v2/segments"
      path={{ account: account.id }}
      title={t.segments.title}
      about={t.segments.about}
      buttons={
        mayChange && (
          <Button component={Link} to={`${path}/segments/new`} leftSection={<Icon name="plus" />}>
            {t.segments.create}
          </Button>
        )
      }
      search={t.segments.search}
      empty={t.segments.empty}
      columns={[
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
      ]}
      mayChange={mayChange}
      nameOf={({ name }) => name}
      actionsWidth={220}
      actions={({ id, name }) => [
        mayChange && {
          label: t.segments.send,
          name: fill(t.segments.sendTo, { name }),
          to: `${path}/send`,
          search: { segment: id },
        },
        { label: t.segments.viewContacts, to: `${path}/contacts`, search: { segment: id } },
        mayChange && { label: t.shared.edit, to: `${path}/segments/${id}` },
      ]}
      remove={({ id, name }) => ({
        title: fill(t.segments.deleteTitle, { name }),
        warning: t.segments.deleteWarning,
        submit: t.segments.delete,
        run: () => ask('DELETE /v2/segments/:segment', { path: { account: account.id, segment: id } }),
        done: fill(t.segments.deleted, { name }),
      })}
    />
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
