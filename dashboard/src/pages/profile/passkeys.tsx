import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Passkey } from '../../../../src/contract/console/sign-in.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type Column, Rows } from '../../parts/listing.tsx'
import { addPasskey, usePasskeys } from '../../parts/passkey.ts'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'

const refreshes = ['/auth/passkey', '/me']

export function Passkeys() {
  const isOffered = usePasskeys()
  const passkeys = useAsk('GET /auth/passkey/list-user-passkeys', {})
  const [open, setOpen] = useState<'new' | Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const remove = useChange(({ id }: Passkey) => ask('POST /auth/passkey/delete-passkey', { body: { id } }), {
    refreshes,
    onDone: () => {
      sayDone('The passkey is removed.')
      setRemoving(null)
    },
  })
  const columns: readonly Column<Passkey>[] = [
    { label: 'Name', show: ({ name }) => name ?? 'Passkey' },
    { label: 'Added', show: ({ createdAt }) => <When at={createdAt ?? undefined} none="–" /> },
    {
      label: 'Actions',
      hidden: true,
      right: true,
      show: (passkey) => (
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={() => setOpen(passkey)} aria-label={`Rename ${passkey.name}`}>
            Rename
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => setRemoving(passkey)}
            aria-label={`Remove ${passkey.name}`}
          >
            Remove
          </Button>
        </Group>
      ),
    },
  ]
  return (
    <Section
      title="Passkeys"
      about="Sign in with your fingerprint, your face or the PIN of your device. A passkey replaces password and code, and can’t be typed into a false page."
      action={isOffered && <Button onClick={() => setOpen('new')}>Add passkey</Button>}
    >
      <Rows
        label="Passkeys"
        columns={columns}
        rows={passkeys.data}
        error={passkeys.error}
        retry={() => void passkeys.refetch()}
        keyOf={({ id }) => id}
        empty={
          isOffered
            ? 'No passkeys yet. Add one for this device.'
            : 'No passkeys yet. This browser, or this address of the dashboard, has none.'
        }
        isFiltered={false}
      />
      {open !== null && <NameDialog passkey={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {removing && (
        <Confirm
          title={`Remove ${removing.name ?? 'the passkey'}`}
          isOpen
          onClose={() => {
            setRemoving(null)
            remove.reset()
          }}
          change={remove}
          submit="Remove passkey"
          onConfirm={() => remove.mutate(removing)}
        >
          It can’t be used to sign in any more. Remove it on your device as well.
        </Confirm>
      )}
    </Section>
  )
}

/** Adds a passkey under a name, or gives one another name. */
function NameDialog({ passkey, onClose }: { readonly passkey: Passkey | null; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { name: passkey?.name ?? '' },
    validate: { name: (value) => (value.trim() === '' ? 'Write a name.' : null) },
  })
  const save = useChange(
    async ({ name }: typeof form.values): Promise<void> => {
      if (passkey === null) await addPasskey(name.trim())
      else await ask('POST /auth/passkey/update-passkey', { body: { id: passkey.id, name: name.trim() } })
    },
    {
      refreshes,
      onDone: () => {
        sayDone(passkey === null ? 'The passkey is added.' : 'The passkey is renamed.')
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={passkey === null ? 'Add a passkey' : 'Rename the passkey'}
      isOpen
      onClose={onClose}
      change={save}
      submit={passkey === null ? 'Add passkey' : 'Save name'}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label="Name"
        description="How you recognise it, such as the device that it is on."
        placeholder="My phone"
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
