import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Passkey } from '../../../../src/contract/console/sign-in.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Column, Rows } from '../../parts/listing.tsx'
import { addPasskey, usePasskeys } from '../../parts/passkey.ts'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'

const refreshes = ['/auth/passkey', '/me']

const nameOf = ({ name }: Passkey) => name ?? t.profile.passkey

export function Passkeys() {
  const isOffered = usePasskeys()
  const passkeys = useAsk('GET /auth/passkey/list-user-passkeys', {})
  const [open, setOpen] = useState<'new' | Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const remove = useChange(({ id }: Passkey) => ask('POST /auth/passkey/delete-passkey', { body: { id } }), {
    refreshes,
    onDone: () => {
      sayDone(t.profile.passkeyRemoved)
      setRemoving(null)
    },
  })
  const columns: readonly Column<Passkey>[] = [
    { label: t.profile.name, show: nameOf },
    { label: t.profile.added, show: ({ createdAt }) => <When at={createdAt ?? undefined} none="–" /> },
    {
      label: t.profile.actions,
      hidden: true,
      right: true,
      show: (passkey) => (
        <Group gap="xs" justify="flex-end">
          <Button
            size="xs"
            variant="default"
            onClick={() => setOpen(passkey)}
            aria-label={fill(t.profile.renameNamed, { name: nameOf(passkey) })}
          >
            {t.profile.rename}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => setRemoving(passkey)}
            aria-label={fill(t.profile.removeNamed, { name: nameOf(passkey) })}
          >
            {t.profile.remove}
          </Button>
        </Group>
      ),
    },
  ]
  return (
    <Section
      title={t.profile.passkeys}
      about={t.profile.passkeysAbout}
      action={isOffered && <Button onClick={() => setOpen('new')}>{t.profile.addPasskey}</Button>}
    >
      <Rows
        label={t.profile.passkeys}
        columns={columns}
        rows={passkeys.data}
        error={passkeys.error}
        retry={() => void passkeys.refetch()}
        keyOf={({ id }) => id}
        empty={isOffered ? t.profile.noPasskeys : t.profile.noPasskeysHere}
        isFiltered={false}
      />
      {open !== null && <NameDialog passkey={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {removing && (
        <Confirm
          title={fill(t.profile.removePasskeyTitle, { name: nameOf(removing) })}
          isOpen
          onClose={() => {
            setRemoving(null)
            remove.reset()
          }}
          change={remove}
          submit={t.profile.removePasskey}
          onConfirm={() => remove.mutate(removing)}
        >
          {t.profile.removePasskeyAbout}
        </Confirm>
      )}
    </Section>
  )
}

/** Adds a passkey, or renames one. */
function NameDialog({ passkey, onClose }: { readonly passkey: Passkey | null; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { name: passkey?.name ?? '' },
    validate: { name: (value) => (value.trim() === '' ? t.profile.nameMissing : null) },
  })
  const save = useChange(
    async ({ name }: typeof form.values): Promise<void> => {
      if (passkey === null) await addPasskey(name.trim())
      else await ask('POST /auth/passkey/update-passkey', { body: { id: passkey.id, name: name.trim() } })
    },
    {
      refreshes,
      onDone: () => {
        sayDone(passkey === null ? t.profile.passkeyAdded : t.profile.passkeyRenamed)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={passkey === null ? t.profile.addPasskey : t.profile.renamePasskeyTitle}
      isOpen
      onClose={onClose}
      change={save}
      submit={passkey === null ? t.profile.addPasskey : t.profile.saveName}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t.profile.name}
        description={t.profile.passkeyNameAbout}
        placeholder={t.profile.passkeyNameExample}
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
