import { Button } from '@mantine/core'
import type { Passkey } from '../../../../src/contract/console/sign-in.ts'
import { ask } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { confirm } from '../../parts/confirm.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { type Column, Rows } from '../../parts/listing.tsx'
import { addPasskey, usePasskeys } from '../../parts/passkey.ts'
import { RowActions } from '../../parts/resource-page.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'

const refreshes = ['/auth/passkey', '/me']

const nameOf = ({ name }: Passkey) => name ?? t.profile.passkey

export function Passkeys() {
  const isOffered = usePasskeys()
  const passkeys = useAsk('GET /auth/passkey/list-user-passkeys', {})
  const { name: dialog, id, open, close } = useDialogs()
  const renamed = passkeys.data?.find((one) => dialog === 'rename' && one.id === id)
  const remove = (passkey: Passkey) =>
    confirm({
      title: fill(t.profile.removePasskeyTitle, { name: nameOf(passkey) }),
      warning: t.profile.removePasskeyAbout,
      submit: t.profile.removePasskey,
      run: () => ask('POST /auth/passkey/delete-passkey', { body: { id: passkey.id } }),
      refreshes,
      done: t.profile.passkeyRemoved,
    })
  const columns: readonly Column<Passkey>[] = [
    { label: t.profile.name, show: nameOf },
    { label: t.profile.added, show: ({ createdAt }) => <When at={createdAt ?? undefined} none="–" /> },
    {
      label: t.profile.actions,
      hidden: true,
      right: true,
      show: (passkey) => (
        <RowActions
          label={nameOf(passkey)}
          actions={[
            {
              label: t.profile.rename,
              name: fill(t.profile.renameNamed, { name: nameOf(passkey) }),
              onClick: () => open('rename', passkey.id),
            },
            {
              label: t.profile.remove,
              name: fill(t.profile.removeNamed, { name: nameOf(passkey) }),
              onClick: () => remove(passkey),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <Section
      title={t.profile.passkeys}
      about={t.profile.passkeysAbout}
      action={isOffered && <Button onClick={() => open('add')}>{t.profile.addPasskey}</Button>}
    >
      <Rows
        label={t.profile.passkeys}
        columns={columns}
        rows={passkeys.data}
        error={passkeys.error}
        retry={passkeys.refetch}
        keyOf={({ id }) => id}
        empty={isOffered ? t.profile.noPasskeys : t.profile.noPasskeysHere}
      />
      {(dialog === 'add' || renamed) && <NameDialog passkey={renamed ?? null} close={close} />}
    </Section>
  )
}

/** Adds a passkey, or renames one. */
function NameDialog({ passkey, close }: { readonly passkey: Passkey | null; readonly close: () => unknown }) {
  return (
    <EditDialog
      route="POST /auth/passkey/update-passkey"
      title={passkey ? t.profile.renamePasskeyTitle : t.profile.addPasskey}
      submit={passkey ? t.profile.saveName : t.profile.addPasskey}
      values={{ name: passkey?.name ?? '' }}
      fields={{
        name: {
          label: t.profile.name,
          help: t.profile.passkeyNameAbout,
          placeholder: t.profile.passkeyNameExample,
          missing: t.profile.nameMissing,
        },
      }}
      send={async (_, { name }): Promise<unknown> =>
        passkey
          ? ask('POST /auth/passkey/update-passkey', { body: { id: passkey.id, name: name.trim() } })
          : addPasskey(name.trim())
      }
      refreshes={refreshes}
      close={close}
      done={passkey ? t.profile.passkeyRenamed : t.profile.passkeyAdded}
    />
  )
}
