import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DoNotDisturb } from '../../../../src/contract/console/consent.ts'
import { ask, consoleAddress } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { FileButtons, ImportNumbers } from '../../parts/import-numbers.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { badNumber, digitsIn, isNumber } from '../../parts/numbers.ts'
import { type Opening, useOnOpen, useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { fill, wordFor } from '../../text.ts'

const noteLengthMax = 200

/** Numbers that no account may send to. */
export function DoNotDisturbPage() {
  const [{ q }, setFilters] = useFilters()
  const showPhone = usePhoneText()
  const adding = useOpening<never>()
  const importing = useOpening<never>()
  const removing = useOpening<DoNotDisturb>()
  const columns: readonly Column<DoNotDisturb>[] = [
    { label: t.doNotDisturb.phone, show: ({ phone }) => <Phone of={phone} /> },
    { label: t.doNotDisturb.source, show: ({ source }) => wordFor(t.doNotDisturb.sources, source) },
    { label: t.doNotDisturb.since, show: ({ createdAt }) => <When at={createdAt} /> },
    { label: t.doNotDisturb.note, show: ({ note }) => note, prose: true },
    {
      label: t.doNotDisturb.actions,
      hidden: true,
      right: true,
      width: 60,
      show: (entry) => (
        <RowMenu
          label={fill(t.doNotDisturb.actionsFor, { phone: showPhone(entry.phone) })}
          actions={[{ label: t.doNotDisturb.remove, isDangerous: true, onClick: () => removing.open(entry) }]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHead title={t.doNotDisturb.title} about={t.doNotDisturb.about}>
        <FileButtons onImport={() => importing.open()} exports={consoleAddress('GET /do-not-disturb.csv', {})} />
        <Button onClick={() => adding.open()} leftSection={<Icon name="plus" />}>
          {t.doNotDisturb.add}
        </Button>
      </PageHead>
      <Stack gap="md">
        <SearchField label={t.doNotDisturb.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
        <Listing
          route="GET /do-not-disturb"
          query={{ q: digitsIn(q) }}
          label={t.doNotDisturb.title}
          columns={columns}
          keyOf={({ phone }) => phone}
          empty={t.doNotDisturb.empty}
        />
      </Stack>
      <AddNumber opening={adding} />
      <RemoveNumber opening={removing} />
      <ImportNumbers
        route="POST /do-not-disturb/import"
        request={{}}
        title={t.doNotDisturb.importTitle}
        about={t.doNotDisturb.importAbout}
        example={'phone,note\n255712345678,national registry'}
        refreshes="/do-not-disturb"
        opening={importing}
      />
    </>
  )
}

function AddNumber({ opening: { isOpen, close } }: { readonly opening: Opening<never> }) {
  const showPhone = usePhoneText()
  const form = useForm({
    initialValues: { phone: '', note: '' },
    validate: { phone: (text) => (isNumber(text) ? null : badNumber) },
  })
  const add = useChange(
    ({ phone, note }: typeof form.values) => ask('POST /do-not-disturb', { body: { phone, note } }),
    {
      refreshes: ['/do-not-disturb'],
      onDone: ({ phone }) => {
        close()
        sayDone(fill(t.doNotDisturb.added, { phone: showPhone(phone) }))
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.reset()
    add.reset()
  })
  return (
    <FormDialog
      title={t.doNotDisturb.add}
      isOpen={isOpen}
      onClose={close}
      change={add}
      submit={t.doNotDisturb.add}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Text size="sm">{t.doNotDisturb.addAbout}</Text>
      <TextInput
        label={t.doNotDisturb.phone}
        description={t.doNotDisturb.phoneHelp}
        required
        inputMode="tel"
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <TextInput
        label={t.doNotDisturb.note}
        description={t.doNotDisturb.noteHelp}
        maxLength={noteLengthMax}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

function RemoveNumber({ opening: { isOpen, about, close } }: { readonly opening: Opening<DoNotDisturb> }) {
  const phone = about?.phone ?? ''
  const shown = usePhoneText()(phone)
  const remove = useChange(() => ask('POST /do-not-disturb/remove', { body: { phone } }), {
    refreshes: ['/do-not-disturb'],
    onDone: () => {
      close()
      sayDone(fill(t.doNotDisturb.removed, { phone: shown }))
    },
  })
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={fill(t.doNotDisturb.removeTitle, { phone: shown })}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={t.doNotDisturb.remove}
      onConfirm={() => remove.mutate(undefined)}
    >
      {t.doNotDisturb.removeWarning}
    </Confirm>
  )
}
