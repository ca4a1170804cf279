import { useState } from 'react'
import type { EndpointWithSecret } from '../../../../src/contract/console/webhooks.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { type EndpointDialogProps, pathOf } from './change-dialog.tsx'
import { placeOf } from './endpoint-path.ts'
import { WebhookSecret } from './secret.tsx'

/** Gives the endpoint another secret, which is shown once. */
export function RotateDialog(props: EndpointDialogProps) {
  const [rotated, setRotated] = useState<EndpointWithSecret | null>(null)
  const rotate = useChange(() => ask('POST /accounts/:account/webhooks/:endpoint/rotate', { path: pathOf(props) }), {
    refreshes: [placeOf(pathOf(props))],
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
        The endpoint gets a new secret. For 24 hours every call is also signed with the current one, and with every
        other that was rotated out in the last 24 hours, so that your server can change over in its own time.
      </Confirm>
      <WebhookSecret endpoint={rotated} onClose={props.onClose} />
    </>
  )
}
