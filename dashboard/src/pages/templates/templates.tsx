import { ask } from '../../api.ts'
import { useFields } from '../../parts/account-settings.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { MessageText } from '../../parts/message-text.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Excerpt, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

export function TemplatesPage() {
  const account = useThisAccount()
  const path = { account: account.id }
  const mayChange = mayAs(account, 'member')
  const customFields = useFields()
  return (
    <ResourcePage
      route="GET /v2/templates"
      path={path}
      title={t.templates.title}
      about={fill(t.templates.about, { placeholder: '{first_name}' })}
      search={t.templates.search}
      empty={t.templates.empty}
      mayChange={mayChange}
      columns={[
        { label: t.templates.columns.title, width: '22%', edits: true, show: ({ title }) => title },
        { label: t.templates.columns.text, prose: true, show: ({ text }) => <Excerpt>{text}</Excerpt> },
        { label: t.templates.columns.parts, right: true, width: 100, show: ({ parts }) => parts },
        { label: t.templates.columns.created, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
      nameOf={({ title }) => title}
      actions={({ id, title }) => [
        mayChange && {
          label: t.templates.send,
          name: fill(t.templates.sendTemplate, { title }),
          to: `${account.path}/send`,
          search: { template: id },
        },
      ]}
      remove={({ id, title }) => ({
        title: fill(t.templates.deleteTitle, { title }),
        warning: t.templates.deleteWarning,
        submit: t.templates.delete,
        run: () => ask('DELETE /v2/templates/:template', { path: { ...path, template: id } }),
        done: fill(t.templates.deleted, { title }),
      })}
      add={t.templates.create}
      form={(template, close) => (
        <EditDialog
          route={template ? 'PUT /v2/templates/:template' : 'POST /v2/templates'}
          path={{ ...path, template: template?.id ?? 0 }}
          title={template ? t.templates.edit : t.templates.create}
          submit={template ? t.templates.save : t.templates.create}
          size="lg"
          values={{ title: template?.title ?? '', text: template?.text ?? '' }}
          fields={{
            title: {
              label: t.templates.columns.title,
              help: t.templates.titleHelp,
              missing: t.templates.titleRequired,
            },
            text: {
              label: t.templates.columns.text,
              missing: t.templates.textRequired,
              input: (props) => <MessageText {...props} customFields={customFields} />,
            },
          }}
          problems={{ invalid_message: 'text' }}
          close={close}
          done={({ title }) => fill(t.templates.saved, { title })}
        />
      )}
    />
  )
}
