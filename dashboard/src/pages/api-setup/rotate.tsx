import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { RotateDialog } from '../../parts/rotate-dialog.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Shown } from './credential.ts'

/** Replaces a key or token. Both work during the overlap. */
export function Rotate({
  credential: { id, kind, name, products },
  onClose,
  onRotated,
}: {
  readonly credential: Credential
  readonly onClose: () => void
  readonly onRotated: (shown: Shown) => void
}) {
  const account = useThisAccount()
  const rotate = useChange(
    (overlapHours: number) =>
      ask('POST /accounts/:account/credentials/:credential/rotate', {
        path: { account: account.id, credential: id },
        body: { overlapHours },
      }),
    {
      refreshes: [`${account.path}/credentials`],
      onDone: (issued) =>
        onRotated({
          title: fill(kind === 'key' ? t.apiSetup.rotate.newKey : t.apiSetup.rotate.newToken, { name }),
          issued,
          products,
        }),
    },
  )
  return (
    <RotateDialog
      title={fill(t.apiSetup.rotate.title, { name })}
      about={t.apiSetup.rotate.about}
      overlapHelp={t.apiSetup.rotate.overlapHelp}
      submit={kind === 'key' ? t.apiSetup.rotate.createKey : t.apiSetup.rotate.createToken}
      change={rotate}
      onClose={onClose}
      onRotate={rotate.mutate}
    />
  )
}
