import { Text } from '@mantine/core'
import { consoleAddress } from '../../api.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { useFilters } from '../../parts/filters.ts'
import { FileButtons, ImportNumbers } from '../../parts/import-numbers.tsx'
import { digitsIn, phoneField } from '../../parts/numbers.ts'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ConsentRule } from './consent-rule.tsx'

export function ConsentsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const [{ q }] = useFilters()
  const showPhone = usePhoneText()
  const path = { account: account.id }
  return (
    <ResourcePage
      route="GET /v2/consents"
      path={path}
      query={{ q: digitsIn(q) }}
      title={t.consents.title}
      about={t.consents.about}
      buttons={<FileButtons mayImport={mayChange} exports={consoleAddress('GET /v2/consents.csv', { path })} />}
      above={<ConsentRule />}
      search={t.consents.search}
      empty={t.consents.empty}
      columns={[
        { label: t.consents.phone, show: ({ phone }) => <Phone of={phone} />, width: 160 },
        { label: t.consents.status, show: ({ status }) => <Status value={status} />, width: 120 },
        { label: t.consents.at, show: ({ at }) => <When at={at} />, width: 190 },
        { label: t.consents.source, show: ({ source }) => source, width: 180 },
        { label: t.consents.text, show: ({ text }) => text, prose: true },
      ]}
      mayChange={mayChange}
      add={t.consents.add}
      mayEdit={false}
      form={(_, close) => (
        <EditDialog
          route="POST /v2/consents"
          path={path}
          title={t.consents.add}
          submit={t.consents.add}
          about={<Text size="sm">{t.consents.addAbout}</Text>}
          values={{ phone: '', status: 'given', source: '', text: '' }}
          fields={{
            phone: phoneField(t.consents.phone, t.consents.phoneHelp),
            status: {
              label: t.consents.status,
              choices: { given: [t.consents.given], withdrawn: [t.consents.withdrawn] },
            },
            source: { label: t.consents.source, help: t.consents.sourceHelp, missing: t.consents.sourceMissing },
            text: { label: t.consents.text, help: t.consents.textHelp },
          }}
          problems={{ invalid_phone: 'phone' }}
          close={close}
          done={({ phone, status }) =>
            fill(status === 'given' ? t.consents.added : t.consents.withdrawnDone, { phone: showPhone(phone) })
          }
        />
      )}
      importing={(close) => (
        <ImportNumbers
          route="POST /v2/consents/import"
          request={{ path }}
          title={t.consents.importTitle}
          about={t.consents.importAbout}
          example={'phone,at,source,text\n255712345678,2030-01-31 08:00,web form,I agree to offers by SMS.'}
          refreshes={`${account.path}/consents`}
          close={close}
        />
      )}
    />
  )
}
