import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Template } from '../../../../src/contract/account/templates.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useAddInAddress, useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { RemoveTemplate, TemplateDialog } from './template-dialogs.tsx'

export function TemplatesPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  const [{ q }, setFilters] = useFilters()
  const editing = useOpening<Template>()
  const removing = useOpening<Template>()
  useAddInAddress(mayChange, () => editing.open())

  const columns: readonly Column<Template>[] = [
    {
      label: t.templates.columns.title,
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
      label: t.templates.columns.text,
      prose: true,
      show: ({ text }) => (
        <Text inherit lineClamp={2}>
          {text}
        </Text>
      ),
    },
    { label: t.templates.columns.segments, right: true, width: 100, show: ({ segments }) => segments },
    { label: t.templates.columns.created, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
  ]
  const withActions: Column<Template> = {
    label: t.templates.columns.actions,
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
          aria-label={fill(t.templates.sendTemplate, { title: template.title })}
        >
          {t.templates.send}
        </Button>
        <RowMenu
          label={fill(t.templates.actionsFor, { title: template.title })}
          actions={[
            { label: t.templates.editAction, onClick: () => editing.open(template) },
            { label: t.templates.deleteAction, isDangerous: true, onClick: () => removing.open(template) },
          ]}
        />
      </Group>
    ),
  }

  return (
    <>
      <PageHead title={t.templates.title} about={fill(t.templates.about, { placeholder: '{first_name}' })}>
        {mayChange && (
          <Button onClick={() => editing.open()} leftSection={<Icon name="plus" />}>
            {t.templates.create}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <SearchField label={t.templates.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
        <Listing
          route="GET /v2/templates"
          path={{ account: account.id }}
          query={{ q }}
          label={t.templates.title}
          columns={mayChange ? [...columns, withActions] : columns}
          keyOf={({ id }) => id}
          empty={t.templates.empty}
        />
      </Stack>
      <TemplateDialog opening={editing} />
      <RemoveTemplate opening={removing} />
    </>
  )
}
