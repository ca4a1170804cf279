import { Anchor, Button, Code } from '@mantine/core'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { FieldDialog, RemoveField } from './field-dialogs.tsx'

/** The custom fields of contacts. */
export function ContactFieldsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const editing = useOpening<ContactField>()
  const removing = useOpening<ContactField>()

  const columns: readonly Column<ContactField>[] = [
    {
      label: t.contactFields.name,
      show: (field) =>
        mayChange ? (
          <Anchor component="button" type="button" inherit ta="inherit" onClick={() => editing.open(field)}>
            {field.name}
          </Anchor>
        ) : (
          field.name
        ),
    },
    { label: t.contactFields.key, show: ({ key }) => <Code>{`{${key}}`}</Code> },
    { label: t.contactFields.type, show: ({ type }) => t.contactFields.types[type] },
    { label: t.contactFields.choices, show: ({ choices }) => choices.join(', ') || '–' },
    { label: t.contactFields.created, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: t.contacts.actions,
      hidden: true,
      right: true,
      width: 56,
      show: (field) => (
        <RowMenu
          label={fill(t.contacts.actionsFor, { name: field.name })}
          actions={
            mayChange
              ? [
                  { label: t.contacts.edit, onClick: () => editing.open(field) },
                  { label: t.contacts.delete, isDangerous: true, onClick: () => removing.open(field) },
                ]
              : []
          }
        />
      ),
    },
  ]

  return (
    <>
      <PageHead title={t.contactFields.title} about={fill(t.contactFields.about, { placeholder: '{voucher}' })}>
        {mayChange && (
          <Button onClick={() => editing.open()} leftSection={<Icon name="plus" />}>
            {t.contactFields.create}
          </Button>
        )}
      </PageHead>
      <Listing
        route="GET /v2/contact-fields"
        path={{ account: account.id }}
        label={t.contactFields.title}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t.contactFields.empty}
      />
      <FieldDialog opening={editing} />
      <RemoveField opening={removing} />
    </>
  )
}
