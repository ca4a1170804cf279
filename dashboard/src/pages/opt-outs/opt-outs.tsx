import { Alert, Text } from '@mantine/core'
import { consoleAddress } from '../../api.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { FileButtons, ImportNumbers } from '../../parts/import-numbers.tsx'
import { digitsIn, phoneField, withPlus } from '../../parts/numbers.ts'
import { useOptOuts } from '../../parts/opt-outs.tsx'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t, wordFor } from '../../text.ts'

export function OptOutsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const showPhone = usePhoneText()
  const { removal } = useOptOuts()
  const [{ q, source }] = useFilters()
  const path = { account: account.id }
  return (
    <ResourcePage
      route="GET /v2/optouts"
      path={path}
      query={{ q: digitsIn(q), source }}
      title={t.optOuts.title}
      about={t.optOuts.about}
      buttons={
        <FileButtons
          mayImport={mayChange}
          exports={consoleAddress('GET /v2/optouts.csv', { path, query: { source } })}
        />
      }
      above={
        <Alert color="blue" variant="light" title={t.optOuts.howTitle}>
          {t.optOuts.how}
        </Alert>
      }
      search={t.optOuts.search}
      filters={
        <ChoiceFilter
          label={t.optOuts.source}
          name="source"
          // Nothing writes the source api yet.
          choices={Object.entries(t.optOuts.sources).filter(([name]) => name !== 'api')}
          all={t.optOuts.allSources}
        />
      }
      empty={t.optOuts.empty}
      keyOf={({ phone }) => phone}
      columns={[
        { label: t.optOuts.phone, show: ({ phone }) => <Phone of={phone} /> },
        { label: t.optOuts.source, show: ({ source: from }) => wordFor(t.optOuts.sources, from) },
        { label: t.optOuts.since, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
      mayChange={mayChange}
      nameOf={({ phone }) => showPhone(phone)}
      actionsWidth={60}
      actions={({ phone }) => [
        { label: t.optOuts.viewMessages, to: `${account.path}/messages`, search: { number: withPlus(phone) } },
      ]}
      remove={({ phone }) => ({ ...removal(phone), label: t.optOuts.remove })}
      add={t.optOuts.add}
      mayEdit={false}
      form={(_, close) => (
        <EditDialog
          route="POST /v2/optouts"
          path={path}
          title={t.optOuts.add}
          submit={t.optOuts.add}
          about={<Text size="sm">{t.optOuts.addAbout}</Text>}
          values={{ phone: '' }}
          fields={{ phone: phoneField(t.optOuts.phone, t.optOuts.phoneHelp) }}
          problems={{ invalid_phone: 'phone' }}
          close={close}
          done={({ phone }) => fill(t.optOuts.added, { phone: showPhone(phone) })}
        />
      )}
      importing={(close) => (
        <ImportNumbers
          route="POST /v2/optouts/import"
          request={{ path }}
          title={t.optOuts.importTitle}
          about={t.optOuts.importAbout}
          example={'phone,created_at\n255712345678,2030-01-31 08:00'}
          refreshes={`${account.path}/optouts`}
          close={close}
        />
      )}
    />
  )
}
