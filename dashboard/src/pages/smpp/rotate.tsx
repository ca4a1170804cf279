import type { SmppCredential } from '../../../../src/contract/console/smpp.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { showTime } from '../../parts/formats.ts'
import { RotateDialog } from '../../parts/rotate-dialog.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Shown } from './issued.tsx'

/** Replaces the password. Both work during the overlap. */
export function RotateSmpp({
  credential: { id, systemId: name },
  onClose,
  onRotated,
}: {
  readonly credential: SmppCredential
  readonly onClose: () => void
  readonly onRotated: (shown: Shown) => void
}) {
  const account = useThisAccount()
  const rotate = useChange(
    (overlapHours: number) =>
      ask('POST /accounts/:account/smpp/credentials/:credential/rotate', {
        path: { account: account.id, credential: id },
        body: { overlapHours },
      }),
    {
      refreshes: [`${account.path}/smpp`],
      onDone: ({ systemId, password, oldPasswordUntil }) =>
        onRotated({
          title: fill(t.smpp.issued.rotated, { name }),
          systemId,
          password,
          note:
            oldPasswordUntil === null
              ? t.smpp.issued.oldEnded
              : fill(t.smpp.issued.oldUntil, { time: showTime(new Date(oldPasswordUntil)) }),
        }),
    },
  )
  return (
    <RotateDialog
      title={fill(t.smpp.rotate.title, { name })}
      about={t.smpp.rotate.about}
      overlapHelp={t.smpp.rotate.overlapHelp}
      submit={t.smpp.rotate.submit}
      change={rotate}
      onClose={onClose}
      onRotate={rotate.mutate}
    />
  )
}
