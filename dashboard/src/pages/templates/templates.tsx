import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Template } from '../../../../src/contract/console/templates.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { RemoveTemplate, TemplateDialog } from './template-dialogs.tsx'

/** Texts that are sent again and again. */
export function TemplatesPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  const [{ q }, setFilters] = useFilters()
  const editing = useOpening<Template>()
  const removing = useOpening<Template>()

  const columns: readonly Column<Template>[] = [
    {
      label: 'Title',
      width: '22%',
      show: (template) =>
        mayChange ? (
          <Anchor component="button" type="button" inherit ta="inherit" onClick={() => editing.open(template)}>
            {template.title}
          </Anchor>
        ) : (
          template.title
        ),
    },
    {
      label: 'Text',
      show: ({ text }) => (
        <Text inherit lineClamp={2}>
          {text}
        </Text>
      ),
    },
    { label: 'Segments', right: true, width: 100, show: ({ segments }) => segments },
    { label: 'Created', width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
  ]
  const withActions: Column<Template> = {
    label: 'Actions',
    hidden: true,
    right: true,
    width: 130,
    show: (template) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={`${path}/send`}
          search={{ template: template.id } as never}
          aria-label={`Send ${template.title}`}
        >
          Send
        </Button>
        <RowMenu
          label={`Actions for ${template.title}`}
          actions={[
            { label: 'Edit', onClick: () => editing.open(template) },
            { label: 'Delete', isDangerous: true, onClick: () => removing.open(template) },
          ]}
        />
      </Group>
    ),
  }

  return (
    <>
      <PageHead
        title="Templates"
        about="Texts that you send again and again. What stands in braces, such as {first_name}, is filled in for each contact when it is sent to an address book."
      >
        {mayChange && (
          <Button onClick={() => editing.open()} leftSection={<Icon name="plus" />}>
            Create template
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <SearchField label="Search by title" value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
        <Listing
          route="GET /accounts/:account/templates"
          path={{ account: account.id }}
          query={{ q }}
          label="Templates"
          columns={mayChange ? [...columns, withActions] : columns}
          keyOf={({ id }) => id}
          empty="There is no template yet. Create one, and choose it whenever you send."
        />
      </Stack>
      <TemplateDialog opening={editing} />
      <RemoveTemplate opening={removing} />
    </>
  )
}
