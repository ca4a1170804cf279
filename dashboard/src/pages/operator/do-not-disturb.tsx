import { Text } from '@mantine/core'
import { ask, consoleAddress } from '../../api.ts'
import { t } from '../../operator-text.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { useFilters } from '../../parts/filters.ts'
import { FileButtons, ImportNumbers } from '../../parts/import-numbers.tsx'
import { digitsIn, phoneField } from '../../parts/numbers.ts'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { When } from '../../parts/text.tsx'
import { fill, wordFor } from '../../text.ts'

const texts = t.doNotDisturb

/** Numbers that no account may send to. */
export function DoNotDisturbPage() {
  const [{ q }] = useFilters()
  const showPhone = usePhoneText()
  return (
    <ResourcePage
      route="GET /do-not-disturb"
      query={{ q: digitsIn(q) }}
      title={texts.title}
      about={texts.about}
      buttons={<FileButtons mayImport exports={consoleAddress('GET /do-not-disturb.csv', {})} />}
      search={texts.search}
      empty={texts.empty}
      keyOf={({ phone }) => phone}
      columns={[
        { label: texts.phone, show: ({ phone }) => <Phone of={phone} /> },
        { label: texts.source, show: ({ source }) => wordFor(texts.sources, source) },
        { label: texts.since, show: ({ createdAt }) => <When at={createdAt} /> },
        { label: texts.note, show: ({ note }) => note, prose: true },
      ]}
      nameOf={({ phone }) => showPhone(phone)}
      actionsWidth={60}
      remove={({ phone }) => ({
        label: texts.remove,
        title: fill(texts.removeTitle, { phone: showPhone(phone) }),
        warning: texts.removeWarning,
        submit: texts.remove,
        run: () => ask('POST /do-not-disturb/remove', { body: { phone } }),
        done: fill(texts.removed, { phone: showPhone(phone) }),
      })}
      add={texts.add}
      mayEdit={false}
      form={(_, close) => (
        <EditDialog
          route="POST /do-not-disturb"
          title={texts.add}
          submit={texts.add}
          about={<Text size="sm">{texts.addAbout}</Text>}
          values={{ phone: '', note: '' }}
          fields={{
            phone: phoneField(texts.phone, texts.phoneHelp),
            note: { label: texts.note, help: texts.noteHelp },
          }}
          problems={{ invalid_phone: 'phone' }}
          close={close}
          done={({ phone }) => fill(texts.added, { phone: showPhone(phone) })}
        />
      )}
      importing={(close) => (
        <ImportNumbers
          route="POST /do-not-disturb/import"
          request={{}}
          title={texts.importTitle}
          about={texts.importAbout}
          example={'phone,note\n255712345678,national registry'}
          refreshes="/do-not-disturb"
          close={close}
        />
      )}
    />
  )
}
