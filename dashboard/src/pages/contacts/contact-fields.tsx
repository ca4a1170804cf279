import { Code } from '@mantine/core'
import { ask } from '../../api.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

const texts = t.contactFields

/** The custom fields of contacts. */
export function ContactFieldsPage() {
  const account = useThisAccount()
  const path = { account: account.id }
  return (
    <ResourcePage
      route="GET /v2/contact-fields"
      path={path}
      title={texts.title}
      about={fill(texts.about, { placeholder: '{voucher}' })}
      empty={texts.empty}
      columns={[
        { label: texts.name, edits: true, show: ({ name }) => name },
        { label: texts.key, show: ({ key }) => <Code>{`{${key}}`}</Code> },
        { label: texts.type, show: ({ type }) => texts.types[type] },
        { label: texts.choices, show: ({ choices }) => choices.join(', ') || '–' },
        { label: texts.created, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
      mayChange={mayAs(account, 'member')}
      nameOf={({ name }) => name}
      actionsWidth={56}
      add={texts.create}
      form={(field, close) => (
        <EditDialog
          route={field ? 'PUT /v2/contact-fields/:field' : 'POST /v2/contact-fields'}
          path={{ ...path, field: field?.id ?? 0 }}
          title={field ? texts.edit : texts.create}
          submit={field ? texts.save : texts.create}
          values={{
            name: field?.name ?? '',
            type: field?.type ?? ('text' as const),
            choices: field?.choices.join('\n') ?? '',
          }}
          fields={{
            name: {
              label: texts.name,
              help: field ? fill(texts.keyStays, { placeholder: `{${field.key}}` }) : undefined,
              missing: texts.nameRequired,
            },
            type: { label: texts.type, choices: texts.types, isDisabled: () => field !== null },
            choices: {
              label: texts.choices,
              help: texts.choicesHelp,
              missing: texts.choicesRequired,
              isHidden: ({ type }) => type !== 'choice',
            },
          }}
          problems={{ field_exists: 'name', field_key_taken: 'name', field_being_removed: 'name' }}
          close={close}
          done={({ name }) => fill(texts.saved, { name })}
        />
      )}
      remove={({ id, name }) => ({
        title: fill(texts.deleteTitle, { name }),
        warning: texts.deleteWarning,
        submit: texts.delete,
        run: () => ask('DELETE /v2/contact-fields/:field', { path: { ...path, field: id } }),
        refreshes: [`${account.path}/contact-fields`, `${account.path}/contacts`],
        done: fill(texts.deleted, { name }),
      })}
    />
  )
}
