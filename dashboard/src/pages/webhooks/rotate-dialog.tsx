import { useState } from 'react'
import type { EndpointWithSecret } from '../../../../src/contract/account/webhooks.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { t } from '../../text.ts'
import { type EndpointDialogProps, pathOf } from './change-dialog.tsx'
import { placeOf } from './endpoint-path.ts'
import { WebhookSecret } from './secret.tsx'

/** Rotates the secret of an endpoint and shows the new one once. */
export function RotateDialog(props: EndpointDialogProps) {
  const [rotated, setRotated] = useState<EndpointWithSecret | null>(null)
  const rotate = useChange(() => ask('POST /v2/webhooks/:endpoint/rotate', { path: pathOf(props) }), {
    refreshes: [placeOf(pathOf(props))],
    onDone: setRotated,
  })
  return (
    <>
      <Confirm
        title={t.webhooks.rotate.title}
        isOpen={rotated === null}
        onClose={props.onClose}
        change={rotate}
        submit={t.webhooks.endpoint.rotate}
        onConfirm={() => rotate.mutate(undefined)}
      >
        {t.webhooks.rotate.about}
      </Confirm>
      <WebhookSecret endpoint={rotated} onClose={props.onClose} />
    </>
  )
}
