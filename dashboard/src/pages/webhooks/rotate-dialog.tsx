import { useState } from 'react'
import { send, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { type EndpointDialogProps, pathOf } from './change-dialog.tsx'
import { WebhookSecret } from './secret.tsx'
import type { WithSecret } from './types.ts'

/** Gives the endpoint another secret, which is shown once. */
export function RotateDialog(props: EndpointDialogProps) {
  const [rotated, setRotated] = useState<WithSecret | null>(null)
  const rotate = useChange(() => send<WithSecret>('POST', `${pathOf(props)}/rotate`), {
    refreshes: [pathOf(props)],
    onDone: setRotated,
  })
  return (
    <>
      <Confirm
        title="Rotate the secret?"
        isOpen={rotated === null}
        onClose={props.onClose}
        change={rotate}
        submit="Rotate secret"
        onConfirm={() => rotate.mutate(undefined)}
      >
        The endpoint gets a new secret. For 24 hours every call is signed with both, so that your server can change over
        in its own time. After that the old one stops working.
      </Confirm>
      <WebhookSecret endpoint={rotated} onClose={props.onClose} />
    </>
  )
}
