import { useNavigate } from '@tanstack/react-router'
import { t } from '../../operator-text.ts'
import { AccountSelect } from '../../parts/account-select.tsx'
import { CountrySelect } from '../../parts/country-select.tsx'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Amount, Status, showCount, When } from '../../parts/text.tsx'

export function AccountsPage() {
  const navigate = useNavigate()
  return (
    <ResourcePage
      route="GET /accounts"
      title={t.accounts.title}
      about={t.accounts.about}
      search={t.accounts.search}
      empty={t.accounts.empty}
      opens={({ id }) => `/operator/accounts/${id}`}
      columns={[
        { label: t.accounts.name, show: ({ name }) => name },
        { label: t.accounts.id, show: ({ id }) => id, width: 90 },
        {
          label: t.accounts.smsCredit,
          show: ({ available, currency }) =>
            available === null ? '–' : <Amount value={available} currency={currency} />,
          right: true,
          width: 160,
        },
        { label: t.accounts.messagesInDay, show: ({ messages }) => showCount(messages), right: true, width: 140 },
        { label: t.accounts.failedInDay, show: ({ failed }) => showCount(failed), right: true, width: 120 },
        { label: t.accounts.country, show: ({ country }) => country, width: 90 },
        { label: t.accounts.parent, show: ({ parentId }) => parentId ?? '–', width: 110 },
        {
          label: t.accounts.state,
          show: ({ suspendedAt }) => <Status value={suspendedAt === null ? 'active' : 'suspended'} />,
          width: 120,
        },
        { label: t.accounts.created, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
      ]}
      add={t.accounts.create}
      mayEdit={false}
      form={(_, close) => (
        <EditDialog
          route="POST /accounts"
          title={t.accounts.create}
          submit={t.accounts.create}
          values={{ name: '', sender: '', country: null as string | null, parentId: null as string | null }}
          fields={{
            name: { label: t.accounts.name, help: t.accounts.nameAbout },
            sender: { label: t.accounts.sender, help: t.accounts.senderAbout },
            country: {
              label: t.shared.country,
              help: t.accounts.countryAbout,
              input: ({ required: _required, ...props }) => <CountrySelect {...props} />,
            },
            parentId: {
              label: t.accounts.parent,
              help: t.accounts.parentAboutNew,
              input: (props) => <AccountSelect {...props} />,
            },
          }}
          close={close}
          done={({ id }) => void navigate({ to: `/operator/accounts/${id}` })}
        />
      )}
    />
  )
}
