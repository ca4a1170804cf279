import { ask } from '../src/api.ts'
import { EditDialog } from '../src/parts/edit-dialog.tsx'
import { ResourcePage } from '../src/parts/resource-page.tsx'
import { When } from '../src/parts/text.tsx'
import { mayAs, useThisAccount } from '../src/session.tsx'
import { fill, t } from '../src/text.ts'

/** The example of CONTRIBUTING.md: a list with a search, and with forms to add, edit and remove. */
export function TemplatesPage() {
  const account = useThisAccount()
  const path = { account: account.id }
  return (
    <ResourcePage
      route="GET /v2/templates"
      path={path}
      title={t.templates.title}
      search={t.templates.search}
      empty={t.templates.empty}
      columns={[
        { label: t.templates.columns.title, edits: true, show: ({ title }) => title },
        { label: t.templates.columns.created, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
      mayChange={mayAs(account, 'member')}
      nameOf={({ title }) => title}
      add={t.templates.create}
      form={(template, close) => (
        <EditDialog
          route={template ? 'PUT /v2/templates/:template' : 'POST /v2/templates'}
          path={{ ...path, template: template?.id ?? 0 }}
          title={template ? t.templates.edit : t.templates.create}
          submit={template ? t.templates.save : t.templates.create}
          values={{ title: template?.title ?? '', text: template?.text ?? '' }}
          fields={{
            title: { label: t.templates.columns.title, help: t.templates.titleHelp },
            text: t.templates.columns.text,
          }}
          problems={{ invalid_message: 'text' }}
          close={close}
          done={({ title }) => fill(t.templates.saved, { title })}
        />
      )}
      remove={({ id, title }) => ({
        title: fill(t.templates.deleteTitle, { title }),
        warning: t.templates.deleteWarning,
        submit: t.templates.delete,
        run: () => ask('DELETE /v2/templates/:template', { path: { ...path, template: id } }),
        done: fill(t.templates.deleted, { title }),
      })}
    />
  )
}
